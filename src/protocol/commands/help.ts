/** `/help`: lists the commands and who may use each. */
import type { Grammar } from "./grammar.ts";

export interface HelpCommand {
  readonly name: "help";
}

export const helpCommand: Grammar<HelpCommand> = {
  name: "help",
  usage: "/help",
  purpose: "Lists the commands.",
  who: "everybody with write access",
  takes: "line",
  read: () => ({ name: "help" }),
};
