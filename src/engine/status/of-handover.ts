/** The status of a handover. It is quiet while all is well: the task's people read the handover itself. */
import type { HandoverStatusData } from "../../protocol/text.ts";
import type { Situation } from "../rule.ts";
import { recordOf } from "../view.ts";
import { endingOf, nameOfId, type StatusText } from "./parts.ts";

export function ofHandover(situation: Situation): StatusText {
  const { view, record } = situation;
  const message = record.reading.kind === "handover" ? record.reading.message : undefined;
  const handover = message?.kind === "handover" ? message : undefined;
  const task = handover && recordOf(view, record, handover.completes);
  const data: HandoverStatusData = {
    task: task && nameOfId(situation, task.seen.id),
    outcome: handover?.status ?? "",
    ...endingOf(situation),
  };
  return { text: { name: "status-handover", data }, isNews: data.mending.problems.length > 0 };
}
