/** Lists tasks that can be started now, most urgent first. Reads the index, so it costs no GitHub quota. */
import { z } from "zod";
import { formatRef } from "../protocol/references/ref.ts";
import { limitInput } from "./flags/limit.ts";
import { repoInput, requireServed } from "./issue.ts";
import { operation } from "./operation.ts";
import { asOf, type Shown } from "./output/look.ts";
import { cardFields, readingShape } from "./output/shapes.ts";
import { tableLines } from "./output/table.ts";
import { oneLine } from "./output/terminal-text.ts";
import type { Card } from "./ports.ts";
import { narrowed, spaceInput } from "./spaces/space-asked.ts";

/** No title at GitHub is longer. */
const wholeTitle = 256;

function fields(card: Card): readonly string[] {
  const people = card.assignees.map((login) => `@${login}`).join(", ");
  return [
    formatRef(card),
    oneLine(card.title, wholeTitle),
    ...[card.priority ?? "", card.track ?? "", people].map((field) => oneLine(field, 40)),
  ];
}

function listed(cards: readonly Card[], shown: Shown): string {
  if (cards.length === 0) return "No task is ready.";
  const { paint, isTerminal } = shown.look;
  if (!isTerminal) return tableLines(cards.map(fields), shown.look).join("\n");
  const rows = cards
    .map(fields)
    .map((row) => row.map((field, at) => (at === 4 && !field ? "unassigned" : field)));
  const lines = tableLines(rows, shown.look, {
    flexible: 1,
    paint: (cell, at) => (at === 0 ? paint("good", cell) : cell),
  });
  const next = `Next: signalbox brief ${formatRef(cards[0] ?? { number: 1 })}`;
  return [...lines, `${cards.length} ready. ${asOf(shown)} ${paint("strong", next)}`].join("\n");
}

export const ready = operation({
  name: "ready",
  summary: "List the tasks that nothing blocks",
  audience: "agents",
  input: z
    .object({
      repo: repoInput.optional(),
      track: z.string().max(100).describe("only tasks on this track").optional(),
      space: spaceInput,
      assignee: z.string().max(100).describe("only tasks assigned to this login").optional(),
      for: z.string().max(100).describe("only tasks for which this agent has the capabilities").optional(),
      unassigned: z.boolean().default(false).describe("only unassigned tasks"),
      limit: limitInput.default(30).describe("maximum number to list"),
    })
    .refine(({ assignee, unassigned }) => assignee === undefined || !unassigned, {
      path: ["unassigned"],
      message: "unassigned and assignee are mutually exclusive: use only one",
    }),
  effect: "reads",
  tool: "core",
  output: z.object({ ...readingShape, tasks: z.array(z.object(cardFields)) }),
  positional: [],
  examples: [
    "ready",
    "ready --track api --unassigned",
    "ready --for ada",
    "ready --space 5",
    "ready --repo acme/demo --json",
  ],
  reads: "tasks",
  worksFromGitHub: true,
  run: async (ports, input) => {
    const { repository, space } = await narrowed(ports, input);
    if (repository !== undefined) await requireServed(ports, repository);
    return ports.board.ready({
      repository,
      space,
      track: input.track,
      assignee: input.unassigned ? null : input.assignee,
      for: input.for,
      limit: input.limit,
    });
  },
  text: listed,
});
