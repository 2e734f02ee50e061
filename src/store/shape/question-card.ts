/** Builds the cards of questions, with the coordinator's proposals. */
import { isAdmitted } from "../../engine/admission/trust.ts";
import { urgencyOf } from "../../engine/asking/urgency.ts";
import { questionState } from "../../engine/messages/question-state.ts";
import { hasPosted } from "../../engine/messages/suggestion.ts";
import type { Proposal } from "../../engine/model/proposal.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import type { Card, QuestionCard } from "../../operations/ports.ts";
import { formatRef } from "../../protocol/references/ref.ts";

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

/** Undefined if the question is unreadable or not admitted. */
export function questionCard(
  card: Card,
  record: IssueRecord,
  proposal: Proposal | undefined,
): QuestionCard | undefined {
  const message = record.reading.kind === "question" ? record.reading.message : undefined;
  if (message?.kind !== "question" || !isAdmitted(record)) return undefined;
  const { id, owner, repo, number, title } = card;
  const { category, context, options, decisionClass, blockingTasks } = message;
  return {
    id,
    owner,
    repo,
    number,
    title,
    textHash: record.seen.textHash,
    category,
    context,
    options,
    decisionClass,
    proposal,
    isOpen: questionState(record) === "open",
    isTakenUp: hasPosted(record),
    urgency: urgencyOf(record) ?? message.urgency,
    createdAt: record.seen.createdAt,
    blocks: blockingTasks.map(formatRef),
  };
}

/** A proposal for an earlier text of the question does not count. */
export function proposalNow(
  { seen: { textHash } }: IssueRecord,
  proposal: Proposal | undefined,
): Proposal | undefined {
  return proposal?.textHash === textHash ? proposal : undefined;
}
