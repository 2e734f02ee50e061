/**
 * Identifies issues that may trigger an irreversible action: an accepted answer, a task announced as
 * unblocked. Before either, the list of changes reveals whether an earlier answer or question was missed.
 */
import { blocksTasks, hasOutcome } from "../../../engine/messages/outcome.ts";
import type { IssueRecord } from "../../../engine/model/snapshot.ts";

/** Whether the index shows an issue that something waits for, or that waits itself. */
export function mayEndWait(record: IssueRecord): boolean {
  const { seen, persisted, reading } = record;
  if (seen.issueState.state === "closed") return false;
  if (blocksTasks(record)) return !hasOutcome(record);
  if (reading.kind !== "task") return isAnswer(record);
  return (
    persisted.heldBy.length > 0 || seen.blockedBy.issues.some(({ issueState }) => issueState.state === "open")
  );
}

/** An answer is often read for the first time in the pass that accepts it. */
export function isAnswer({ seen, reading }: IssueRecord): boolean {
  return reading.kind === "answer" && seen.issueState.state === "open";
}
