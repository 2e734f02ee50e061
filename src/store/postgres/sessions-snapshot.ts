/** Reads the sessions of an installation's agents, whose signs of life web processes stored. */
import { integer, optional } from "../../base/row.ts";
import type { SessionsSnapshot } from "../../dispatcher/ports/agents/sessions.ts";
import { maxSessionsOfAgent, silentEndMs } from "../../dispatcher/sessions/session-steps.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import { aliveForMs } from "../shape/processes.ts";
import { sessionIn } from "../shape/session-row.ts";
import type { Connection } from "./database/connection.ts";
import { serverNow } from "./database/server-now.ts";
import { statement } from "./database/statement.ts";

const times = statement(`
SELECT ${serverNow} AS now, min(listens_since) AS since FROM process
WHERE role <> 'worker' AND seen_at > ${serverNow} - ${aliveForMs}`);
/**
 * Only the latest sessions of each agent: a script may begin a new one with each call. A session without a repository
 * counts in all.
 */
const sessions = statement(`
SELECT * FROM (
  SELECT *, row_number() OVER (PARTITION BY agent ORDER BY heard_at DESC) AS place FROM session
  WHERE repository_id = ANY(ARRAY(SELECT id FROM repository WHERE installation_id = :installation) || ''::text)
    AND heard_at > ${serverNow} - :silentMs) AS found
WHERE place <= :limit ORDER BY heard_at`);

export async function readSessionsSnapshot(
  connection: Pick<Connection, "snapshot">,
  installation: InstallationId,
): Promise<SessionsSnapshot> {
  return connection.snapshot(async (queries) => {
    const row = (await queries.one(times)) ?? {};
    const values = { installation, silentMs: silentEndMs, limit: maxSessionsOfAgent };
    return {
      now: integer(row, "now"),
      since: optional(integer, row, "since"),
      sessions: (await queries.all(sessions, values)).map(sessionIn),
    };
  });
}
