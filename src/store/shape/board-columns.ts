/** Columns for queries of the board, which do not parse records. Like all columns, they are derived from the record alone. */
import { shownTitle } from "../../engine/admission/shown-title.ts";
import { isAdmitted } from "../../engine/admission/trust.ts";
import { urgencyOf } from "../../engine/asking/urgency.ts";
import { questionAnsweredBy } from "../../engine/messages/suggestion.ts";
import type { NodeId } from "../../engine/model/fact.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import { foldWords } from "./fold-words.ts";
import { taskIn } from "./issue-columns.ts";

export function boardColumnsOf(record: IssueRecord): {
  readonly awaits: string | null;
  readonly requires: string | null;
  readonly author: string | null;
  readonly pressure: string | null;
  readonly folded_title: string;
} {
  const { seen } = record;
  return {
    awaits: awaitedBy(record) ?? null,
    requires: requirementsOf(record),
    author: seen.author?.login ?? null,
    pressure: urgencyOf(record) ?? null,
    folded_title: foldWords(shownTitle(record)),
  };
}

/** The issue that waits for a person's decision: this one, or the question that it suggests an answer to. */
function awaitedBy(record: IssueRecord): NodeId | undefined {
  const { seen, reading, persisted } = record;
  if (seen.issueState.state !== "open") return undefined;
  switch (reading.kind) {
    case "question":
      return persisted.accepted === undefined ? seen.id : undefined;
    case "escalation":
      return isAdmitted(record) && persisted.decided === undefined ? seen.id : undefined;
    case "answer":
      return isAdmitted(record) ? undefined : questionAnsweredBy(seen.opened?.key ?? "");
    default:
      return undefined;
  }
}

function requirementsOf(record: IssueRecord): string | null {
  const needed = taskIn(record)?.requires ?? [];
  return needed.length === 0 ? null : needed.map((each) => each.trim().toLowerCase()).join("\n");
}
