/** The status of an answer of ours that nobody stands behind yet: how to take it, or that it is too late for that. */
import type { SuggestionData } from "../../protocol/text/status.ts";
import type { NodeId } from "../model/fact.ts";
import type { Situation } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { nameOfId } from "../wording/issue-name.ts";
import type { StatusText } from "../wording/status-parts.ts";

/** @param command what somebody writes to take it */
export function ofSuggestion(situation: Situation, question: NodeId, command: string): StatusText {
  const { record } = situation;
  const data: SuggestionData = {
    standing: standingOf(record),
    bodyHash: record.seen.bodyHash,
    command,
    question: nameOfId(situation, question),
  };
  return { text: { name: "suggestion", data }, isNews: true };
}

/** A person's closing is a no; ours says that it came too late. */
function standingOf({ seen: { standing, closedBy, author } }: IssueRecord): SuggestionData["standing"] {
  if (standing.state !== "closed" || standing.reason !== "not_planned") return "waiting";
  return closedBy !== undefined && closedBy.id === author?.id ? "over" : "refused";
}
