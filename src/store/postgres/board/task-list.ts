/** Lists and counts the open tasks of each status. */
import { integer, oneOf, type Row, text } from "../../../base/row.ts";
import type { TaskStatus } from "../../../engine/blocking/task-state.ts";
import { nameOf } from "../../../engine/leases/holder.ts";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import type {
  TaskCard,
  TaskColumn,
  TaskFilter,
  TrackFilter,
} from "../../../operations/board/task-columns.ts";
import { waitsFor } from "../../shape/board-cards.ts";
import { toCard } from "../../shape/card-row.ts";
import { foldWords } from "../../shape/fold-words.ts";
import { recordIn } from "../../shape/record-row.ts";
import { statuses } from "../../shape/task-statuses.ts";
import type { Connection } from "../database/connection.ts";
import type { Values } from "../database/statement.ts";
import { viewAround } from "./around.ts";
import { amongValues, assigneeValues, Conditional, firstIssues, issueConditions } from "./conditions.ts";

const isOpen = "state = 'open' AND kind = 'task'";

const counted = (where: string): string => `
SELECT status, count(*) AS count FROM issue WHERE ${isOpen} ${where} AND status = ANY(:statuses::text[]) GROUP BY status`;

const listed = (where: string): string => `
SELECT i.*, r.owner, r.name
FROM (${firstIssues("id, urgency, created_at", `${isOpen} ${where}`, "urgency, created_at, id")}) AS first
  JOIN issue AS i ON i.id = first.id JOIN repository AS r ON r.id = i.repository_id
ORDER BY first.urgency, first.created_at, first.id`;

/** Skips from one track to the next in an index, as each may have thousands of tasks. */
const tracks = (where: string): string => `
WITH RECURSIVE found AS (
  (SELECT repository_id, track FROM issue WHERE ${isOpen} AND track IS NOT NULL ${where}
    ORDER BY repository_id, track LIMIT 1)
  UNION ALL
  SELECT next.* FROM found CROSS JOIN LATERAL (
    SELECT repository_id, track FROM issue WHERE ${isOpen} AND track IS NOT NULL ${where}
      AND (repository_id, track) > (found.repository_id, found.track)
    ORDER BY repository_id, track LIMIT 1) AS next)
SELECT DISTINCT track FROM found ORDER BY track LIMIT :limit`;

export class TaskList {
  readonly #connection: Connection;
  readonly #counted = new Conditional(counted, issueConditions);
  readonly #listed = new Conditional(listed, issueConditions);
  readonly #tracks = new Conditional(tracks, issueConditions);

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** @param repository null for all */
  async list(repository: RepositoryId | null, filter: TaskFilter): Promise<readonly TaskColumn[]> {
    const wanted = { ...wantedBy(filter), repository };
    const rows = await this.#connection.lists.all(this.#counted.for(wanted), {
      ...wanted,
      statuses: filter.statuses,
    });
    const counts = new Map(rows.map((row) => [oneOf(row, "status", statuses), integer(row, "count")]));
    return Promise.all(
      filter.statuses.map(async (status) => {
        const values = { ...wanted, status, limit: filter.limit };
        const cards = await this.#connection.lists.all(this.#listed.for(values), values);
        return { status, count: counts.get(status) ?? 0, cards: await this.#cards(status, cards) };
      }),
    );
  }

  async #cards(status: TaskStatus, rows: readonly Row[]): Promise<readonly TaskCard[]> {
    const cards = rows.map((row) => ({ ...toCard(row), holder: holderIn(row) }));
    if (status !== "blocked" || cards.length === 0) return cards.map((card) => ({ ...card, waitsFor: [] }));
    const view = await viewAround(
      this.#connection,
      cards.map(({ id }) => id),
    );
    return cards.map((card) => ({ ...card, waitsFor: waitsFor(card, view) }));
  }

  /** The tracks of open tasks. */
  async tracks(
    repository: RepositoryId | null,
    { among, limit }: Pick<TrackFilter, "among" | "limit">,
  ): Promise<readonly string[]> {
    const values = { repository, among: among ?? null, limit };
    const rows = await this.#connection.lists.all(this.#tracks.for(values), values);
    return rows.map((row) => text(row, "track"));
  }
}

function wantedBy({ track, space, assignee, words, among }: TaskFilter): Values {
  return {
    track: track ?? null,
    space: space ?? null,
    ...amongValues(among, assignee),
    words: words.length === 0 ? null : words.map(foldWords),
    ...assigneeValues(assignee),
  };
}

function holderIn(row: Row): TaskCard["holder"] {
  if (row.holder === null) return undefined;
  const { lease } = recordIn(row).persisted;
  return lease && { name: nameOf(lease.holder), since: lease.since };
}
