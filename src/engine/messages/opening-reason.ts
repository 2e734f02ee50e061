/**
 * Finds what one of our escalations was opened for. Never read it from the text, which people may edit: use
 * the key, in the signed body or in the origin's persisted state.
 */
import { type OpeningReason, parseIssueKey } from "../model/keys/issue-key.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import type { View } from "../model/view.ts";
import { subjectOf } from "./subject.ts";

/** Undefined for an escalation that we did not open. */
export function openingReasonOf(view: View, escalation: IssueRecord): OpeningReason | undefined {
  const { id, opened } = escalation.seen;
  const remembered = subjectOf(view, escalation)?.persisted.opened.find((each) => each.id === id);
  const key = parseIssueKey(opened?.key ?? remembered?.key ?? "");
  return key?.type === "opened" ? key.openingReason : undefined;
}
