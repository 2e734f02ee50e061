/**
 * `signalbox sweep`: runs the whole bus once, with a token instead of an App, for teams that run no server.
 * Its settings are environment variables with the names that GitHub uses, because that is how a workflow
 * passes them.
 */
import { Command } from "commander";
import { parseDuration } from "../../base/duration.ts";
import { UserError } from "../../base/errors.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { SweepFlags } from "./sweep-here.ts";

const help = `
Environment:
  GITHUB_TOKEN        a workflow's own token, or an installation's (GH_TOKEN will do)
  GITHUB_REPOSITORY   owner/name, where --repo is not given
  GITHUB_API_URL      the REST root of another host than github.com
  SIGNALBOX_KEY       a secret of the repository, at least 32 bytes, that signs what signalbox writes.
                      Without it nothing is written and the plan is printed.

Examples:
  $ signalbox sweep                          as a workflow does it
  $ signalbox sweep --repo acme/demo --dry-run`;

export function sweepCommand(terminal: Terminal): Command {
  return new Command("sweep")
    .description("Bring one repository up to date once, with a token and without a server")
    .option("--repo <owner/name>", "the repository (default: GITHUB_REPOSITORY)")
    .option("--dry-run", "print what would be written first, and write nothing")
    .option("--home <folder>", "keep the index there between runs (default: rebuilt each time)")
    .option("--time-limit <duration>", "longest that it may take; the next run finds what is left", "5m")
    .option("--json", "print JSON")
    .addHelpText("after", help)
    .action(async (flags: SweepFlags) => {
      const limitMs = parseDuration(flags.timeLimit);
      if (limitMs === undefined || limitMs <= 0)
        throw new UserError(`--time-limit must be a length of time such as 5m, found ${flags.timeLimit}.`);
      const { sweepHere } = await import("./sweep-here.ts");
      await sweepHere(terminal, flags, limitMs);
    });
}
