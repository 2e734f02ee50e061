/** Counts the work that is open, from indexes where there may be much of it. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { Millis } from "../../base/clock.ts";
import type { Workload } from "../shape/workload.ts";
import { integer, text } from "./database/row.ts";

/** Answered by the index `issue_on_board` alone. */
const tasks = `
SELECT r.owner || '/' || r.name AS repository, coalesce(counted.status, 'none') AS status, counted.count
FROM (SELECT repository_id, status, count(*) AS count FROM issue
    WHERE state = 'open' AND kind = 'task' GROUP BY repository_id, status) AS counted
  JOIN repository AS r ON r.id = counted.repository_id
ORDER BY 1, 2`;

/** The urgency that its text says, or that a command has set since. */
const urgency = `
CASE WHEN i.record ->> '$.memory.urgency.instead' = i.record ->> '$.reading.message.urgency'
  THEN i.record ->> '$.memory.urgency.is' ELSE i.record ->> '$.reading.message.urgency' END`;

const questions = `
SELECT coalesce(${urgency}, 'none') AS word, count(*) AS count
FROM moment AS m JOIN issue AS i ON i.id = m.issue_id JOIN repository AS r ON r.id = i.repository_id
WHERE m.at IS NULL AND m.type = 'waits' GROUP BY word`;

const escalations = `
SELECT coalesce(${urgency}, 'none') AS word, count(*) AS count
FROM issue AS i JOIN repository AS r ON r.id = i.repository_id
WHERE i.state = 'open' AND i.kind = 'escalation'
  AND i.record ->> '$.memory.admitted.hash' = i.record ->> '$.seen.textHash'
  AND i.record ->> '$.memory.decided' IS NULL
GROUP BY word`;

const grants = `
SELECT kind AS word, count(*) AS count FROM site_grant WHERE expires_at > :now AND kind <> 'link' GROUP BY kind
UNION ALL SELECT 'token', count(*) FROM api_token WHERE expires_at > :now`;

export class WorkloadCounts {
  readonly #tasks: StatementSync;
  readonly #questions: StatementSync;
  readonly #escalations: StatementSync;
  readonly #grants: StatementSync;

  constructor(database: DatabaseSync) {
    this.#tasks = database.prepare(tasks);
    this.#questions = database.prepare(questions);
    this.#escalations = database.prepare(escalations);
    this.#grants = database.prepare(grants);
  }

  at(now: Millis): Workload {
    return {
      tasks: this.#tasks.all().map((row) => ({
        repository: text(row, "repository"),
        status: text(row, "status"),
        count: integer(row, "count"),
      })),
      questionsOpen: byWord(this.#questions.all()),
      escalationsOpen: byWord(this.#escalations.all()),
      grants: byWord(this.#grants.all({ now })),
    };
  }
}

function byWord(rows: ReturnType<StatementSync["all"]>): ReadonlyMap<string, number> {
  return new Map(rows.map((row) => [text(row, "word"), integer(row, "count")]));
}
