/** Joins pauses, so that none is missing while they change. */
import type { OwnersPauses } from "../../dispatcher/schedule/pauses.ts";

/**
 * `before`, with what `after` pauses in addition. Writing alone: that agents are given no tasks any more begins with
 * refreshes, which compare it with what was before.
 */
export function pausedInEither(before: OwnersPauses, after: OwnersPauses): OwnersPauses {
  return {
    ...before,
    everything: before.everything ?? after.everything,
    repositories: new Map([...after.repositories, ...before.repositories]),
  };
}
