/** Lists spaces and counts their tasks by the columns, without the records. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import type { SpaceCard, SpaceFilter } from "../../../operations/board/space-card.ts";
import { jsonOrNull, toCard } from "../../shape/card-row.ts";
import { integer } from "../database/row.ts";

/** The tasks of a space are counted from the index `issue_by_parent` alone. */
const listed = `
SELECT i.id, i.number, i.kind, i.state, i.status, i.priority, i.track, i.assignees, i.title, i.updated_at, i.created_at,
  r.owner, r.name, count(t.state) AS total, coalesce(sum(t.state = 'closed'), 0) AS closed,
  coalesce(sum(t.state = 'open' AND t.status = 'blocked'), 0) AS blocked,
  coalesce(sum(t.state = 'open' AND t.status IN ('in-progress', 'in-review')), 0) AS started,
  coalesce(sum(t.state = 'open' AND t.status = 'ready'), 0) AS ready
FROM issue AS i CROSS JOIN repository AS r ON r.id = i.repository_id
  LEFT JOIN issue AS t ON t.repository_id = i.repository_id AND t.parent_number = i.number AND t.kind = 'task'
WHERE i.kind = 'space' AND (:repository IS NULL OR i.repository_id = :repository)
  AND (:among IS NULL OR i.repository_id IN (SELECT value FROM json_each(:among)))
  AND (:state IS NULL OR i.state = :state)
GROUP BY i.id ORDER BY i.created_at DESC, i.id LIMIT :limit`;

export class SpaceList {
  readonly #listed: StatementSync;

  constructor(database: DatabaseSync) {
    this.#listed = database.prepare(listed);
  }

  /** @param repository null for all */
  list(repository: RepositoryId | null, { state, limit, among }: SpaceFilter): readonly SpaceCard[] {
    const wanted = { repository, limit, state: state ?? null, among: jsonOrNull(among) };
    return this.#listed.all(wanted).map((row) => ({
      ...toCard(row),
      openedAt: integer(row, "created_at"),
      progress: {
        total: integer(row, "total"),
        closed: integer(row, "closed"),
        blocked: integer(row, "blocked"),
        started: integer(row, "started"),
        ready: integer(row, "ready"),
      },
    }));
  }
}
