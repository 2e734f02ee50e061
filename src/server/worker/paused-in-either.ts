/** Combines old and new pauses, for the time in which they change. */
import type { OwnersPauses } from "../../dispatcher/schedule/pauses.ts";

/**
 * `before`, with the writes that `after` pauses in addition. Not the pauses of claims: those begin with refreshes, which
 * compare the new state with the one before.
 */
export function pausedInEither(before: OwnersPauses, after: OwnersPauses): OwnersPauses {
  return {
    ...before,
    everything: before.everything ?? after.everything,
    repositories: new Map([...after.repositories, ...before.repositories]),
  };
}
