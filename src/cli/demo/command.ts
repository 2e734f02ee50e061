/**
 * `signalbox demo`: plays the whole story in a few seconds on its own hub and App, in a folder that is
 * deleted afterwards.
 */
import { Command } from "commander";
import type { Terminal } from "../terminal/terminal.ts";

export function demoCommand(terminal: Terminal): Command {
  return new Command("demo")
    .description("Run a walkthrough: a question blocks a task, and its answer unblocks it")
    .addHelpText("after", "\nExamples:\n  $ signalbox demo")
    .action(async () => {
      const { playDemo } = await import("./play-demo.ts");
      await playDemo(terminal);
    });
}
