/**
 * Lets a pass over a repository whose issues are still being adopted wait for its turn: it brings hundreds of issues
 * that nobody waits for, and many of them at once would delay what people wait for.
 */
import type { Index } from "../ports/issue-index.ts";
import type { Reconciler } from "./reconcile.ts";

/** Runs the pass once there is room for it; not at all if the work of this process ends before. */
export type AdoptInTurn = (pass: () => Promise<void>) => Promise<void>;

export function adoptingInTurn(
  { run }: Reconciler,
  index: Pick<Index, "toAdopt">,
  inTurn: AdoptInTurn,
): Reconciler {
  return {
    run: (repositoryId) =>
      index.toAdopt(repositoryId) > 0 ? inTurn(() => run(repositoryId)) : run(repositoryId),
  };
}
