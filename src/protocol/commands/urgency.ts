/** `/urgency important`: a person changes how long a question or an escalation can wait. */
import { pressures } from "../kinds/escalation.ts";
import { urgencies } from "../kinds/question.ts";
import type { CommandGrammar } from "./grammar.ts";

export const urgencyWords = [...new Set([...urgencies, ...pressures])];

export interface UrgencyCommand {
  readonly name: "urgency";
  readonly urgency: (typeof urgencyWords)[number];
}

export const urgencyCommand: CommandGrammar<UrgencyCommand> = {
  name: "urgency",
  usage: `/urgency ${urgencyWords.join("|")}`,
  purpose: "Sets how long the question or escalation can wait.",
  who: "anyone with write access",
  takes: "line",
  read: (argument) => {
    const urgency = urgencyWords.find((word) => word === argument.toLowerCase());
    return urgency && { name: "urgency", urgency };
  },
};
