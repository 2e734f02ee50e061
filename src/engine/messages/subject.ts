/** Reads what an escalation says and what it is about. */
import type { Escalation } from "../../protocol/kinds/escalation.ts";
import { unescaped } from "../../protocol/render/unescaped.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { recordOf, type View } from "../model/view.ts";

/** In the words that people wrote: a body that we wrote contains them neutralised. */
export function escalationIn(record: IssueRecord): Escalation | undefined {
  const written = writtenIn(record);
  if (written === undefined || record.seen.opened === undefined) return written;
  const { options, recommendation } = written;
  return {
    ...written,
    options: options.map(unescaped),
    recommendation: recommendation === undefined ? undefined : unescaped(recommendation),
  };
}

/** The issue that an escalation is about, if the snapshot has it. */
export function subjectOf(view: View, escalation: IssueRecord): IssueRecord | undefined {
  const message = writtenIn(escalation);
  if (message === undefined || message.regarding === "settings") return undefined;
  return recordOf(view, escalation, message.regarding);
}

function writtenIn({ reading }: IssueRecord): Escalation | undefined {
  const message = reading.kind === "escalation" ? reading.message : undefined;
  return message?.kind === "escalation" ? message : undefined;
}
