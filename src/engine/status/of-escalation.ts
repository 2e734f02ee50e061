/** The status of an escalation: what waits for the decision. */
import type { EscalationStatusData } from "../../protocol/text.ts";
import type { Situation } from "../rule.ts";
import { recordOf } from "../view.ts";
import { endingOf, nameOfId, type StatusText } from "./parts.ts";

export function ofEscalation(situation: Situation): StatusText {
  const { view, record } = situation;
  const message = record.reading.kind === "escalation" ? record.reading.message : undefined;
  const about = message?.kind === "escalation" ? recordOf(view, record, message.regarding) : undefined;
  const data: EscalationStatusData = {
    isOpen: record.seen.standing.state === "open",
    regarding: about && nameOfId(situation, about.seen.id),
    ...endingOf(situation),
  };
  return { text: { name: "status-escalation", data }, isNews: data.mending.problems.length > 0 };
}
