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

/** @param connection without a check of ownership: no installation owns these tables */
export function sharedTables(connection: Connection, wakeUps: WakeUps): SharedTables {
  return {
    requests: new PostgresRequests(connection, wakeUps),
    processes: new PostgresProcesses(connection),
    pauses: new PostgresPauses(connection),
    sessions: new PostgresSessions(connection),
    sessionsIn: (installation) => readSessionsSnapshot(connection, installation),
    oldestDue: () => oldestDue(connection),
    accessChanges: () => accessChanges(connection),
    orderAnswers: (ids) => orderAnswers(connection, ids),
  };
}
