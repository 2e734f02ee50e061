/**
 * What the adapters of one database share. Every write is one transaction on one connection of the pool, and is durable
 * once `write` resolves.
 */
import type { Pool, PoolClient } from "pg";
import type { Clock } from "../../../base/clock.ts";
import type { Row } from "../../../base/row.ts";
import type { OnStep } from "../../../dispatcher/ports/durable-step.ts";
import type { InstallationId } from "../../../engine/model/fact.ts";
import { bind, type Statement, type Values } from "./statement.ts";

export interface Queries {
  readonly all: (query: Statement, values?: Values) => Promise<readonly Row[]>;
  readonly one: (query: Statement, values?: Values) => Promise<Row | undefined>;
  /** Resolves to how many rows it changed. */
  readonly run: (query: Statement, values?: Values) => Promise<number>;
}

/** Tells the owners of installations that there is work for them. */
export interface Knocks {
  /** Part of the transaction. @param installations ascending, each once: two transactions must lock in one order */
  readonly inWrite: (queries: Queries, installations: readonly InstallationId[]) => Promise<void>;
  /** Called once the transaction is durable. It must not throw. */
  readonly written: (installations: readonly InstallationId[]) => void;
}

/** Where one server serves everything, nobody else needs to be told. */
export const noKnocks: Knocks = { inWrite: async () => {}, written: () => {} };

export interface Connection extends Queries {
  /**
   * A transaction, which is durable once this resolves and undone if `work` rejects. After a deadlock `work` is called
   * again. Never call it inside `work`.
   */
  readonly write: <T>(work: (queries: Queries) => Promise<T>) => Promise<T>;
  /** All that `work` reads is from one moment. */
  readonly snapshot: <T>(work: (queries: Queries) => Promise<T>) => Promise<T>;
  readonly onStep: OnStep;
  readonly clock: Clock;
  readonly knocks: Knocks;
}

export interface ConnectionOptions {
  readonly onStep: OnStep;
  readonly clock: Clock;
  /** Called with what a write threw, or undefined if it was kept. */
  readonly onOutcome: (thrown: unknown) => void;
  /** Called first in each write. It throws once another server has the database. */
  readonly requireTurn?: (queries: Queries) => Promise<void>;
  readonly knocks?: Knocks;
}

export function connectionTo(
  pool: Pool,
  { onStep, clock, onOutcome, requireTurn = async () => {}, knocks = noKnocks }: ConnectionOptions,
): Connection {
  async function transaction<T>(begin: string, work: (queries: Queries) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    let isBroken = true;
    try {
      await client.query(begin);
      try {
        const result = await work(queriesOn(client));
        await client.query("COMMIT");
        isBroken = false;
        return result;
      } catch (thrown) {
        await client.query("ROLLBACK");
        isBroken = false;
        throw thrown;
      }
    } finally {
      // A connection on which even the rollback failed is closed, not reused.
      client.release(isBroken);
    }
  }

  return {
    ...queriesOn(pool),
    write: async (work) => {
      try {
        const result = await repeatedOnce(() =>
          transaction("BEGIN", async (queries) => {
            await requireTurn(queries);
            return work(queries);
          }),
        );
        onOutcome(undefined);
        return result;
      } catch (thrown) {
        onOutcome(thrown);
        throw thrown;
      }
    },
    snapshot: (work) => transaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", work),
    ...{ onStep, clock, knocks },
  };
}

/** PostgreSQL ends one of two transactions that wait for each other: it was undone, and may simply begin again. */
async function repeatedOnce<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && thrown.code === deadlock) return run();
    throw thrown;
  }
}

const deadlock = "40P01";

function queriesOn(target: Pool | PoolClient): Queries {
  const ask = async (query: Statement, values: Values = {}) => {
    const { name, text } = query;
    return target.query<Row>({ name, text, values: [...bind(query, values)] });
  };
  return {
    all: async (query, values) => (await ask(query, values)).rows,
    one: async (query, values) => (await ask(query, values)).rows[0],
    run: async (query, values) => (await ask(query, values)).rowCount ?? 0,
  };
}
