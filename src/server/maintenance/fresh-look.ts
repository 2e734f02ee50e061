/**
 * Refreshes an issue on demand, for a caller that is about to rely on the index. The list of changed issues
 * is read as well: the change that matters may be in another issue that no delivery has reported yet.
 */

import type { Dispatcher } from "../../dispatcher/dispatch.ts";
import { attempt } from "../../dispatcher/failure/best-effort.ts";
import type { Parts } from "../../dispatcher/parts.ts";
import { refreshNeighbours } from "../../dispatcher/schedule/refresh-neighbours.ts";
import type { FullRef } from "../../protocol/references/ref.ts";

/** Callers that want more ask again, so no request is kept open longer. */
const maxMs = 2_000;

/**
 * Reads what changed in the repository and the issue itself, and carries out what follows.
 * @param swept resolves when the index shows what changed while no server ran
 * @returns false if that took more than two seconds, or if GitHub could not be reached
 */
export async function lookAfresh(
  parts: Parts,
  dispatcher: Pick<Dispatcher, "wake" | "idle">,
  ref: FullRef,
  swept: Promise<void>,
): Promise<boolean> {
  const enough = new AbortController();
  const late = parts.clock.sleep(maxMs, enough.signal).then(() => false);
  try {
    return await Promise.race([swept.then(() => look(parts, dispatcher, ref)), late]);
  } finally {
    enough.abort();
  }
}

async function look(
  parts: Parts,
  { wake, idle }: Pick<Dispatcher, "wake" | "idle">,
  { owner, repo, number }: FullRef,
): Promise<boolean> {
  const { index, clock } = parts;
  const repositoryId = (await index.resolve(owner, repo, number))?.repositoryId;
  const repository = repositoryId === undefined ? undefined : index.repository(repositoryId);
  // The index has nothing about a repository that we do not serve, so it cannot become fresher.
  if (repository === undefined) return true;
  const isListed = await attempt(parts, "look afresh", repository, () =>
    refreshNeighbours(parts, repository, { everything: false, reread: 0 }),
  );
  if (!isListed) return false;
  await index.requestRefreshes([
    { repositoryId: repository.id, target: { number }, dueAt: clock.now(), because: "a client waits for it" },
  ]);
  wake();
  await idle();
  return true;
}
