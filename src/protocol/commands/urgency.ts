/** `/urgency important`: a person changes how long a question or an escalation can wait. */
import { pressures } from "../kinds/escalation.ts";
import { urgencies } from "../kinds/question.ts";
import type { CommandGrammar } from "./grammar.ts";

const words = [...new Set([...urgencies, ...pressures])];

export interface UrgencyCommand {
  readonly name: "urgency";
  readonly urgency: (typeof words)[number];
}

export const urgencyCommand: CommandGrammar<UrgencyCommand> = {
  name: "urgency",
  usage: `/urgency ${words.join("|")}`,
  purpose: "Sets how long the question or escalation can wait.",
  who: "anyone with write access",
  takes: "line",
  read: (argument) => {
    const urgency = words.find((word) => word === argument.toLowerCase());
    return urgency && { name: "urgency", urgency };
  },
};
