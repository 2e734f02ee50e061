/** The advisory lock on a database, and a message that names its holders to a process that is refused. */
import type pg from "pg";
import { toIsoSeconds } from "../../../base/clock.ts";
import { integer, type Row } from "../../../base/row.ts";

/** `exclusive` for a single server, `shared` for processes that share the database. */
export type LockMode = "exclusive" | "shared";

/** The key of the advisory lock: arbitrary numbers that nothing else in this database uses. */
export const advisoryLock = [1_746_610_325, 1];

const holders = `
SELECT a.application_name AS name, (extract(epoch FROM a.backend_start) * 1000)::float8 AS since,
  (l.mode = 'ShareLock')::int AS is_shared, count(*) OVER ()::int AS count
FROM pg_locks AS l JOIN pg_stat_activity AS a ON a.pid = l.pid
WHERE l.locktype = 'advisory' AND l.classid = $1::bigint::oid AND l.objid = $2::bigint::oid AND l.granted
  AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
ORDER BY a.backend_start LIMIT 1`;

/** Explains why the lock could not be taken, and what to do. */
export async function inUse(client: pg.Client, wanted: LockMode): Promise<string> {
  const { rows } = await client.query<Row>(holders, advisoryLock);
  const row = rows[0] ?? { is_shared: 0, count: 1 };
  const name = typeof row.name === "string" && row.name !== "" ? row.name : "another server";
  const since = typeof row.since === "number" ? `, since ${toIsoSeconds(Math.floor(row.since))}` : "";
  const used = `The database that DATABASE_URL names is in use by ${name}${since}`;
  if (integer(row, "is_shared") === 1) {
    const others = integer(row, "count") - 1;
    const more = others === 0 ? "" : `, and by ${others} more`;
    return `${used}${more}: web or worker processes, which share it. Stop them first, or start this process as one of them, with --role web or --role worker. \`signalbox rebuild\` has them do the work if it gets the data folder of a web process: --home <folder>.`;
  }
  if (wanted === "shared")
    return `${used}: a server that serves everything itself. Stop it first, then start web and worker processes, or give this process another database.`;
  return `${used}. Stop that server first, or give this one another database.`;
}
