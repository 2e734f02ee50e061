/** Reads the ready list from its covering index, without the records. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { RepositoryId } from "../../../engine/model/fact.ts";
import type { Card, ReadyFilter } from "../../../operations/ports.ts";
import { jsonOrNull, toCard } from "../../shape/card-row.ts";
import { inSpace } from "../tables/issues/in-space.ts";
import type { Capabilities } from "./rosters.ts";

/**
 * The inner query is answered by the index `issue_on_board` alone; only the cards shown read the table.
 * @param more a further condition
 */
const readyQuery = (more = ""): string => `
SELECT i.id, i.number, i.kind, i.state, i.status, i.priority, i.track, i.assignees, i.title, i.updated_at, r.owner, r.name
FROM (
  SELECT id, urgency, created_at FROM issue WHERE state = 'open' AND kind = 'task' AND status = 'ready'
    AND (:repository IS NULL OR repository_id = :repository)
    AND (:among IS NULL OR repository_id IN (SELECT value FROM json_each(:among)))
    AND (:track IS NULL OR track = :track COLLATE NOCASE)
    ${inSpace}
    AND (:assignee IS NULL OR instr(lower(assignees), :assignee) > 0)
    AND (:unassigned = 0 OR assignees = ' ') ${more}
  ORDER BY urgency, created_at, id LIMIT :limit
) AS first CROSS JOIN issue AS i ON i.id = first.id CROSS JOIN repository AS r ON r.id = i.repository_id
ORDER BY first.urgency, first.created_at, first.id`;

/**
 * Only this list reads records, because they hold a task's requirements. Without a roster nothing is checked.
 */
const isFitting = `AND (repository_id NOT IN (SELECT key FROM json_each(:can)) OR NOT EXISTS (
  SELECT 1 FROM json_each(issue.record, '$.reading.message.requires') AS needed
  WHERE lower(trim(needed.value)) NOT IN (SELECT value FROM json_each(:can, '$."' || repository_id || '"'))))`;

export class ReadyList {
  readonly #all: StatementSync;
  readonly #fitting: StatementSync;

  constructor(database: DatabaseSync) {
    this.#all = database.prepare(readyQuery());
    this.#fitting = database.prepare(readyQuery(isFitting));
  }

  /**
   * @param repository null for all
   * @param can of the agent that the tasks have to fit; undefined for all tasks
   */
  list(
    repository: RepositoryId | null,
    { track, space, assignee, limit, among }: ReadyFilter,
    can: Capabilities | undefined,
  ): readonly Card[] {
    const wanted = {
      repository,
      track: track ?? null,
      space: space ?? null,
      limit,
      among: jsonOrNull(among),
      assignee: typeof assignee === "string" ? ` ${assignee.toLowerCase()} ` : null,
      unassigned: assignee === null ? 1 : 0,
    };
    const rows =
      can === undefined ? this.#all.all(wanted) : this.#fitting.all({ ...wanted, can: JSON.stringify(can) });
    return rows.map(toCard);
  }
}
