/** `signalbox env --as alice`: lines for a shell, after which every `gh` in it speaks to the hub as alice. */
import { Command } from "commander";
import { exportLine, ghEnvironment } from "./gh-environment.ts";
import { homeOf } from "./home.ts";
import { isListening, nothingAnswers, readHubSession } from "./hub-session.ts";
import type { Terminal } from "./terminal.ts";

export function envCommand(terminal: Terminal): Command {
  return new Command("env")
    .description("Print the variables that point gh at the hub, as a user of it")
    .requiredOption("--as <login>", "whose token to use: maria, alice, bob or mallory")
    .option("--home <folder>", "where signalbox keeps its data (default: SIGNALBOX_HOME or .signalbox)")
    .option("--json", "print JSON instead of shell lines")
    .addHelpText("after", '\nExamples:\n  $ eval "$(npx signalbox env --as alice)"\n  $ gh issue list')
    .action(async (options: { as: string; home?: string; json?: boolean }) => {
      const home = homeOf(terminal, options.home);
      const session = readHubSession(home);
      const variables = ghEnvironment(session, options.as, home);
      const shown = Object.entries(variables).map(([name, value]) => `${exportLine(name, value)}\n`);
      terminal.out(options.json === true ? `${JSON.stringify(variables, undefined, 2)}\n` : shown.join(""));
      if (!(await isListening(session.url))) terminal.err(nothingAnswers(session));
    });
}
