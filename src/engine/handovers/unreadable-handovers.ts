/**
 * Finds the handovers of a task whose bodies have problems. They settle nothing; what they say about the work is for
 * the next agent alone.
 */
import type { HandoverExcerpt } from "../../protocol/kinds/handover.ts";
import { isAdmitted } from "../admission/trust.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { recordOf, recordsThatName, type View } from "../model/view.ts";

/** Undefined if it can be read, or is no handover. */
export function excerptIn({ reading }: IssueRecord): HandoverExcerpt | undefined {
  return reading.kind === "handover" ? reading.excerpt : undefined;
}

/** The admitted ones that are open: an author who closes one takes it back. */
export function unreadableHandoversOf(view: View, task: IssueRecord): readonly IssueRecord[] {
  return recordsThatName(view, task.seen.id).filter((record) => {
    const excerpt = excerptIn(record);
    return (
      excerpt !== undefined &&
      record.seen.issueState.state === "open" &&
      isAdmitted(record) &&
      recordOf(view, record, excerpt.completes)?.seen.id === task.seen.id
    );
  });
}
