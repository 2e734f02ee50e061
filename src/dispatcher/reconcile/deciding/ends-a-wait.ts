/**
 * Tells which issues lead to what cannot be undone: an accepted answer, a task announced as free. Before
 * either, the list of changes shows whether an earlier answer or another question was lost on its way.
 */
import { currentAcceptedAnswer } from "../../../engine/messages/question-state.ts";
import type { IssueRecord } from "../../../engine/model/snapshot.ts";

/** Whether the index shows an issue that something waits for, or that waits itself. */
export function mayEndWait(record: IssueRecord): boolean {
  const { seen, persisted, reading } = record;
  if (seen.issueState.state === "closed") return false;
  if (reading.kind === "question") return currentAcceptedAnswer(record) === undefined;
  if (reading.kind !== "task") return isAnswer(record);
  return (
    persisted.heldBy.length > 0 || seen.blockedBy.issues.some(({ issueState }) => issueState.state === "open")
  );
}

/** An answer is often read for the first time in the pass that accepts it. */
export function isAnswer({ seen, reading }: IssueRecord): boolean {
  return reading.kind === "answer" && seen.issueState.state === "open";
}
