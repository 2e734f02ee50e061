/** Issues with their dependencies, in formats of other programs. */
import { toIsoSeconds } from "../../base/clock.ts";
import { formatRef } from "../../protocol/references/ref.ts";
import { cleanValue } from "../../protocol/render/clean-text.ts";
import type { Card } from "../board/card.ts";
import type { Drawn } from "../graph/drawn.ts";
import { oneLine } from "../output/terminal-text.ts";
import { asCsv } from "./csv.ts";

/** A card with what it waits for and what waits for it: `acme/demo#9`, or `elsewhere-1` for an issue that is not named. */
export interface ExportedCard extends Card {
  readonly issue: string;
  readonly blockedBy: readonly string[];
  readonly blocking: readonly string[];
}

export function withEdges(cards: readonly Card[], { edges }: Pick<Drawn, "edges">): readonly ExportedCard[] {
  const blockedBy = Map.groupBy(edges, ({ blocked }) => blocked);
  const blocking = Map.groupBy(edges, ({ blocker }) => blocker);
  return cards.map((card) => {
    const issue = formatRef(card);
    return {
      issue,
      ...card,
      blockedBy: (blockedBy.get(issue) ?? []).map(({ blocker }) => blocker),
      blocking: (blocking.get(issue) ?? []).map(({ blocked }) => blocked),
    };
  });
}

/** One object a line. */
export function asJsonLines(cards: readonly ExportedCard[]): string {
  return cards.map((card) => `${JSON.stringify(cleanValue(card))}\n`).join("");
}

const columns = [
  "issue",
  "kind",
  "state",
  "status",
  "title",
  "priority",
  "track",
  "assignees",
  "blocked_by",
  "blocking",
  "updated",
];

/** Lists within a cell are separated by spaces. */
export function asTable(cards: readonly ExportedCard[]): string {
  const rows = cards.map((card) =>
    [
      card.issue,
      card.kind,
      card.state,
      card.status ?? "",
      card.title,
      card.priority ?? "",
      card.track ?? "",
      card.assignees.join(" "),
      card.blockedBy.join(" "),
      card.blocking.join(" "),
      toIsoSeconds(card.updatedAt),
    ].map((cell) => oneLine(cell, 10_000)),
  );
  return asCsv([columns, ...rows]);
}
