/**
 * `signalbox demo`: plays a story on the server that runs here, where its pages show it live, or on a hub and an App of
 * its own, in a folder that is deleted afterwards.
 */
import { Command, InvalidArgumentError, Option } from "commander";
import { dataFolder } from "../local-index/home.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type StoryName, storyNames } from "./stories.ts";

interface Options {
  readonly story: StoryName;
  readonly pace?: number;
  readonly fresh?: boolean;
  readonly home?: string;
}

/** Slow enough to follow on the board. */
const paceOnTerminal = 2;
const maxPace = 60;

export function demoCommand(terminal: Terminal): Command {
  return new Command("demo")
    .description("Play a story of agents and a person, live on the board if a server runs here")
    .addOption(
      new Option(
        "--story <name>",
        "team: three agents, a file lock, a decision, a handover; question: the walkthrough",
      )
        .choices(storyNames)
        .default("team"),
    )
    .option(
      "--pace <seconds>",
      `pause before each step (default: ${paceOnTerminal} on a terminal, otherwise 0)`,
      readPace,
    )
    .option("--fresh", "play on a hub and an App of its own, even if a server runs here")
    .option(
      "--home <folder>",
      "where the running server keeps its data (default: SIGNALBOX_HOME or .signalbox)",
    )
    .addHelpText("after", "\nExamples:\n  $ signalbox demo\n  $ signalbox demo --story question --fresh")
    .action(async ({ story, pace, fresh, home }: Options) => {
      const { playDemo } = await import("./play-demo.ts");
      const paceMs = (pace ?? (terminal.isTty ? paceOnTerminal : 0)) * 1000;
      await playDemo(terminal, {
        story,
        paceMs,
        home: fresh === true ? undefined : dataFolder(terminal, home),
      });
    });
}

function readPace(text: string): number {
  const seconds = /^\d{1,2}(?:\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  if (seconds >= 0 && seconds <= maxPace) return seconds;
  throw new InvalidArgumentError(`It must be a number of seconds from 0 to ${maxPace}.`);
}
