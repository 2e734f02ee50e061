/** Shows a space: its purpose, how far its tasks are, and what everyone who works in it needs to know. */
import { z } from "zod";
import { issueInput } from "../issue.ts";
import { operation } from "../operation.ts";
import { asOf, type Shown } from "../output/look.ts";
import { cardDetailFields, readingShape } from "../output/shapes.ts";
import { oneLine, quotedLines, quotedWords } from "../output/terminal-text.ts";
import { heading } from "../show.ts";
import { type SpaceAsked, spaceAt } from "./space-asked.ts";
import { progressLine, taskLines } from "./space-text.ts";

function textOf(card: SpaceAsked, shown: Shown): string {
  const { purpose, agents, pinnedFiles, context, progress, tasks, coming } = card.space;
  const lines = [
    heading(card),
    progressLine(progress),
    ...section("Purpose", quoted(purpose)),
    ...section("Tasks", taskLines(tasks)),
    ...section("About to join", taskLines(coming)),
    ...section(
      "Agents",
      agents.length === 0 ? [] : [`  ${agents.map((name) => oneLine(name, 40)).join(", ")}`],
    ),
    ...section(
      "Pinned files",
      pinnedFiles.map((path) => `  ${quotedWords(path, 200)}`),
    ),
    ...section("Context", quoted(context)),
  ];
  return shown.look.isTerminal ? [...lines, "", asOf(shown)].join("\n") : lines.join("\n");
}

const quoted = (text: string): readonly string[] => (text === "" ? [] : quotedLines(text, 100));

const section = (title: string, found: readonly string[]): readonly string[] =>
  found.length === 0 ? [] : ["", title, ...found];

export const spaceShow = operation({
  name: "space-show",
  group: "space",
  summary: "Show a space: its purpose, its tasks and how far they are",
  audience: "people",
  effect: "reads",
  tool: "dispatched",
  input: z.object({ space: issueInput.describe("the space: 5, acme/demo#5 or its URL") }),
  output: z.object({ ...readingShape, ...cardDetailFields }),
  positional: ["space"],
  examples: ["space show 5", "space show acme/demo#5 --json"],
  reads: "object",
  run: async (ports, { space }) => spaceAt(ports, space),
  text: textOf,
});
