/** What an escalation says and what it is about. */
import type { Escalation } from "../protocol/escalation.ts";
import type { IssueRecord } from "./snapshot.ts";
import { recordOf, type View } from "./view.ts";

export function escalationIn({ reading }: IssueRecord): Escalation | undefined {
  const message = reading.kind === "escalation" ? reading.message : undefined;
  return message?.kind === "escalation" ? message : undefined;
}

/** What an escalation is about, as far as the snapshot knows it. */
export function regardedBy(view: View, escalation: IssueRecord): IssueRecord | undefined {
  const message = escalationIn(escalation);
  return message && recordOf(view, escalation, message.regarding);
}
