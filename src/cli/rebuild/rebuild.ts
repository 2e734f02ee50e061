/**
 * `signalbox rebuild`: recreates the index from GitHub alone and reports whether the existing one differed.
 */
import { Command } from "commander";
import type { Terminal } from "../terminal/terminal.ts";

export function rebuildCommand(terminal: Terminal): Command {
  return new Command("rebuild")
    .description("Rebuild the index from GitHub alone and report any differences")
    .option("--home <folder>", "where signalbox keeps its data (default: SIGNALBOX_HOME or .signalbox)")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  $ signalbox rebuild\n  $ signalbox rebuild --home /var/lib/signalbox-web   # by a web process of this machine",
    )
    .action(async (options: { home?: string; json?: boolean }) => {
      const { rebuildHere } = await import("./rebuild-here.ts");
      await rebuildHere(terminal, options);
    });
}
