/** Tasks whose dependencies somebody removed, as GitHub's events show it. */
import type { Actor, EdgeRemovals, LinkedIssue } from "../../src/engine/model/fact.ts";
import { emptyPersistedState, type PersistedState } from "../../src/engine/model/persisted-state.ts";
import { open, start, task } from "./issues.ts";

/** When the first of them was removed. */
export const removedAt = start + 60_000;
/** An issue of a repository that is not served. */
export const far: LinkedIssue = {
  id: "I_far",
  repositoryId: "R_far",
  owner: "acme",
  repo: "far",
  number: 7,
  title: "Far away",
  isPrivate: false,
  issueState: open,
  closedAt: undefined,
};

/** #12, which `heldBy` kept from starting until then. */
export function waiting(
  removals: EdgeRemovals,
  heldBy: readonly string[],
  more: Partial<PersistedState> = {},
) {
  const persisted = { ...emptyPersistedState, heldBy: [...heldBy], ...more };
  const status = { id: "IC_s", key: "status", text: "", createdAt: start, isMinimized: false, persisted };
  return task(12, { labels: ["kind:task", "status:blocked"], removals, own: [status] });
}

export function removedBy(by: Actor | undefined, link: LinkedIssue = far, at = removedAt): EdgeRemovals {
  return { list: [{ other: link.id, at, link, ...(by === undefined ? {} : { by }) }] };
}

/** Of issues that GitHub does not show, one second after another. */
export function hiddenRemovedBy(...all: readonly Actor[]): EdgeRemovals {
  return { list: [], unseen: all.map((by, n) => ({ by, at: removedAt + n * 1000 })) };
}
