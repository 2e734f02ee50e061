/** A command whose subcommands are the operations of a group. */
import { Command } from "commander";
import { catalogue } from "../../operations/catalogue.ts";
import { commandWords } from "../../operations/operation.ts";
import { operationCommand } from "./operation-command.ts";
import type { Terminal } from "./terminal.ts";

export function groupCommand(name: string, description: string, terminal: Terminal): Command {
  const command = new Command(name).description(description);
  const operations = catalogue.filter(({ group }) => group === name);
  const examples = operations.flatMap(({ examples: [first] }) => first ?? []);
  command.addHelpText("after", `\nExamples:\n${examples.map((each) => `  $ signalbox ${each}`).join("\n")}`);
  for (const operation of operations) {
    const [, word = ""] = commandWords(operation).split(" ");
    command.addCommand(operationCommand(operation, terminal).name(word).exitOverride());
  }
  return command;
}
