/** Builds the cards of decisions that wait for people, for both stores. */
import { shownTitle } from "../../engine/admission/shown-title.ts";
import { urgencyOf } from "../../engine/asking/urgency.ts";
import { deadlineOf } from "../../engine/escalations/reminders/deadline.ts";
import { escalationIn } from "../../engine/messages/subject.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import type { EscalationCard, Suggestion } from "../../operations/board/escalation-card.ts";
import type { Card, Neighbour } from "../../operations/ports.ts";
import type { Answer } from "../../protocol/kinds/answer.ts";
import { formatRef } from "../../protocol/references/ref.ts";
import { linkedIssue } from "./board-cards.ts";

const urgencies: readonly string[] = ["blocking", "important"];

/** The most urgent first, then the oldest. */
export function byUrgency(one: EscalationCard, other: EscalationCard): number {
  const [first, second] = [one, other].map(({ urgency }) => urgencies.indexOf(urgency) + 1 || 3);
  return (first ?? 0) - (second ?? 0) || one.createdAt - other.createdAt;
}

/** Undefined if the escalation is unreadable. */
export function escalationCard(card: Card, record: IssueRecord): EscalationCard | undefined {
  const message = escalationIn(record);
  if (message === undefined) return undefined;
  const { question, options, context, recommendation, impactOfDelay } = message;
  return {
    ...common(card, record),
    urgency: urgencyOf(record) ?? message.urgency,
    question,
    options,
    context,
    recommendation,
    impactOfDelay,
    blocks: blocks(record),
    deadline: deadlineOf(record),
    default: defaultIn(record),
  };
}

/** What its last decision showed in its status, too: what bars a default may be words of the question. */
function defaultIn({ persisted: { silence } }: IssueRecord): EscalationCard["default"] {
  return silence?.from === undefined ? undefined : { option: silence.option, at: silence.from };
}

/**
 * A suggested answer of the coordinator; its decision takes the place of an escalation's question. Undefined
 * if it is unreadable.
 * @param question that it answers
 */
export function suggestionCard(
  card: Card,
  record: IssueRecord,
  question: IssueRecord | undefined,
): EscalationCard | undefined {
  const { reading } = record;
  const message = reading.kind === "answer" ? reading.message : undefined;
  if (message?.kind !== "answer") return undefined;
  const shared = common(card, record);
  return {
    ...shared,
    urgency: (question === undefined ? undefined : urgencyIn(question)) ?? "important",
    question: message.decision,
    options: [],
    approve: `/approve ${shared.textHash}`,
    blocks: question === undefined ? [] : blocks(question),
    suggestion: suggestionIn(card, message, question),
  };
}

function common({ id, owner, repo, number, title, assignees, track }: Card, { seen }: IssueRecord) {
  const { createdAt, author, textHash } = seen;
  return { id, owner, repo, number, title, assignees, track, createdAt, author: author?.login, textHash };
}

/** Open issues that GitHub shows as blocked by it. */
function blocks({ seen }: IssueRecord): readonly Neighbour[] {
  const open = seen.blocking.issues.filter(({ issueState }) => issueState.state === "open");
  return open.map((link) => linkedIssue(link, undefined));
}

function suggestionIn(
  { owner, repo }: Card,
  { rationale, sources, alternatives }: Answer,
  question: IssueRecord | undefined,
): Suggestion {
  const answers = question && {
    ref: formatRef({ owner, repo, number: question.seen.number }),
    title: shownTitle(question),
    state: question.seen.issueState.state,
  };
  return { answers, rationale, sources, alternatives };
}

function urgencyIn(record: IssueRecord): string | undefined {
  const { reading } = record;
  const message = reading.kind === "question" ? reading.message : undefined;
  return urgencyOf(record) ?? (message?.kind === "question" ? message.urgency : undefined);
}
