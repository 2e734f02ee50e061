/** Maps rows of the index to questions with the coordinator's results. */

import { isAdmitted } from "../../../engine/admission/trust.ts";
import { urgencyOf } from "../../../engine/asking/urgency.ts";
import { questionState } from "../../../engine/messages/question-state.ts";
import { hasPosted } from "../../../engine/messages/suggestion.ts";
import type { Proposal } from "../../../engine/model/proposal.ts";
import type { QuestionCard } from "../../../operations/ports.ts";
import { formatRef } from "../../../protocol/references/ref.ts";
import { parseRecord } from "../../shape/stored-json.ts";
import { type Row, text } from "../database/row.ts";
import { toCard } from "./board-cards.ts";

const urgencies: readonly string[] = ["blocking", "important", "nice-to-have"];

/** Open questions first, then the most urgent, then the oldest. */
export function byOpenness(one: QuestionCard, other: QuestionCard): number {
  const openness = Number(other.isOpen) - Number(one.isOpen);
  return (
    openness ||
    urgencies.indexOf(one.urgency) - urgencies.indexOf(other.urgency) ||
    one.createdAt - other.createdAt
  );
}

export function toQuestion(row: Row, proposal: Proposal | undefined): readonly QuestionCard[] {
  const record = parseRecord(text(row, "record"));
  const message = record.reading.kind === "question" ? record.reading.message : undefined;
  if (message?.kind !== "question" || !isAdmitted(record)) return [];
  const { id, owner, repo, number, title } = toCard(row);
  const { category, context, options, decisionClass, blockingTasks } = message;
  return [
    {
      ...{ id, owner, repo, number, title, category, context, options, decisionClass, proposal },
      isOpen: questionState(record) === "open",
      isTakenUp: hasPosted(record),
      urgency: urgencyOf(record) ?? message.urgency,
      createdAt: record.seen.createdAt,
      blocks: blockingTasks.map(formatRef),
    },
  ];
}
