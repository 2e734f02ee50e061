/**
 * Whether a pull request merges without a conflict, if known. GitHub computes it in the background after the
 * first request, and again when the head or the base has moved: the first response after each move is
 * "unknown".
 */
import { mergeCommits } from "../../git/merge.ts";
import { rangeOf } from "../../git/range.ts";
import type { Pull } from "../../state/pulls/pulls.ts";
import type { State } from "../../state/state.ts";

/** The base and the head of the result, by pull request. */
type Known = Map<number, string>;

const worked = new WeakMap<State, Known>();

/** @returns undefined if it is not computed yet; asking schedules the computation before the next request */
export function hasConflict(state: State, pull: Pull): boolean | undefined {
  const { base, head } = rangeOf(state, pull);
  const tried = `${base} ${head}`;
  const known = worked.get(state) ?? new Map<number, string>();
  worked.set(state, known);
  if (known.get(pull.id) === tried) return isConflict(state, pull, base, head);
  // Deferred, because the fields of one response must agree with each other.
  setImmediate(() => known.set(pull.id, tried));
  return undefined;
}

function isConflict(state: State, pull: Pull, base: string, head: string): boolean {
  return mergeCommits(state, pull.repositoryId, base, head).kind === "conflict";
}
