/** `signalbox agents` lists the roster, and `signalbox agents add` writes an agent into it. */
import { Command } from "commander";
import { agents } from "../../operations/agents.ts";
import { asFlag, hostnameFlag } from "../gh/host-flags.ts";
import { operationCommand } from "../terminal/operation-command.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { AddOptions } from "./add.ts";

const examples = `
It shows the difference and asks before writing: the settings file of a checkout, which you then commit, or with --repo a pull request. Like every change of who may do what, it takes effect once a person who may change the settings brought it to the default branch.

Examples:
  $ signalbox agents add ada --account ada-bot --dir .
  $ signalbox agents add ada --app ada-of-acme --repo acme/web
  $ signalbox agents add ada --account alice --key ada.pub --with-person --dry-run
  $ signalbox agents add ada --account alice --key ada.pub --repo acme/web
  $ signalbox agents add ada --key laptop.pub --dry-run`;

export function agentsCommand(terminal: Terminal): Command {
  return operationCommand(agents, terminal).enablePositionalOptions().addCommand(addCommand(terminal));
}

function addCommand(terminal: Terminal): Command {
  return new Command("add")
    .description("Add an agent to the settings file, or give one that is there a key")
    .argument("<name>", "what it is called: lower-case letters, digits and hyphens")
    .option("--account <login>", "the account that it writes as")
    .option("--app <slug>", "a GitHub App instead, whose bot it writes as: a login of its own")
    .option("--key <file>", "its public key, a .pub file")
    .option(
      "--replace-key",
      "for an agent that is there: the key instead of those that it has (default: another one)",
    )
    .option("--with-person", "a person uses the account too")
    .option("--role <word>", "what it does, for others to see")
    .option("--can <words>", "its capabilities, separated by commas")
    .option("--dir <folder>", "the checkout to write to (default: the current folder)")
    .option("--repo <owner/name>", "a repository on GitHub instead, by a pull request")
    .option(...hostnameFlag)
    .option(...asFlag)
    .option("--home <folder>", "the data folder of the hub that --as uses")
    .option("--pull-request", "with --repo: open a pull request, which is the default there")
    .option("--dry-run", "show what would change without writing anything")
    .option("--yes", "do not ask for confirmation")
    .option("--json", "print JSON; needs --yes or --dry-run")
    .addHelpText("after", examples)
    .exitOverride()
    .action(async (name: string, options: AddOptions) => {
      const { addAgent } = await import("./add.ts");
      await addAgent(terminal, name, options);
    });
}
