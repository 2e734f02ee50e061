/** What may be started now, most urgent first. Reads the index, so it costs none of GitHub's quota. */
import { z } from "zod";
import { formatRef } from "../protocol/ref.ts";
import { parseRepository, repoInput, requireServed } from "./issue.ts";
import { limitInput } from "./limit.ts";
import { operation } from "./operation.ts";
import { oneLine } from "./plain.ts";
import type { Card } from "./ports.ts";

function line(card: Card): string {
  const notes = [card.priority, card.track, ...card.assignees.map((login) => `@${login}`)];
  const shown = notes.filter((note) => note !== undefined).map((note) => oneLine(note, 40));
  return [formatRef(card), oneLine(card.title), shown.length > 0 ? `(${shown.join(", ")})` : ""]
    .join("  ")
    .trimEnd();
}

export const ready = operation({
  name: "ready",
  summary: "List the tasks that have nothing in their way",
  audience: "agents",
  input: z
    .object({
      repo: repoInput.optional(),
      track: z.string().max(100).describe("only tasks of this track").optional(),
      assignee: z.string().max(100).describe("only tasks assigned to this login").optional(),
      unassigned: z.boolean().default(false).describe("only tasks that nobody is assigned to"),
      limit: limitInput.default(30).describe("how many to list"),
    })
    .refine(({ assignee, unassigned }) => assignee === undefined || !unassigned, {
      path: ["unassigned"],
      message: "nobody is assigned to a task without assignees; leave one of unassigned and assignee out",
    }),
  positional: [],
  examples: ["ready", "ready --track api --unassigned", "ready --repo acme/demo --json"],
  run: (ports, input) => {
    const repository = input.repo === undefined ? ports.repository : parseRepository(input.repo);
    if (repository !== undefined) requireServed(ports, repository);
    return ports.board.ready({
      repository,
      track: input.track,
      assignee: input.unassigned ? null : input.assignee,
      limit: input.limit,
    });
  },
  text: (cards) => (cards.length === 0 ? "No task is ready." : cards.map(line).join("\n")),
});
