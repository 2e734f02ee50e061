/**
 * `signalbox demo`: plays a story in a few seconds on its own hub and App, in a folder that is deleted
 * afterwards.
 */
import { Command, Option } from "commander";
import type { Terminal } from "../terminal/terminal.ts";
import type { StoryName } from "./play-demo.ts";

const stories: readonly StoryName[] = ["question", "team"];

export function demoCommand(terminal: Terminal): Command {
  return new Command("demo")
    .description("Run a walkthrough: a question blocks a task, and its answer unblocks it")
    .addOption(
      new Option("--story <name>", "question, or team: three agents, a file lock, a handover")
        .choices(stories)
        .default("question"),
    )
    .addHelpText("after", "\nExamples:\n  $ signalbox demo\n  $ signalbox demo --story team")
    .action(async ({ story }: { readonly story: StoryName }) => {
      const { playDemo } = await import("./play-demo.ts");
      await playDemo(terminal, story);
    });
}
