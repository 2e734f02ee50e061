/** `/help`: lists the commands and who may use each. */
import type { CommandGrammar } from "./grammar.ts";

export interface HelpCommand {
  readonly name: "help";
}

export const helpCommand: CommandGrammar<HelpCommand> = {
  name: "help",
  usage: "/help",
  purpose: "Lists the commands.",
  who: "anyone with write access",
  takes: "line",
  read: () => ({ name: "help" }),
};
