/** Lists cards by their columns, without the records. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import type { Card } from "../../../operations/board/card.ts";
import type { ListFilter } from "../../../operations/board/list-filter.ts";
import { jsonOrNull, toCard } from "../../shape/card-row.ts";
import { foldWords } from "../../shape/fold-words.ts";
import { inSpace } from "../tables/issues/in-space.ts";

/**
 * The inner query is answered by the index `issue_listed` alone, in its order; only the cards shown read the table.
 */
export const listedCards = `
SELECT i.id, i.number, i.kind, i.state, i.status, i.priority, i.track, i.assignees, i.title, i.updated_at, r.owner, r.name
FROM (
  SELECT id, updated_at FROM issue INDEXED BY issue_listed WHERE kind IS NOT NULL
    AND (:repository IS NULL OR repository_id = :repository)
    AND (:among IS NULL OR repository_id IN (SELECT value FROM json_each(:among)))
    AND (:kind IS NULL OR kind = :kind) AND (:state IS NULL OR state = :state)
    AND (:status IS NULL OR (status = :status AND kind = 'task'))
    AND (:track IS NULL OR track = :track COLLATE NOCASE)
    ${inSpace}
    AND (:assignee IS NULL OR instr(lower(assignees), :assignee) > 0)
    AND (:unassigned = 0 OR assignees = ' ')
    AND (:words IS NULL OR has_words(title, :words))
    AND repository_id IN (SELECT id FROM repository)
  ORDER BY updated_at DESC, id LIMIT :limit
) AS first CROSS JOIN issue AS i ON i.id = first.id CROSS JOIN repository AS r ON r.id = i.repository_id
ORDER BY first.updated_at DESC, first.id`;

export class CardList {
  readonly #listed: StatementSync;

  constructor(database: DatabaseSync) {
    // SQLite's own lower() knows ASCII alone.
    database.function("has_words", { deterministic: true }, (title, words) =>
      Number(hasWords(String(title), String(words).split("\n"))),
    );
    this.#listed = database.prepare(listedCards);
  }

  /** @param repository null for all */
  list(repository: RepositoryId | null, filter: ListFilter): readonly Card[] {
    const { words, kind, state, status, track, space, assignee, limit, among } = filter;
    return this.#listed
      .all({
        repository,
        limit,
        kind: kind ?? null,
        state: state ?? null,
        status: status ?? null,
        track: track ?? null,
        space: space ?? null,
        among: jsonOrNull(among),
        words:
          words.length === 0 ? null : words.map((word) => foldWords(word).replaceAll("\n", " ")).join("\n"),
        assignee: typeof assignee === "string" ? ` ${assignee.toLowerCase()} ` : null,
        unassigned: assignee === null ? 1 : 0,
      })
      .map(toCard);
  }
}

function hasWords(title: string, words: readonly string[]): boolean {
  const folded = foldWords(title);
  return words.every((word) => folded.includes(word));
}
