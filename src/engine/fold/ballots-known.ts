/**
 * Withdraws kept ballots whose comments their authors deleted: a read would show them and does not. An index that was lost does not know the
 * comment, so nothing else would notice that somebody deleted it meanwhile. A choice on a page has no comment.
 */
import type { Millis } from "../../base/clock.ts";
import type { IssueSeen, NodeId } from "../model/fact.ts";
import type { PersistedState } from "../model/persisted-state.ts";
import { isOrder } from "../model/spoken.ts";

/** @param since comments created later may be missing because GitHub does not show them yet */
export function withGoneBallots(
  persisted: PersistedState,
  { shown, deletions }: Pick<IssueSeen, "shown" | "deletions">,
  since: Millis,
): PersistedState {
  const { ballots } = persisted;
  if (ballots === undefined || shown === undefined) return persisted;
  const isGone = (ballot: (typeof ballots)[number]): boolean => {
    const { comment, at } = ballot;
    const isMissing =
      shown.gone?.has(comment) === true || (!shown.ids.has(comment) && at > shown.since && at <= since);
    return !isOrder(comment) && isMissing && wasTakenBack(ballot, deletions);
  };
  if (!ballots.some((ballot) => ballot.isWithdrawn !== true && isGone(ballot))) return persisted;
  return {
    ...persisted,
    ballots: ballots.map((ballot) => (isGone(ballot) ? { ...ballot, isWithdrawn: true } : ballot)),
  };
}

/** Whether a voter deleted the comment themselves. GitHub lists who deleted comments of whom, and not which. */
export function wasTakenBack(
  { by }: { readonly by: { readonly id: NodeId } },
  deletions: IssueSeen["deletions"] = [],
): boolean {
  const theirs = deletions.filter(({ authorId }) => authorId === by.id);
  return theirs.length > 0 && theirs.every(({ byId }) => byId === by.id);
}
