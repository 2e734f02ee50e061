/** Counts open work. Reads columns only, never whole records. */

import type { Millis } from "../../base/clock.ts";
import { integer, type Row, text } from "../../base/row.ts";
import type { Workload } from "../shape/workload.ts";
import type { Queries } from "./database/connection.ts";
import { statement } from "./database/statement.ts";

const tasks = statement(`
SELECT r.owner || '/' || r.name AS repository, coalesce(counted.status, 'none') AS status, counted.count
FROM (SELECT repository_id, status, count(*) AS count FROM issue
    WHERE state = 'open' AND kind = 'task' GROUP BY repository_id, status) AS counted
  JOIN repository AS r ON r.id = counted.repository_id
ORDER BY 1, 2`);

const questions = statement(`
SELECT coalesce(i.pressure, 'none') AS word, count(*) AS count
FROM moment AS m JOIN issue AS i ON i.id = m.issue_id JOIN repository AS r ON r.id = i.repository_id
WHERE m.at IS NULL AND m.type = 'waits' GROUP BY 1`);

const escalations = statement(`
SELECT coalesce(i.pressure, 'none') AS word, count(*) AS count
FROM issue AS i JOIN repository AS r ON r.id = i.repository_id
WHERE i.kind = 'escalation' AND i.awaits IS NOT NULL GROUP BY 1`);

const grants = statement(`
SELECT kind AS word, count(*) AS count FROM site_grant WHERE expires_at > :now AND kind <> 'link' GROUP BY kind
UNION ALL SELECT 'token', count(*) FROM api_token WHERE expires_at > :now`);

export async function workloadAt(queries: Queries, now: Millis): Promise<Workload> {
  const [open, asked, escalated, granted] = await Promise.all([
    queries.all(tasks),
    queries.all(questions),
    queries.all(escalations),
    queries.all(grants, { now }),
  ]);
  return {
    tasks: open.map((row) => ({
      repository: text(row, "repository"),
      status: text(row, "status"),
      count: integer(row, "count"),
    })),
    questionsOpen: byWord(asked),
    escalationsOpen: byWord(escalated),
    grants: byWord(granted),
  };
}

function byWord(rows: readonly Row[]): ReadonlyMap<string, number> {
  return new Map(rows.map((row) => [text(row, "word"), integer(row, "count")]));
}
