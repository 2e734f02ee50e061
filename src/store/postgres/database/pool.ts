/** Connections to the database that `DATABASE_URL` names. */
import pg from "pg";

export interface PoolOptions {
  /** At most this many connections. */
  readonly max: number;
  /** Shown in `pg_stat_activity`. */
  readonly name: string;
  /** An idle connection broke. The pool replaces it; the next query shows whether the database is away. */
  readonly onLost: (error: Error) => void;
}

/** How long a query waits for a connection, and a transaction for its next statement. */
const patienceMs = 5_000;

const { INT8 } = pg.types.builtins;

/** Times in milliseconds, ids of installations, counters and counts: all are safe integers. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === INT8 && format !== "binary" ? Number : pg.types.getTypeParser(oid, format),
};

export function openPool(url: string, { max, name, onLost }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    ...{ max, types, application_name: name, keepAlive: true },
    connectionTimeoutMillis: patienceMs,
    idle_in_transaction_session_timeout: patienceMs,
    statement_timeout: 60_000,
  });
  pool.on("error", onLost);
  return pool;
}
