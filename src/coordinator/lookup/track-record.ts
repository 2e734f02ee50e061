/**
 * How well the coordinator's suggestions did in a repository, and whether it may answer without approval.
 * Uses the lower confidence bound rather than the approved share: three of three prove nothing.
 */
import { currentAcceptedAnswer } from "../../engine/messages/question-state.ts";
import type { IssueRecord } from "../../engine/model/snapshot.ts";
import type { CoordinatorMode } from "../../protocol/settings/context-settings.ts";

export interface TrackRecord {
  /** Our answers that a person approved and no one disputed. */
  readonly accepted: number;
  /** Our answers that a person withdrew, replaced or disputed. */
  readonly rejected: number;
  /** The lower bound of the accepted share with 95 % confidence, 0 to 1. */
  readonly lowerBound: number;
}

/** The lower bound from which the coordinator counts as proven. */
export const provenFrom = 0.9;
/** Two-sided 95 %. */
const z = 1.96;

/** The lower end of Wilson's score interval. */
export function wilsonLowerBound(accepted: number, rejected: number): number {
  const n = accepted + rejected;
  if (n === 0) return 0;
  const share = accepted / n;
  const spread = z * Math.sqrt((share * (1 - share) + (z * z) / (4 * n)) / n);
  return Math.max(0, (share + (z * z) / (2 * n) - spread) / (1 + (z * z) / n));
}

/** The outcome of an answer. */
export type AnswerOutcome = "accepted" | "rejected" | "open";

export function trackRecord(outcomes: readonly AnswerOutcome[]): TrackRecord {
  const accepted = outcomes.filter((outcome) => outcome === "accepted").length;
  const rejected = outcomes.filter((outcome) => outcome === "rejected").length;
  return { accepted, rejected, lowerBound: wilsonLowerBound(accepted, rejected) };
}

/** @param question the one that our answer was opened for; undefined for any other author's answer */
export function answerOutcome(answer: IssueRecord, question: IssueRecord | undefined): AnswerOutcome {
  if (question === undefined) return "open";
  if (currentAcceptedAnswer(question)?.word === answer.seen.id)
    return answer.persisted.admitted?.approver === undefined ? "open" : "accepted";
  const { issueState, closedBy, author } = answer.seen;
  if (issueState.state === "open") return "open";
  const isClosedByUs = closedBy !== undefined && closedBy.id === author?.id;
  // We close an answer as completed once it has answered its question. If it no longer does, it was rejected;
  // any other that we close came too late.
  const isRejected = issueState.reason === (isClosedByUs ? "completed" : "not_planned");
  return isRejected ? "rejected" : "open";
}

/** Whether an answer has to wait for a person's approval. */
export function isSuggesting(mode: CoordinatorMode, { lowerBound }: TrackRecord): boolean {
  if (mode === "auto") return false;
  return mode !== "suggest-until-proven" || lowerBound < provenFrom;
}
