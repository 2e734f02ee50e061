/**
 * What we opened for a question: answers, and decisions for people. A newcomer would know an answer of ours by its
 * author; whoever else writes as our bot one day must not count as the coordinator, so the sealed key says it.
 */
import type { NodeId } from "./fact.ts";
import type { OpenedIssue } from "./memory.ts";
import { openedBy, openedKey, originOf } from "./opened.ts";
import { proposalFor } from "./proposal.ts";
import { acceptedInForce } from "./question-standing.ts";
import type { IssueRecord, Snapshot } from "./snapshot.ts";

/** What our answer to a body is opened for: another body is another question. */
export function answerOutcome({ seen }: IssueRecord): string {
  return `answer@${seen.bodyHash.slice(0, 12)}`;
}

/** What our escalation of a body is opened for. */
export function escalationOutcome({ seen }: IssueRecord): string {
  return `proposed@${seen.bodyHash.slice(0, 12)}`;
}

/** The question that an answer of ours was opened for; undefined for anybody else's. */
export function questionBehind({ reading, seen }: IssueRecord): NodeId | undefined {
  const key = reading.kind === "answer" ? seen.opened?.key : undefined;
  return key === undefined || !/:answer@[^:]*$/.test(key) ? undefined : originOf(key);
}

/** Whether an answer or a decision of ours about this body was opened, whatever became of it. */
export function hasPosted(question: IssueRecord): boolean {
  return hasAnswered(question) || hasEscalated(question);
}

/** Whether a decision of ours about this body was put before people, whatever became of it. */
export function hasEscalated(question: IssueRecord): boolean {
  return openedFor(question, escalationOutcome(question)) !== undefined;
}

/** Whether an answer of ours to this body was opened: another pass, or an index made anew, may find otherwise. */
export function hasAnswered(question: IssueRecord): boolean {
  return openedFor(question, answerOutcome(question)) !== undefined;
}

function openedFor(question: IssueRecord, outcome: string): OpenedIssue | undefined {
  return openedBy(question, openedKey(question.seen.id, outcome));
}

/** Our answer to a question as its body reads now, while it waits until a person stands behind it. */
export function suggestionFor(snapshot: Snapshot, question: IssueRecord): IssueRecord | undefined {
  const opened = openedFor(question, answerOutcome(question));
  const answer = opened && snapshot.records.get(opened.id);
  return answer?.seen.standing.state === "open" && isSuggestion(snapshot, answer) ? answer : undefined;
}

/** Whether it is an answer of ours that is open until a person approves or refuses it. */
export function isWaitingSuggestion(snapshot: Snapshot, answer: IssueRecord): boolean {
  const isApproved = answer.memory.admitted?.hash === answer.seen.bodyHash;
  return answer.seen.standing.state === "open" && !isApproved && isSuggestion(snapshot, answer);
}

/** Whether an answer of ours answers the question's body as it reads now. */
export function isAboutBody(answer: IssueRecord, question: IssueRecord): boolean {
  return answer.seen.opened?.key === openedKey(question.seen.id, answerOutcome(question));
}

/**
 * Whether an answer of ours waits until a person stands behind it. While nobody has worked out its question, nobody
 * knows; then it waits too.
 */
export function isSuggestion({ records, proposals }: Snapshot, answer: IssueRecord): boolean {
  const question = records.get(questionBehind(answer) ?? "");
  if (question === undefined) return false;
  if (acceptedInForce(question) !== undefined) return false;
  const proposal = proposalFor(proposals, question);
  const stands = proposal?.proposed.type === "answer" && isAboutBody(answer, question);
  return !stands || proposal.isSuggestion;
}
