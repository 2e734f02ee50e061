/** Opens the tables that web processes and workers share. */
import type { SharedTables } from "../shape/shared-tables.ts";
import type { Connection, WakeUps } from "./database/connection.ts";
import { orderAnswers } from "./orders.ts";
import { PostgresPauses } from "./pauses.ts";
import { PostgresProcesses } from "./processes.ts";
import { PostgresRequests } from "./requests.ts";
import { PostgresSessions } from "./sessions.ts";
import { readSessionsSnapshot } from "./sessions-snapshot.ts";
import { accessChanges } from "./tables/access-change-table.ts";
import { oldestDue } from "./tables/due-table.ts";

/**
 * @param connection without a check of ownership: no installation owns these tables
 * @param reserved for heartbeats and what /health shows, which must not wait for readers
 */
export function sharedTables(
  connection: Connection,
  wakeUps: WakeUps,
  reserved: Connection = connection,
): SharedTables {
  return {
    requests: new PostgresRequests(connection, wakeUps),
    processes: new PostgresProcesses(reserved),
    pauses: new PostgresPauses(reserved),
    sessions: new PostgresSessions(connection),
    sessionsIn: (installation) => readSessionsSnapshot(connection, installation),
    oldestDue: () => oldestDue(reserved),
    accessChanges: () => accessChanges(reserved),
    orderAnswers: (ids) => orderAnswers(connection, ids),
  };
}
