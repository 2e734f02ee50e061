/**
 * `signalbox sweep`: runs the whole bus once, with a token instead of an App, for teams without a server. Its
 * settings are environment variables with the names that GitHub uses, because that is how a workflow passes
 * them.
 */
import { Command } from "commander";
import { parseDuration } from "../../base/duration.ts";
import { UserError } from "../../base/errors.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { SweepFlags } from "./sweep-here.ts";

const help = `
Environment:
  GITHUB_TOKEN        a workflow's own token, or an installation's (or GH_TOKEN)
  GITHUB_REPOSITORY   owner/name, if --repo is not given
  GITHUB_API_URL      the REST root, for hosts other than github.com
  SIGNALBOX_KEY       a secret of the repository, at least 32 bytes, that signs what signalbox writes.
                      Without it nothing is written and the plan is printed.

Examples:
  $ signalbox sweep                          in a workflow
  $ signalbox sweep --repo acme/demo --dry-run`;

export function sweepCommand(terminal: Terminal): Command {
  return new Command("sweep")
    .description("Bring one repository up to date once, with a token and without a server")
    .option("--repo <owner/name>", "the repository (default: GITHUB_REPOSITORY)")
    .option("--dry-run", "print what would be written first without writing anything")
    .option("--home <folder>", "folder to keep the index in between runs (default: rebuilt each time)")
    .option(
      "--kept-index <file>",
      "sealed index of an earlier run; one that is not the newest run's is refused",
    )
    .option("--seal", "leave the index in that file for the next run")
    .option("--time-limit <duration>", "time limit for the run; the next run continues", "5m")
    .option("--json", "print JSON")
    .addHelpText("after", help)
    .action(async (flags: SweepFlags) => {
      const limitMs = parseDuration(flags.timeLimit);
      if (limitMs === undefined || limitMs <= 0)
        throw new UserError(`--time-limit must be a duration such as 5m, found ${flags.timeLimit}.`);
      const { sweepHere } = await import("./sweep-here.ts");
      await sweepHere(terminal, flags, limitMs);
    });
}
