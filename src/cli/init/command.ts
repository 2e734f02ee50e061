/**
 * `signalbox init`: installs forms, labels, settings, context folders and the agents' instructions into a
 * repository.
 */
import { Command, Option } from "commander";
import { UserError } from "../../base/errors.ts";
import { asFlag, hostnameFlag } from "../gh/host-flags.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { startedPrograms } from "./agent-workflow.ts";
import { type PreparedHarness, preparedHarnesses } from "./harness-files.ts";
import type { InitOptions } from "./options.ts";

const examples = `
It shows the differences and asks before writing. A second run adds only what is new; local edits are reported and preserved.

Examples:
  $ signalbox init                                    in the current checkout
  $ signalbox init --dir ../web --dry-run             see what would change
  $ signalbox init --agents 3 --account alice         with three agents on alice's login
  $ signalbox init --harness claude --hooks           for Claude Code: CLAUDE.md, and hooks
  $ signalbox init --harness codex --hooks            for Codex, which reads AGENTS.md by itself
  $ signalbox init --mcp                              also for agents that speak MCP
  $ signalbox init --repo acme/web --dry-run          also preview the effect on its issues
  $ signalbox init --repo acme/web --pull-request     as yourself: GH_TOKEN, or gh's login
  $ signalbox init --repo acme/demo --as maria --dry-run   on the hub
  $ signalbox init --remove --dry-run                 see what would be taken out`;

/** @throws UserError for a program that needs no file, or is not known */
function harnessesIn(written: string): readonly PreparedHarness[] {
  const names = written.split(",").map((name) => name.trim().toLowerCase());
  const unknown = names.find((name) => !isPrepared(name));
  if (unknown === undefined) return [...new Set(names.filter(isPrepared))];
  const why =
    unknown === "opencode"
      ? "opencode reads AGENTS.md by itself and needs no file."
      : `${JSON.stringify(unknown.slice(0, 40))} is not a program with a file of its own.`;
  throw new UserError(`${why} --harness takes ${preparedHarnesses.join(", ")}, separated by commas.`);
}

function isPrepared(name: string): name is PreparedHarness {
  return (preparedHarnesses as readonly string[]).includes(name);
}

export function initCommand(terminal: Terminal): Command {
  return new Command("init")
    .description("Install forms, settings, context folders and agents' instructions into a repository")
    .option("--dir <folder>", "the checkout to write to (default: the current folder)")
    .option("--repo <owner/name>", "a repository on GitHub instead")
    .option(...hostnameFlag)
    .option(...asFlag)
    .option("--home <folder>", "the data folder of the hub that --as uses")
    .option("--pull-request", "with --repo: create the labels and open a pull request")
    .option("--agents <number or names>", "how many agents share one login, or their names: ada,bea")
    .option("--account <login>", "with --agents: the login that they share with its person")
    .addOption(
      new Option(
        "--harness <programs>",
        "also the file by which a program reads AGENTS.md: claude,cursor,copilot,gemini; codex for its hooks",
      ).argParser(harnessesIn),
    )
    .option(
      "--hooks",
      "with --harness claude or codex: also hooks that show unread notes and give signs of life",
    )
    .option("--mcp", "also an entry in .mcp.json, by which Claude Code starts signalbox mcp")
    .addOption(
      new Option("--start <program>", "also a workflow that starts agents on tasks offered to them").choices([
        ...startedPrograms,
      ]),
    )
    .option("--bot <id>", "with --start: the number of the App's bot, who alone may start them")
    .option("--source <owner/name@commit>", "with --start: where the workflow gets signalbox from")
    .option("--dry-run", "show what would change without writing anything")
    .option("--yes", "do not ask for confirmation")
    .option("--remove", "take out what init brought and nobody has edited; says what it leaves")
    .option("--force", "also replace, or remove, forms and the section if they were edited")
    .option("--json", "print JSON; needs --yes or --dry-run")
    .addHelpText("after", examples)
    .action(async (options: InitOptions) => {
      const { init } = await import("./init.ts");
      await init(terminal, options);
    });
}
