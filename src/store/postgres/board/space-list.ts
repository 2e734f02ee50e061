/** Lists spaces and counts their tasks from columns, without reading records. */
import { integer } from "../../../base/row.ts";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import type { SpaceCard, SpaceFilter } from "../../../operations/board/space-card.ts";
import { toCard } from "../../shape/card-row.ts";
import type { Queries } from "../database/connection.ts";
import { Conditional, cardColumns, issueConditions } from "./conditions.ts";

/** The tasks of a space are counted from the index `issue_by_parent`. */
const listed = (where: string): string => `
SELECT ${cardColumns}, i.created_at, tasks.*
FROM (SELECT id FROM issue WHERE kind = 'space' ${where} ORDER BY created_at DESC, id LIMIT :limit) AS first
  JOIN issue AS i ON i.id = first.id JOIN repository AS r ON r.id = i.repository_id
  CROSS JOIN LATERAL (
    SELECT count(*) AS total, count(*) FILTER (WHERE state = 'closed') AS closed,
      count(*) FILTER (WHERE state = 'open' AND status = 'blocked') AS blocked,
      count(*) FILTER (WHERE state = 'open' AND status IN ('in-progress', 'in-review')) AS started,
      count(*) FILTER (WHERE state = 'open' AND status = 'ready') AS ready
    FROM issue AS t WHERE t.repository_id = i.repository_id AND t.parent_number = i.number AND t.kind = 'task') AS tasks
ORDER BY i.created_at DESC, i.id`;

export class SpaceList {
  readonly #queries: Queries;
  readonly #listed = new Conditional(listed, issueConditions);

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  /** @param repository null for all */
  async list(
    repository: RepositoryId | null,
    { state, limit, among }: SpaceFilter,
  ): Promise<readonly SpaceCard[]> {
    const values = { repository, limit, state: state ?? null, among: among ?? null };
    const rows = await this.#queries.all(this.#listed.for(values), values);
    return rows.map((row) => ({
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
