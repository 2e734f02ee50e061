/** Connections to the database that `DATABASE_URL` names. */
import pg from "pg";
import { CoalescingSocket } from "./coalescing-socket.ts";
import { planByKey } from "./plans.ts";

export interface PoolOptions {
  /** At most this many connections. */
  readonly max: number;
  /** Shown in `pg_stat_activity`. */
  readonly name: string;
  /** Called when an idle connection breaks. The pool replaces it; the next query shows whether the database is available. */
  readonly onLost: (error: Error) => void;
  /** How long a statement may take; 0 for no limit. */
  readonly statementMs?: number;
}

/** How long a query waits for a free connection, and how long a transaction may be idle. */
export const waitTimeoutMs = 5_000;
const defaultStatementMs = 60_000;

const { INT8 } = pg.types.builtins;

/** Times in milliseconds, ids of installations, counters and counts: all are safe integers. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === INT8 && format !== "binary" ? Number : pg.types.getTypeParser(oid, format),
};

export function openPool(
  url: string,
  { max, name, onLost, statementMs = defaultStatementMs }: PoolOptions,
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    pipeline: true,
    stream: () => new CoalescingSocket(),
    max,
    types,
    application_name: name,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    connectionTimeoutMillis: waitTimeoutMs,
    idle_in_transaction_session_timeout: waitTimeoutMs,
    statement_timeout: statementMs,
    // PostgreSQL's own timeout does not help if its machine is gone.
    query_timeout: statementMs === 0 ? 0 : statementMs + waitTimeoutMs,
  });
  pool.on("error", onLost);
  // The pool handles errors of idle connections only: without this, one lost in a transaction would end the process.
  pool.on("connect", (client) => {
    client.on("error", () => {});
    // Sent before the first statement. Close the connection if it fails: without these settings, statements would be slow
    // for no visible reason.
    client.query(planByKey).catch(() => client.end().catch(() => {}));
  });
  return pool;
}

/**
 * Long enough for a large group of deliveries on a slow disk, and longer than they wait. It limits how long a connection to
 * a machine that is gone stays in use.
 */
const deliveriesMs = 15_000;
export const maxForDeliveries = 3;

/**
 * Reserved for deliveries, so that slow readers cannot delay them. Deliveries use all connections but one. That one is for
 * other small statements that must not wait, such as heartbeats.
 */
export function openPoolForDeliveries(
  url: string,
  onLost: (error: Error) => void,
  max = maxForDeliveries,
): pg.Pool {
  return openPool(url, { max, name: "signalbox deliveries", onLost, statementMs: deliveriesMs });
}
