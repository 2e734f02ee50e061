/**
 * Has a comment read of which only a delivery told: before a read shows whether it came by mail, none of its commands
 * runs.
 */
import { nothing, type RuleInput, refreshSelf, type StateRule } from "../model/rule.ts";

export const readReported: StateRule = { name: "read-reported", updateState };

/** GitHub shows a new comment within seconds, by id too. */
const retryMs = 2_000;

function updateState({ record }: RuleInput) {
  const isUnread = record.seen.comments.some(
    ({ isOnlyReported, missing }) => isOnlyReported === true && missing !== "deleted",
  );
  if (!isUnread) return nothing;
  return { refreshes: [refreshSelf(record, retryMs, "A comment has been reported and not been read.")] };
}
