/**
 * For what an escalation of ours was opened. Never read it from the text, which people may edit; the key says it, in the
 * sealed body or in the origin's memory.
 */
import { type Occasion, parseIssueKey } from "../model/keys/issue-key.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import type { View } from "../model/view.ts";
import { regardedBy } from "./regarding.ts";

/** Undefined for an escalation that somebody else opened. */
export function occasionOf(view: View, escalation: IssueRecord): Occasion | undefined {
  const { id, opened } = escalation.seen;
  const remembered = regardedBy(view, escalation)?.memory.opened.find((each) => each.id === id);
  const key = parseIssueKey(opened?.key ?? remembered?.key ?? "");
  return key?.type === "opened" ? key.occasion : undefined;
}
