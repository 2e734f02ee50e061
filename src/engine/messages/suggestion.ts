/**
 * Identifies what we opened for a question: answers, and decisions for people. Do not rely on the author:
 * another program that writes as our bot must not count as the coordinator, so the sealed key decides.
 */
import type { NodeId } from "../model/fact.ts";
import { type OpeningReason, parseIssueKey } from "../model/keys/issue-key.ts";
import { openedBy, openedKey } from "../model/opened.ts";
import type { OpenedIssue } from "../model/persisted-state.ts";
import { proposalFor } from "../model/proposal.ts";
import type { IssueRecord, Snapshot } from "../model/snapshot.ts";
import { currentAcceptedAnswer } from "./question-state.ts";

/** How many characters of a text's hash identify it. */
const hashLength = 12;

/** The beginning of a text's hash, enough to name it in a key. */
export function shortTextHash({ seen }: IssueRecord): string {
  return seen.textHash.slice(0, hashLength);
}

/** Why we answer a text: a different one, title or body, is a different question. */
export function reasonForAnswer(question: IssueRecord): OpeningReason {
  return { type: "answer", textHash: shortTextHash(question) };
}

/** Why we escalate a text. */
export function reasonForEscalation(question: IssueRecord): OpeningReason {
  return { type: "proposed", textHash: shortTextHash(question) };
}

/** The question that one of our answers was opened for; undefined for answers by others. */
export function questionBehind({ reading, seen }: IssueRecord): NodeId | undefined {
  return reading.kind === "answer" ? questionAnsweredBy(seen.opened?.key ?? "") : undefined;
}

/** The question that our issue with this key was opened to answer; undefined for any other key. */
export function questionAnsweredBy(written: string): NodeId | undefined {
  const key = parseIssueKey(written);
  return key?.type === "opened" && key.openingReason.type === "answer" ? key.originId : undefined;
}

/** Whether we opened an answer or an escalation for this body, whatever became of it. */
export function hasPosted(question: IssueRecord): boolean {
  return hasAnswered(question) || hasEscalated(question);
}

/** Whether we opened an escalation for this body, whatever became of it. */
export function hasEscalated(question: IssueRecord): boolean {
  return openedFor(question, reasonForEscalation(question)) !== undefined;
}

/**
 * Whether we opened an answer to this body: another pass, or a rebuilt index, may arrive at a different
 * result.
 */
export function hasAnswered(question: IssueRecord): boolean {
  return openedFor(question, reasonForAnswer(question)) !== undefined;
}

function openedFor(question: IssueRecord, reason: OpeningReason): OpenedIssue | undefined {
  return openedBy(question, openedKey(question.seen.id, reason));
}

/** Our answer to a question's current body, while it awaits a person's approval. */
export function suggestionFor(snapshot: Snapshot, question: IssueRecord): IssueRecord | undefined {
  const opened = openedFor(question, reasonForAnswer(question));
  const answer = opened && snapshot.records.get(opened.id);
  return answer?.seen.issueState.state === "open" && isSuggestion(snapshot, answer) ? answer : undefined;
}

/** Whether this is one of our answers, still open, that no person has approved or refused yet. */
export function isWaitingSuggestion(snapshot: Snapshot, answer: IssueRecord): boolean {
  const isApproved = answer.persisted.admitted?.hash === answer.seen.textHash;
  return answer.seen.issueState.state === "open" && !isApproved && isSuggestion(snapshot, answer);
}

/** Whether one of our answers answers the question's current body. */
export function isAboutBody(answer: IssueRecord, question: IssueRecord): boolean {
  return answer.seen.opened?.key === openedKey(question.seen.id, reasonForAnswer(question));
}

/**
 * Whether one of our answers awaits a person's approval. It does, too, while there is no proposal for its
 * question yet.
 */
export function isSuggestion({ records, proposals }: Snapshot, answer: IssueRecord): boolean {
  const question = records.get(questionBehind(answer) ?? "");
  if (question === undefined) return false;
  if (currentAcceptedAnswer(question) !== undefined) return false;
  const proposal = proposalFor(proposals, question);
  const stands = proposal?.proposed.type === "answer" && isAboutBody(answer, question);
  return !stands || proposal.isSuggestion;
}
