/**
 * What we opened for a question: answers, and decisions for people. A newcomer would know an answer of ours by its
 * author; whoever else writes as our bot one day must not count as the coordinator, so the sealed key says it.
 */
import type { NodeId } from "../model/fact.ts";
import { type Occasion, parseIssueKey } from "../model/keys/issue-key.ts";
import type { OpenedIssue } from "../model/memory.ts";
import { openedBy, openedKey } from "../model/opened.ts";
import { proposalFor } from "../model/proposal.ts";
import type { IssueRecord, Snapshot } from "../model/snapshot.ts";
import { acceptedInForce } from "./question-standing.ts";

/** Characters of a body's hash that name it. */
const hashLength = 12;

/** What our answer to a body is opened for: another body is another question. */
export function answerOccasion({ seen }: IssueRecord): Occasion {
  return { reason: "answer", bodyHash: seen.bodyHash.slice(0, hashLength) };
}

/** What our escalation of a body is opened for. */
export function escalationOccasion({ seen }: IssueRecord): Occasion {
  return { reason: "proposed", bodyHash: seen.bodyHash.slice(0, hashLength) };
}

/** The question that an answer of ours was opened for; undefined for anybody else's. */
export function questionBehind({ reading, seen }: IssueRecord): NodeId | undefined {
  return reading.kind === "answer" ? questionAnsweredBy(seen.opened?.key ?? "") : undefined;
}

/** The question that an issue of ours with this key was opened to answer; undefined for every other key. */
export function questionAnsweredBy(written: string): NodeId | undefined {
  const key = parseIssueKey(written);
  return key?.type === "opened" && key.occasion.reason === "answer" ? key.originId : undefined;
}

/** Whether an answer or a decision of ours about this body was opened, whatever became of it. */
export function hasPosted(question: IssueRecord): boolean {
  return hasAnswered(question) || hasEscalated(question);
}

/** Whether a decision of ours about this body was put before people, whatever became of it. */
export function hasEscalated(question: IssueRecord): boolean {
  return openedFor(question, escalationOccasion(question)) !== undefined;
}

/** Whether an answer of ours to this body was opened: another pass, or an index made anew, may find otherwise. */
export function hasAnswered(question: IssueRecord): boolean {
  return openedFor(question, answerOccasion(question)) !== undefined;
}

function openedFor(question: IssueRecord, occasion: Occasion): OpenedIssue | undefined {
  return openedBy(question, openedKey(question.seen.id, occasion));
}

/** Our answer to a question as its body reads now, while it waits until a person stands behind it. */
export function suggestionFor(snapshot: Snapshot, question: IssueRecord): IssueRecord | undefined {
  const opened = openedFor(question, answerOccasion(question));
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
  return answer.seen.opened?.key === openedKey(question.seen.id, answerOccasion(question));
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
