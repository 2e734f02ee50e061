/**
 * Tells whether an issue that blocks the tasks it names has what ends that: a question its accepted answer.
 * An issue closed as completed without it still blocks, or closing it by hand would decide it.
 */
import { kinds } from "../../protocol/kinds/kinds.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { currentAcceptedAnswer } from "./question-state.ts";

export function blocksTasks({ reading }: Pick<IssueRecord, "reading">): boolean {
  return reading.kind !== undefined && kinds[reading.kind].blocksTasks;
}

/** Whether it was decided, even if it was reopened since or the words have been deleted. */
export function hadOutcome({ persisted }: IssueRecord): boolean {
  return persisted.accepted !== undefined;
}

/** Whether it is decided now. */
export function hasOutcome(record: IssueRecord): boolean {
  return currentAcceptedAnswer(record) !== undefined;
}
