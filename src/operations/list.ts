/** Lists issues of any kind by what is known of them, the last updated first. Costs no GitHub quota. */
import { z } from "zod";
import { allKinds } from "../protocol/kinds/kinds.ts";
import { formatRef } from "../protocol/references/ref.ts";
import type { Card } from "./board/card.ts";
import { limitInput } from "./flags/limit.ts";
import { issueInput, repoInput, requireServed } from "./issue.ts";
import { operation } from "./operation.ts";
import { asOf, type Shown, toneOf } from "./output/look.ts";
import { cardFields, readingShape, statuses } from "./output/shapes.ts";
import { tableLines } from "./output/table.ts";
import { oneLine } from "./output/terminal-text.ts";
import { narrowed } from "./spaces/space-asked.ts";

const kinds = allKinds.map(({ name }) => name);

function fields(card: Card): readonly string[] {
  const people = card.assignees.map((login) => `@${login}`).join(", ");
  return [
    formatRef(card),
    card.kind,
    card.state === "closed" ? "closed" : (card.status ?? "open"),
    oneLine(card.title, 256),
    ...[card.priority ?? "", card.track ?? "", people].map((field) => oneLine(field, 40)),
  ];
}

function listed(cards: readonly Card[], shown: Shown): string {
  if (cards.length === 0) return "Nothing matches.";
  const rows = cards.map(fields);
  const { paint, isTerminal } = shown.look;
  const lines = tableLines(rows, shown.look, {
    flexible: 3,
    paint: (cell, at) => (at === 2 ? paint(toneOf(cell), cell) : cell),
  });
  if (!isTerminal) return lines.join("\n");
  return [...lines, `${cards.length} listed. ${asOf(shown)}`].join("\n");
}

export const list = operation({
  name: "list",
  summary: "List tasks, questions and all other issues with a kind",
  audience: "agents",
  effect: "reads",
  tool: "dispatched",
  input: z
    .object({
      words: z
        .array(z.string().trim().min(1).max(200))
        .max(10)
        .describe("words that the title has, all of them")
        .optional(),
      kind: z.enum(kinds).describe("only issues of this kind").optional(),
      state: z.enum(["open", "closed", "all"]).default("open").describe("open, closed or both"),
      status: z.enum(statuses).describe("only tasks with this status").optional(),
      track: z.string().max(100).describe("only issues on this track").optional(),
      space: issueInput.describe("only tasks of this space").optional(),
      assignee: z.string().max(100).describe("only issues assigned to this login").optional(),
      unassigned: z.boolean().default(false).describe("only unassigned issues"),
      repo: repoInput.optional(),
      limit: limitInput.default(30).describe("maximum number to list, the last updated first"),
    })
    .refine(({ assignee, unassigned }) => assignee === undefined || !unassigned, {
      path: ["unassigned"],
      message: "unassigned and assignee are mutually exclusive: use only one",
    }),
  output: z.object({ ...readingShape, issues: z.array(z.object(cardFields)) }),
  positional: ["words"],
  examples: [
    "list --kind question",
    "list token expiry --state all",
    "list --status blocked --track api --json",
  ],
  reads: "issues",
  run: async (
    ports,
    { repo, space: of, assignee, unassigned, words = [], kind, state, status, track, limit },
  ) => {
    const { repository, space } = await narrowed({ ...ports, space: undefined }, { repo, space: of });
    if (repository !== undefined) await requireServed(ports, repository);
    return ports.board.list({
      repository,
      space,
      words,
      kind,
      status,
      track,
      limit,
      state: state === "all" ? undefined : state,
      assignee: unassigned ? null : assignee,
    });
  },
  text: listed,
});
