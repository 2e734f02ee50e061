/**
 * Judges kept ballots whose comments are gone: a read would show them and does not. An index that was lost does not know the
 * comment, so nothing else would notice that somebody deleted it meanwhile. A choice on a page has no comment.
 */
import type { Millis } from "../../base/clock.ts";
import type { DeletionsSeen, IssueSeen } from "../model/fact.ts";
import type { Ballot, PersistedState } from "../model/persisted-state.ts";
import { isOrder } from "../model/spoken.ts";

/** @param since comments created later may be missing because GitHub does not show them yet */
export function withGoneBallots(
  persisted: PersistedState,
  { shown, deletions }: Pick<IssueSeen, "shown" | "deletions">,
  since: Millis,
): PersistedState {
  const { ballots } = persisted;
  if (ballots === undefined || shown === undefined) return persisted;
  const isGone = ({ comment, at }: Ballot): boolean =>
    !isOrder(comment) &&
    (shown.gone?.has(comment) === true || (!shown.ids.has(comment) && at > shown.since && at <= since));
  const judged = ballots.map((ballot) => (isGone(ballot) ? judgeGone(ballot, deletions) : ballot));
  return judged.every((ballot, n) => ballot === ballots[n]) ? persisted : { ...persisted, ballots: judged };
}

/**
 * The ballot, whose comment is gone, withdrawn if its author deleted it. What somebody else deleted stands: who has write
 * access could silence a vote, or an objection. Judged once, and not before GitHub lists a deletion that may be it: events come up to
 * some seconds late, and a deletion from before the word was written is another comment's.
 */
export function judgeGone(ballot: Ballot, deletions: DeletionsSeen | undefined): Ballot {
  if (ballot.isWithdrawn === true || ballot.outlives !== undefined || deletions === undefined) return ballot;
  const since = deletions.list.filter(({ at }) => at >= ballot.at);
  const hidesEarlier = deletions.hidesEarlier && since.length === deletions.list.length;
  const theirs = since.filter(({ authorId }) => authorId === ballot.by.id);
  if (theirs.length === 0) return hidesEarlier ? { ...ballot, outlives: "deleted by somebody" } : ballot;
  const own = theirs.filter(({ byId }) => byId === ballot.by.id);
  if (own.length === 0 && !hidesEarlier) return { ...ballot, outlives: "deleted by others" };
  const isOwn = own.length === theirs.length && !hidesEarlier;
  return isOwn ? { ...ballot, isWithdrawn: true } : { ...ballot, outlives: "deleted by somebody" };
}
