/**
 * Tells whether an issue that blocks the tasks it names has what ends that: a question its accepted answer, a
 * vote its outcome. An issue closed as completed without it still blocks, or closing it by hand would decide
 * it.
 */
import { kinds } from "../../protocol/kinds/kinds.ts";
import type { Outcome } from "../model/persisted-state.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { isEditedSince } from "./contract-text.ts";
import { currentAcceptedAnswer, questionState } from "./question-state.ts";

export function blocksTasks({ reading }: Pick<IssueRecord, "reading">): boolean {
  return reading.kind !== undefined && kinds[reading.kind].blocksTasks;
}

/** Whether it was decided. An answer that was deleted since, or disputed, unblocked its tasks all the same. */
export function hadOutcome(record: IssueRecord): boolean {
  const outcome = currentOutcome(record);
  return record.persisted.accepted !== undefined || (outcome !== undefined && outcome.result !== "declined");
}

/**
 * Whether it blocks nothing any more, without an outcome: its asker withdrew the question, or a person declined a
 * change of an interface, whose earlier version stays. What declines the first version leaves its tasks without any.
 */
export function isWithdrawn(record: IssueRecord): boolean {
  const { kind } = record.reading;
  if (kind === "question") return questionState(record) === "withdrawn";
  const message = kind === "contract" ? record.reading.message : undefined;
  const isChange = message?.kind === "contract" && message.replaces !== undefined;
  return isChange && currentOutcome(record)?.result === "declined";
}

/** Whether it is decided now. */
export function hasOutcome(record: IssueRecord): boolean {
  return currentAcceptedAnswer(record) !== undefined || currentOutcome(record) !== undefined;
}

/** What a poll led to. Reopening the issue disputes it, and so does an edit of a contract that was agreed to. */
export function currentOutcome(record: IssueRecord): Outcome | undefined {
  const outcome = keptOutcome(record);
  return outcome === undefined || isEditedSince(record, outcome) ? undefined : outcome;
}

/**
 * The same, also for a closed contract whose text was edited since it was agreed to. One that is still open asks all
 * again after an edit, as if nothing had been agreed to.
 */
export function keptOutcome(record: IssueRecord): Outcome | undefined {
  const { outcome } = record.persisted;
  const { reopenedAt = 0, issueState } = record.seen;
  if (outcome === undefined || outcome.at < reopenedAt) return undefined;
  return issueState.state === "open" && isEditedSince(record, outcome) ? undefined : outcome;
}

/** Whether a contract's text was edited since it was agreed to, so that it is not in force. */
export function isEditedAgreement(record: IssueRecord): boolean {
  return keptOutcome(record) !== undefined && currentOutcome(record) === undefined;
}
