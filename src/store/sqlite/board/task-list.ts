/** Lists and counts the open tasks of each status, from one covering index. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { TaskStatus } from "../../../engine/blocking/task-state.ts";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import type { TaskCard, TaskColumn, TaskFilter } from "../../../operations/board/task-columns.ts";
import { waitsFor } from "../../shape/board-cards.ts";
import { toCard } from "../../shape/card-row.ts";
import { statuses } from "../../shape/task-statuses.ts";
import { integer, oneOf, optional, type Row, text } from "../database/row.ts";
import { inSpace } from "../tables/issues/in-space.ts";
import { viewAround } from "./around.ts";

/** Both queries find their rows by the index `issue_on_board` alone. */
const open = `
FROM issue WHERE state = 'open' AND kind = 'task'
  AND (:repository IS NULL OR repository_id = :repository)
  AND (:among IS NULL OR repository_id IN (SELECT value FROM json_each(:among)))
  AND (:track IS NULL OR track = :track COLLATE NOCASE)
  ${inSpace}
  AND (:assignee IS NULL OR instr(lower(assignees), :assignee) > 0)
  AND (:unassigned = 0 OR assignees = ' ')
  AND (:words = '[]' OR NOT EXISTS (SELECT 1 FROM json_each(:words) AS word WHERE instr(lower(title), word.value) = 0))`;

const counted = `
SELECT status, count(*) AS count ${open} AND status IN (SELECT value FROM json_each(:statuses)) GROUP BY status`;

const listed = `
SELECT i.*, r.owner, r.name, i.record ->> '$.memory.lease.since' AS held_since
FROM (SELECT id, urgency, created_at ${open} AND status = :status ORDER BY urgency, created_at, id LIMIT :limit) AS first
  CROSS JOIN issue AS i ON i.id = first.id CROSS JOIN repository AS r ON r.id = i.repository_id
ORDER BY first.urgency, first.created_at, first.id`;

const tracks = `
SELECT DISTINCT track FROM issue
WHERE state = 'open' AND kind = 'task' AND track IS NOT NULL
  AND (:repository IS NULL OR repository_id = :repository)
  AND (:among IS NULL OR repository_id IN (SELECT value FROM json_each(:among)))
ORDER BY track LIMIT :limit`;

export class TaskList {
  readonly #database: DatabaseSync;
  readonly #counted: StatementSync;
  readonly #listed: StatementSync;
  readonly #tracks: StatementSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#counted = database.prepare(counted);
    this.#listed = database.prepare(listed);
    this.#tracks = database.prepare(tracks);
  }

  /** @param repository null for all */
  list(repository: RepositoryId | null, filter: TaskFilter): readonly TaskColumn[] {
    const wanted = { ...wantedBy(filter), repository };
    const counts = new Map(
      this.#counted
        .all({ ...wanted, statuses: JSON.stringify(filter.statuses) })
        .map((row) => [statusIn(row), integer(row, "count")]),
    );
    return filter.statuses.map((status) => ({
      status,
      count: counts.get(status) ?? 0,
      cards: this.#cards(status, this.#listed.all({ ...wanted, status, limit: filter.limit })),
    }));
  }

  #cards(status: TaskStatus, rows: readonly Row[]): readonly TaskCard[] {
    const cards = rows.map((row) => ({ ...toCard(row), holder: holderIn(row) }));
    if (status !== "blocked") return cards.map((card) => ({ ...card, waitsFor: [] }));
    const view = viewAround(
      this.#database,
      cards.map(({ id }) => id),
    );
    return cards.map((card) => ({ ...card, waitsFor: waitsFor(card, view) }));
  }

  /** The tracks of open tasks. */
  tracks(
    repository: RepositoryId | null,
    among: readonly RepositoryId[] | undefined,
    limit: number,
  ): readonly string[] {
    const wanted = { repository, among: among === undefined ? null : JSON.stringify(among), limit };
    return this.#tracks.all(wanted).map((row) => text(row, "track"));
  }
}

function wantedBy({ track, space, assignee, words, among }: TaskFilter) {
  return {
    track: track ?? null,
    space: space ?? null,
    words: JSON.stringify(words),
    among: among === undefined ? null : JSON.stringify(among),
    assignee: typeof assignee === "string" ? ` ${assignee.toLowerCase()} ` : null,
    unassigned: assignee === null ? 1 : 0,
  };
}

function statusIn(row: Row): TaskStatus {
  return oneOf(row, "status", statuses);
}

function holderIn(row: Row): TaskCard["holder"] {
  const name = optional(text, row, "holder");
  const since = optional(integer, row, "held_since");
  // A person's login is stored after an @.
  return name === undefined || since === undefined ? undefined : { name: name.replace(/^@/, ""), since };
}
