/** Handles `/urgency`: overrides the section until the section itself is edited. */
import type { UrgencyCommand } from "../../protocol/commands/urgency.ts";
import { pressures } from "../../protocol/kinds/escalation.ts";
import { urgencies } from "../../protocol/kinds/question.ts";
import { type CommandAction, refuse } from "../commands/order.ts";
import type { IssueRecord } from "../model/snapshot.ts";

export const setUrgency: CommandAction<UrgencyCommand> = ({ record }, { urgency }, { createdAt }) => {
  const written = writtenUrgency(record);
  const words: readonly string[] = record.reading.kind === "escalation" ? pressures : urgencies;
  if (written === undefined)
    return refuse(
      "This issue has no urgency: only readable questions and escalations have one. Comment it there.",
    );
  if (!words.includes(urgency))
    return refuse(`Choose one of ${words.map((word) => `\`${word}\``).join(", ")}, in a new comment.`);
  return {
    type: "done",
    persisted: { ...record.persisted, urgency: { instead: written, is: urgency, since: createdAt } },
  };
};

/** The effective urgency: a command's, until the section is edited after it. */
export function urgencyOf(record: IssueRecord): string | undefined {
  const written = writtenUrgency(record);
  const { urgency } = record.persisted;
  return urgency !== undefined && urgency.instead === written ? urgency.is : written;
}

function writtenUrgency({ reading }: IssueRecord): string | undefined {
  const message = reading.kind === undefined ? undefined : reading.message;
  return message?.kind === "question" || message?.kind === "escalation" ? message.urgency : undefined;
}
