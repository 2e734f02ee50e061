/** `signalbox verify 60`: runs a repository's invariants on the commit that a handover reports. */
import { Command } from "commander";
import { parseDuration } from "../../base/duration.ts";
import { UserError } from "../../base/errors.ts";
import { asFlag, hostnameFlag } from "../gh/host-flags.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { VerifyFlags } from "./verify-here.ts";

const help = `
The commands come from the default branch's settings and run in that order, without a shell, with an empty home and
none of your environment except PATH. They run the pull request's own code, as you: use a container for untrusted code.
It first tells you whose code and whose commands will run, and asks. A command from the handover itself, under
Verified, runs only if --run gives its exact text; it is split on whitespace, and anything but plain words is rejected.
The running server posts the result on the commit, as the check runs signalbox/invariants and "signalbox/verified: …".
It counts once somebody stands for it: with your own token, a comment on the handover says that you do. You have to be
a person, or an agent that neither holds the task nor wrote the handover.

Exit codes: 0 if all hold, 1 otherwise.

Examples:
  $ signalbox verify '#60' --dry-run         what would run, and whose code
  $ signalbox verify '#60' --run 'npm test'  and this line of Verified
  $ signalbox verify acme/demo#60 --dir ~/demo --time-limit 10m`;

export function verifyCommand(terminal: Terminal): Command {
  return new Command("verify")
    .description("Check the repository's invariants on the commit that a handover reports")
    .argument("<issue>", "the handover: 60, '#60', acme/demo#60 or its URL")
    .option("--dir <folder>", "a clone of the repository, to take the commit from", ".")
    .option(...hostnameFlag)
    .option(...asFlag)
    .option("--time-limit <duration>", "time limit for each command", "5m")
    .option("--run <text>", "also run this line of Verified, by its exact text (repeatable)", collect, [])
    .option("--yes", "do not ask for confirmation, except for a fork's code")
    .option("--dry-run", "print what would run without running it")
    .option("--home <folder>", "where signalbox keeps its data (default: SIGNALBOX_HOME or .signalbox)")
    .option("--json", "print JSON")
    .addHelpText("after", help)
    .action(async (issue: string, flags: VerifyFlags) => {
      const limitMs = parseDuration(flags.timeLimit);
      if (limitMs === undefined || limitMs <= 0)
        throw new UserError(`--time-limit must be a duration such as 5m, found ${flags.timeLimit}.`);
      const { verifyHere } = await import("./verify-here.ts");
      await verifyHere(terminal, issue, flags, limitMs);
    });
}

function collect(text: string, texts: readonly string[]): readonly string[] {
  return [...texts, text];
}
