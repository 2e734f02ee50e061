/** `signalbox watch`: notes as they arrive. */
import { Command } from "commander";
import type { Terminal } from "../terminal/terminal.ts";
import type { WatchOptions } from "./watch.ts";

const examples = `
It begins with what is unread, and marks nothing as read. It reads the index, so it costs none of GitHub's quota and
needs no server of its own; something new arrives as long as a server runs. With SIGNALBOX_SERVER it reads that server,
and waits for it while it is away.

Exit codes: 0 ended by --idle or Ctrl-C, 1 a mistake.

Examples:
  $ signalbox watch --agent ada
  $ signalbox watch --track api --json --idle 15m
  $ signalbox watch --all --since n1f09a2.381`;

export function watchCommand(terminal: Terminal): Command {
  return new Command("watch")
    .description("Show notes to an agent, about a track, or all, as they arrive")
    .option("--agent <name>", "notes to this agent (default: SIGNALBOX_AGENT)")
    .option("--track <name>", "notes to anyone about tasks on this track")
    .option("--all", "notes to anyone")
    .option("--repo <owner/name>", "only this repository")
    .option("--since <from>", "begin with read ones too, of the last 2h or after a cursor")
    .option("--idle <duration>", "end after so long without a note, for example 15m")
    .option("--json", "print each note as one line of JSON")
    .option("--home <folder>", "where signalbox keeps its data (default: SIGNALBOX_HOME or .signalbox)")
    .addHelpText("after", examples)
    .action(async (options: WatchOptions) => {
      const { watch } = await import("./watch.ts");
      await watch(terminal, options);
    });
}
