/** `/decide 2 because …` on an escalation: the option chosen, and why. A reply without it is talk. */
import type { Grammar } from "./grammar.ts";

export interface DecideCommand {
  readonly name: "decide";
  /** From 1. */
  readonly option: number;
  readonly because: string | undefined;
}

const form = /^(\d{1,3})(?:[.,:]?\s+(?:because\s+)?(\S.*))?$/is;

export const decideCommand: Grammar<DecideCommand> = {
  name: "decide",
  usage: "/decide 2 because …",
  purpose: "Settles the escalation it is written under: the option of that number, and why.",
  who: "people who may settle what it is about",
  takes: "comment",
  read: (argument) => {
    const [, option, because] = form.exec(argument) ?? [];
    return option === undefined ? undefined : { name: "decide", option: Number(option), because };
  },
};
