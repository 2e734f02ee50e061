/**
 * Asks again for comments to agents, and for votes, that a read did not show although it should: they were deleted, or
 * GitHub does not show them yet. Nothing else may ever change on the issue, and then what follows from them would stay.
 */
import { visibilityMs } from "../fold/seen-record.ts";
import type { CommentSeen } from "../model/fact.ts";
import { nothing, type RuleInput, refreshSelf, type StateRule } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { spokenCommands } from "../model/spoken-commands.ts";

export const recheckMissing: StateRule = { name: "recheck-missing", updateState };

function updateState({ record }: RuleInput) {
  const times = record.seen.comments
    .filter((comment) => comment.missing === "perhaps" && hasToStay(record, comment))
    .map(({ createdAt }) => createdAt + visibilityMs);
  if (times.length === 0) return nothing;
  const afterMs = Math.max(0, ...times.map((at) => at - record.readAt));
  return { refreshes: [refreshSelf(record, afterMs, "A comment to agents may have been deleted.")] };
}

/** Whether the comment has an effect only as long as it is there: notes follow from it, or it is a vote. */
export function hasToStay({ persisted }: IssueRecord, said: CommentSeen): boolean {
  const { id } = said;
  return (
    persisted.ballots?.some(({ comment }) => comment === id) === true ||
    persisted.mentions.some(({ comment, counts }) => counts && comment === id) ||
    spokenCommands(said).some(({ name }) => name === "tell")
  );
}
