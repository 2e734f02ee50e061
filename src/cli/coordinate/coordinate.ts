/**
 * `signalbox coordinate`: considers the open questions once, prints the results, and lets the bus act on
 * them.
 */
import { Command } from "commander";
import type { Terminal } from "../terminal/terminal.ts";
import type { CoordinateFlags } from "./coordinate-here.ts";

export function coordinateCommand(terminal: Terminal): Command {
  return new Command("coordinate")
    .description("Answer open questions from the context store, or escalate them to people, once")
    .option("--repo <owner/name>", "limit to this repository")
    .option("--dry-run", "show what would be proposed and why, without saving or changing anything")
    .option("--status", "show how autonomous it is and how many of its answers were approved")
    .option("--record <folder>", "save the model's or program's replies to this folder")
    .option("--replay <folder>", "use the replies saved in this folder instead of calling an answerer")
    .option("--home <folder>", "where signalbox keeps its data (default: SIGNALBOX_HOME or .signalbox)")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  $ signalbox coordinate --dry-run\n  $ signalbox coordinate --repo acme/demo\n  $ signalbox coordinate --status --json",
    )
    .action(async (flags: CoordinateFlags) => {
      const { coordinateHere } = await import("./coordinate-here.ts");
      await coordinateHere(terminal, flags);
    });
}
