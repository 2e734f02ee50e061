/** Reads the signs of life that web processes received from one installation's agents. */
import { integer, optional } from "../../base/row.ts";
import type { HeardElsewhere } from "../../dispatcher/ports/agents/sessions.ts";
import { maxSessionsOfAgent, silentEndMs } from "../../dispatcher/sessions/session-steps.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import { aliveForMs } from "../shape/processes.ts";
import { sessionIn } from "../shape/session-row.ts";
import type { Connection } from "./database/connection.ts";
import { serverNow } from "./database/server-now.ts";
import { statement } from "./database/statement.ts";

const moment = statement(`
SELECT ${serverNow} AS now, min(listens_since) AS since FROM process
WHERE role <> 'worker' AND seen_at > ${serverNow} - ${aliveForMs}`);
/** The latest of every agent, as a script may begin one with every call. Some did not say where they are. */
const sessions = statement(`
SELECT * FROM (
  SELECT *, row_number() OVER (PARTITION BY agent ORDER BY heard_at DESC) AS place FROM session
  WHERE repository_id = ANY(ARRAY(SELECT id FROM repository WHERE installation_id = :installation) || ''::text)
    AND heard_at > ${serverNow} - :silentMs) AS found
WHERE place <= :limit ORDER BY heard_at`);

export async function readHeard(
  connection: Pick<Connection, "snapshot">,
  installation: InstallationId,
): Promise<HeardElsewhere> {
  return connection.snapshot(async (queries) => {
    const row = (await queries.one(moment)) ?? {};
    const values = { installation, silentMs: silentEndMs, limit: maxSessionsOfAgent };
    return {
      now: integer(row, "now"),
      since: optional(integer, row, "since"),
      sessions: (await queries.all(sessions, values)).map(sessionIn),
    };
  });
}
