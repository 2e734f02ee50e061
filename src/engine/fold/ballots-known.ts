/**
 * Withdraws kept ballots whose comments a read would show and does not. An index that was lost does not know the
 * comment, so nothing else would notice that somebody deleted it meanwhile. A choice on a page has no comment.
 */
import type { Millis } from "../../base/clock.ts";
import type { IssueSeen } from "../model/fact.ts";
import type { PersistedState } from "../model/persisted-state.ts";
import { isOrder } from "../model/spoken.ts";

/** @param since comments created later may be missing because GitHub does not show them yet */
export function withGoneBallots(
  persisted: PersistedState,
  shown: IssueSeen["shown"],
  since: Millis,
): PersistedState {
  const { ballots } = persisted;
  if (ballots === undefined || shown === undefined) return persisted;
  const isGone = ({ comment, at }: (typeof ballots)[number]): boolean =>
    !isOrder(comment) &&
    (shown.gone?.has(comment) === true || (!shown.ids.has(comment) && at > shown.since && at <= since));
  if (!ballots.some((ballot) => ballot.isWithdrawn !== true && isGone(ballot))) return persisted;
  return {
    ...persisted,
    ballots: ballots.map((ballot) => (isGone(ballot) ? { ...ballot, isWithdrawn: true } : ballot)),
  };
}
