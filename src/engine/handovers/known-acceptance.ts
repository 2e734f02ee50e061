/**
 * What a rebuild keeps of a handover's acceptance: GitHub shows it later than it is decided, and until then nothing
 * but the index keeps its task from being given to someone else. Only an index that is older than our status comment
 * has to believe that.
 */
import type { PersistedState } from "../model/persisted-state.ts";

/**
 * @param read as GitHub shows it, decided about
 * @param shown the same before the decision
 * @param known by the index
 */
export function withKnownAcceptance(
  read: PersistedState,
  shown: PersistedState | undefined,
  known: PersistedState,
): PersistedState {
  const { settled } = known;
  if (settled === undefined || (shown?.settled?.at ?? 0) > settled.at) return read;
  return { ...read, settled };
}
