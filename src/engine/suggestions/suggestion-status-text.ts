/**
 * Builds the status of one of our answers that is not approved yet: how to accept it, or that it is too late
 * for that.
 */
import type { SuggestionData } from "../../protocol/text/status.ts";
import type { NodeId } from "../model/fact.ts";
import type { RuleInput } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { issueNameById } from "../wording/issue-name.ts";
import type { StatusText } from "../wording/status-parts.ts";

/** @param command what a user writes to accept it */
export function suggestionStatusText(input: RuleInput, question: NodeId, command: string): StatusText {
  const { record } = input;
  const data: SuggestionData = {
    status: statusOf(record),
    textHash: record.seen.textHash,
    command,
    question: issueNameById(input, question),
  };
  return { text: { name: "suggestion", data }, isNews: true };
}

/** A person closes it to refuse it; we close it if it came too late. */
function statusOf({ seen: { issueState, closedBy, author } }: IssueRecord): SuggestionData["status"] {
  if (issueState.state !== "closed" || issueState.reason !== "not_planned") return "waiting";
  return closedBy !== undefined && closedBy.id === author?.id ? "over" : "refused";
}
