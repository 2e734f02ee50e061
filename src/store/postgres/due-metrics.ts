/** Measures how far behind the workers are, for /metrics. */
import { integer } from "../../base/row.ts";
import { githubCreations } from "../../dispatcher/pace.ts";
import type { Queries } from "./database/connection.ts";
import { serverNow } from "./database/server-now.ts";
import { statement } from "./database/statement.ts";

const waitedMs = "(extract(epoch FROM now() - due_at) * 1000)::bigint";
const hourMs = 60 * 60_000;
const figures = statement(`
SELECT (SELECT count(*) FROM due WHERE due_at <= now()) AS waiting,
  coalesce((SELECT max(${waitedMs}) FROM due WHERE due_at <= now()), 0) AS oldest,
  coalesce((SELECT max(used) FROM (
    SELECT count(*) AS used FROM creation WHERE at > ${serverNow} - ${hourMs} GROUP BY installation_id) AS c), 0) AS used`);

export interface DueMetrics {
  readonly oldestDueSeconds: number;
  readonly installationsWaiting: number;
  /** The fewest comments and issues that an installation may still create within the hour. */
  readonly creationsLeft: number;
}

export async function dueMetrics(queries: Queries): Promise<DueMetrics> {
  const row = (await queries.one(figures)) ?? {};
  return {
    oldestDueSeconds: integer(row, "oldest") / 1_000,
    installationsWaiting: integer(row, "waiting"),
    creationsLeft: Math.max(0, githubCreations.awaited.perHour - integer(row, "used")),
  };
}
