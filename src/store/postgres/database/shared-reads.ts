/**
 * Reads that need no transaction share a connection if they are asked in the same turn of the event loop. A system call
 * and a process of PostgreSQL that wakes up for each of them would cost more than most reads do.
 */
import type { Pool, PoolClient, QueryConfig, QueryResult } from "pg";
import type { Row } from "../../../base/row.ts";
import { bind, type Statement, type Values } from "./statement.ts";

/** A read waits for those before it on its connection. */
const maxTogether = 16;

interface Read {
  readonly query: QueryConfig;
  readonly resolve: (result: QueryResult<Row>) => void;
  readonly reject: (thrown: unknown) => void;
}

export function sharedReadsOn(pool: Pool) {
  const read = sharingReads(pool);
  const all = async (query: Statement, values: Values = {}): Promise<readonly Row[]> => {
    const { name, text } = query;
    return (await read({ name, text, values: [...bind(query, values)] })).rows;
  };
  const one = async (query: Statement, values?: Values): Promise<Row | undefined> =>
    (await all(query, values))[0];
  return { all, one };
}

interface TimedQuery extends QueryConfig {
  readonly query_timeout?: number;
}

/** The driver's timeout starts now, and each of the reads before this one may take the full time. */
function withTimeout(query: QueryConfig, timeoutMs: number | undefined, place: number): TimedQuery {
  return timeoutMs ? { ...query, query_timeout: timeoutMs * (place + 1) } : query;
}

function sharingReads(pool: Pool): (query: QueryConfig) => Promise<QueryResult<Row>> {
  let waiting: Read[] = [];

  async function sendTogether(reads: readonly Read[]): Promise<void> {
    let client: PoolClient;
    try {
      client = await pool.connect();
    } catch (thrown) {
      for (const { reject } of reads) reject(thrown);
      return;
    }
    const results = await Promise.allSettled(
      reads.map(({ query, resolve, reject }, place) => {
        const result = client.query<Row>(withTimeout(query, pool.options.query_timeout, place));
        result.then(resolve, reject);
        return result;
      }),
    );
    // As the pool does with single statements: after an error the connection is closed.
    client.release(results.some(({ status }) => status === "rejected"));
  }

  return (query) =>
    new Promise((resolve, reject) => {
      if (waiting.length === maxTogether) waiting = [];
      waiting.push({ query, resolve, reject });
      if (waiting.length > 1) return;
      const reads = waiting;
      queueMicrotask(() => {
        if (waiting === reads) waiting = [];
        void sendTogether(reads);
      });
    });
}
