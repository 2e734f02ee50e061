/** Lists spaces with the progress of each. Reads the index, so it costs no GitHub quota. */
import { z } from "zod";
import { formatRef } from "../../protocol/references/ref.ts";
import type { SpaceCard } from "../board/space-card.ts";
import { limitInput } from "../flags/limit.ts";
import { parseRepository, repoInput, requireServed } from "../issue.ts";
import { operation } from "../operation.ts";
import { asOf, type Shown } from "../output/look.ts";
import { cardFields, millis, progressShape, readingShape } from "../output/shapes.ts";
import { tableLines } from "../output/table.ts";
import { oneLine } from "../output/terminal-text.ts";

function fields(card: SpaceCard): readonly string[] {
  const { closed, total, blocked } = card.progress;
  const progress = `${closed} of ${total} closed${blocked > 0 ? `, ${blocked} blocked` : ""}`;
  return [formatRef(card), card.state, progress, oneLine(card.title, 256), oneLine(card.track ?? "", 40)];
}

function listed(cards: readonly SpaceCard[], shown: Shown): string {
  if (cards.length === 0) return "There is no space.";
  const lines = tableLines(cards.map(fields), shown.look, { flexible: 3 });
  return shown.look.isTerminal
    ? [...lines, `${cards.length} listed. ${asOf(shown)}`].join("\n")
    : lines.join("\n");
}

export const spaceList = operation({
  name: "space-list",
  group: "space",
  summary: "List the spaces, with how far their tasks are",
  audience: "people",
  effect: "reads",
  tool: "dispatched",
  input: z.object({
    state: z.enum(["open", "closed", "all"]).default("open").describe("open, closed or both"),
    repo: repoInput.optional(),
    limit: limitInput.default(30).describe("maximum number to list, the newest first"),
  }),
  output: z.object({
    ...readingShape,
    spaces: z.array(z.object({ ...cardFields, progress: progressShape, openedAt: millis })),
  }),
  positional: [],
  examples: ["space list", "space list --state all --json"],
  reads: "spaces",
  run: async (ports, { repo, state, limit }) => {
    const repository = repo === undefined ? ports.repository : parseRepository(repo);
    if (repository !== undefined) await requireServed(ports, repository);
    return ports.board.spaces({ repository, limit, state: state === "all" ? undefined : state });
  },
  text: listed,
});
