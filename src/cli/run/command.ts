/** `signalbox run -- claude`: makes a program an agent at work. */
import { Command, Option } from "commander";
import { parseDuration } from "../../base/duration.ts";
import { UserError } from "../../base/errors.ts";
import { harnessNames } from "../../harness/harness.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { RunFlags } from "./run-flags.ts";

const help = `
It claims a task as the agent, starts the program in this folder with the rules and the brief on its standard input,
sends signs of life while the program lives, and keeps a record (signalbox runs). If the program ends by itself and has
asked or handed over, the agent still holds the task. If it did nothing of that, is killed or takes too long, the task
is given back.

Exit codes: 0 the program succeeded, or with --every nothing is ready any more; 1 a mistake, or no such program;
2 no task could be claimed; 3 a program failed or did nothing; 129, 130 and 143 stopped by the end of the terminal,
Ctrl-C or SIGTERM.

Examples:
  $ signalbox run --agent ada -- claude --permission-mode acceptEdits --allowedTools "Bash(signalbox:*)" "Bash(gh:*)" "Bash(git:*)" mcp__signalbox
  $ signalbox run --agent ada --issue 12 --timeout 30m --wait -- opencode run --auto
  $ signalbox run --agent ada --every --track api -- ./my-agent --fast
  $ signalbox run --agent ada --dry-run`;

export function runCommand(terminal: Terminal): Command {
  return new Command("run")
    .description("Run an agent's program on a task: claim it, brief it, record what it does")
    .argument("[command...]", "after --: the program and its arguments (default: the one that is installed)")
    .option("--agent <name>", "the agent, as the settings name it (default: SIGNALBOX_AGENT)")
    .option("--next", "the best task that is ready (the default)")
    .option("--issue <issue>", "this task: 12, '#12', acme/demo#12 or its URL")
    .option("--track <name>", "only tasks on this track")
    .option("--repo <owner/name>", "the repository of the next task")
    .addOption(
      new Option("--harness <name>", "what the program is (default: by its name)").choices([...harnessNames]),
    )
    .option("--every", "one task after the other, until nothing is ready")
    .option("--wait", "stay while a task waits for an answer, and go on in the same conversation")
    .option("--max <number>", "with --every: at most so many tasks", "20")
    .option("--timeout <duration>", "how long the program may take for a task", "2h")
    .option("--dry-run", "only say which task and which command line it would be")
    .option("--json", "print JSON")
    .option(
      "--server <address>",
      "claim and read at this server, with the token of the agent (default: SIGNALBOX_SERVER)",
    )
    .option(
      "--token-file <file>",
      "with --server: a file with that token, or - for standard input (default: SIGNALBOX_TOKEN)",
    )
    .option("--home <folder>", "where signalbox keeps its data (default: SIGNALBOX_HOME or .signalbox)")
    .addHelpText("after", help)
    .action(async (command: string[], flags: RunFlags) => {
      if (flags.issue !== undefined && (flags.next || flags.every || flags.track || flags.repo))
        throw new UserError("--issue names one task: --next, --every, --track and --repo do not go with it.");
      const { runHere } = await import("./run-here.ts");
      await runHere(terminal, command, flags, { timeMs: timeIn(flags), max: maxIn(flags) });
    });
}

/** Node's timers count up to 24 days. */
const maxTimeMs = 24 * 86_400_000;

function timeIn({ timeout }: RunFlags): number {
  const ms = parseDuration(timeout);
  if (ms !== undefined && ms > 0 && ms <= maxTimeMs) return ms;
  throw new UserError(`--timeout must be a duration such as 30m, of at most 24d, found ${timeout}.`);
}

function maxIn({ max, every }: RunFlags): number {
  if (!/^[1-9]\d{0,3}$/.test(max))
    throw new UserError(`--max must be a number from 1 to 9999, found ${max}.`);
  return every === true ? Number(max) : 1;
}
