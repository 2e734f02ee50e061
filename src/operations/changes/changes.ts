/**
 * Tells what has changed since a cursor: each issue once, as it is now. A reader that was away for a week, or whose
 * connection was cut, loses nothing and needs no history.
 */
import { z } from "zod";
import { toIsoSeconds } from "../../base/clock.ts";
import { formatRef } from "../../protocol/references/ref.ts";
import { cleanValue } from "../../protocol/render/clean-text.ts";
import { limitInput } from "../flags/limit.ts";
import { parseRepository, repoInput, requireServed } from "../issue.ts";
import { type OperationPorts, operation } from "../operation.ts";
import { cardFields, issueName, millis, readingShape } from "../output/shapes.ts";
import { oneLine } from "../output/terminal-text.ts";
import type { ChangedLine, ChangePage, ChangeQuery } from "./change-board.ts";
import { changesSince, formatChangePlace } from "./change-place.ts";

const line = z.object({
  id: z.int(),
  issue: issueName.optional(),
  repository: z.string().optional().describe("owner/name"),
  at: millis,
  kind: z.string().describe("decided, done, refused, …"),
  rule: z.string(),
  because: z.string(),
  what: z.string(),
  askedBy: z.string().optional().describe("`bob (write)`; absent if nobody asked for it"),
});

const changesFields = {
  cursor: z.string().describe("for --since: what follows comes after it. Opaque"),
  isReset: z
    .boolean()
    .describe(
      "whether the cursor given belongs to another index, or to a reader of other repositories: forget what you have, as everything follows",
    ),
  isMore: z.boolean().describe("whether more follows at once"),
  gone: z
    .array(z.object({ id: z.string().describe("GitHub's node id"), issue: issueName }))
    .describe("what the index has no longer; apply it before the cards"),
  cards: z.array(z.object(cardFields)).describe("each issue that has changed, once, as it is now"),
  lines: z.array(line).describe("what was done since the cursor; without a cursor from now on"),
} as const;

/** As JSON has it, in operations and where changes are followed. */
export type ChangesOutput = ReturnType<typeof changesOutput>;

export function changesOutput({ place, isReset, isMore, gone, cards, lines }: ChangePage) {
  // Streams tell it as well, which is no operation's result.
  return cleanValue({
    cursor: formatChangePlace(place),
    isReset,
    isMore,
    gone: gone.map(({ id, ...ref }) => ({ id, issue: formatRef(ref) })),
    cards,
    lines: lines.map(lineOutput),
  });
}

function lineOutput({ issue, repository, ...rest }: ChangedLine) {
  return {
    ...rest,
    issue: issue && formatRef(issue),
    repository: repository && `${repository.owner}/${repository.repo}`,
  };
}

/** One line for each change, without what only says how to go on. */
export function changesText({ isReset, gone, cards, lines }: ChangesOutput): readonly string[] {
  return [
    ...(isReset
      ? [
          "The cursor belongs to a different index, or to a reader of other repositories, so everything is listed.",
        ]
      : []),
    ...gone.map(({ issue }) => `${issue}\tgone`),
    ...cards.map((card) => {
      const state = card.state === "closed" ? "closed" : (card.status ?? "open");
      return [formatRef(card), card.kind, state, oneLine(card.title)].join("\t");
    }),
    ...lines.map(({ at, issue = "", what, because }) =>
      [toIsoSeconds(at), issue, oneLine(what), oneLine(because, 200)].join("\t"),
    ),
  ];
}

export const changesInput = z.object({
  since: changesSince
    .describe("the cursor of an earlier answer, or `now`; without it all issues are listed")
    .optional(),
  repo: repoInput.optional(),
  limit: limitInput.default(200).describe("maximum number of each list"),
});

export const changes = operation({
  name: "changes",
  summary: "Tell what has changed since a cursor: issues as they are now, and what was done",
  audience: "people",
  effect: "reads",
  tool: "none",
  input: changesInput,
  output: z.object({ ...readingShape, ...changesFields }),
  positional: [],
  examples: ["changes --since now --json", "changes --since c1f09a2.512.90 --json"],
  reads: "object",
  run: async (ports, { since, repo, limit }) => {
    const repository = repo === undefined ? ports.repository : parseRepository(repo);
    if (repository !== undefined) await requireServed(ports, repository);
    return changesOutput(await pageOf(ports, since, { repository, limit }));
  },
  text: (output) => {
    const lines = changesText(output);
    return [...(lines.length === 0 ? ["Nothing has changed."] : lines), `Cursor: ${output.cursor}`].join(
      "\n",
    );
  },
});

async function pageOf(
  { board }: OperationPorts,
  since: ChangeQuery["after"] | "now",
  query: Omit<ChangeQuery, "after">,
): Promise<ChangePage> {
  if (since !== "now") return board.changes({ ...query, after: since });
  return board.changes({ ...query, after: await board.changesEnd() });
}
