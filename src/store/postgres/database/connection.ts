/**
 * What the adapters of one database share. Every write is one transaction on one connection of the pool, and is durable
 * once `write` resolves.
 */
import type { Pool, PoolClient } from "pg";
import type { Clock } from "../../../base/clock.ts";
import { Defect } from "../../../base/errors.ts";
import type { Row } from "../../../base/row.ts";
import type { OnStep } from "../../../dispatcher/ports/durable-step.ts";
import type { InstallationId } from "../../../engine/model/fact.ts";
import { bind, type Statement, statement, type Values } from "./statement.ts";

/**
 * Statements that are asked without waiting for one another are on their way together, and PostgreSQL carries them out in
 * the order of the calls: several that do not need each other's answers then cost one round trip.
 */
export interface Queries {
  readonly all: (query: Statement, values?: Values) => Promise<readonly Row[]>;
  readonly one: (query: Statement, values?: Values) => Promise<Row | undefined>;
  /** Resolves to how many rows it changed. */
  readonly run: (query: Statement, values?: Values) => Promise<number>;
}

/** What a statement answered. Known once the transaction is durable. */
export type Answer = () => readonly Row[];

export interface Transaction extends Queries {
  /**
   * A statement that nobody waits for: it travels with the next one, or with the commit. If it fails, it undoes the
   * transaction, which then rejects with its error.
   */
  readonly send: (query: Statement, values?: Values) => Answer;
}

/** Makes installations due and wakes whichever workers serve them. */
export interface WakeUps {
  /** Part of the transaction. @param installations ascending, each once: two transactions must lock in one order */
  readonly inTransaction: (queries: Queries, installations: readonly InstallationId[]) => Promise<void>;
  /** Called once the transaction is durable. It must not throw. */
  readonly afterCommit: (installations: readonly InstallationId[]) => void;
}

/** For a server that has the index to itself: there is no other process to wake. */
export const noWakeUps: WakeUps = { inTransaction: async () => {}, afterCommit: () => {} };

/** Statements that take no round trip of their own. */
export interface Ends<First> {
  /** Sent together with what begins the transaction. It locks and reads. */
  readonly first: (queries: Queries) => Promise<First>;
  /** Sent together with what commits it. */
  readonly last: (queries: Queries, first: First) => Promise<unknown>;
}

export interface Connection extends Queries {
  /**
   * A transaction, which is durable once this resolves and undone if `work` rejects. After a deadlock `work` is called
   * again. Never call it inside `work`.
   */
  readonly write: <T>(work: (queries: Transaction) => Promise<T>) => Promise<T>;
  /** The same, where statements before and after `work` are known. */
  readonly writeBetween: <T, First>(
    ends: Ends<First>,
    work: (queries: Transaction, first: First) => Promise<T>,
  ) => Promise<T>;
  /** All that `work` reads is from one moment. */
  readonly snapshot: <T>(work: (queries: Queries) => Promise<T>) => Promise<T>;
  readonly onStep: OnStep;
  readonly clock: Clock;
  readonly wakeUps: WakeUps;
}

export interface ConnectionOptions {
  readonly onStep: OnStep;
  readonly clock: Clock;
  /** Called with what a write threw, or undefined if it was kept. */
  readonly onOutcome: (thrown: unknown) => void;
  /** Called first in each write. It throws once another server has the database. */
  readonly requireOwnership?: (queries: Queries) => Promise<void>;
  readonly wakeUps?: WakeUps;
}

export function connectionTo(
  pool: Pool,
  { onStep, clock, onOutcome, requireOwnership = async () => {}, wakeUps = noWakeUps }: ConnectionOptions,
): Connection {
  async function transaction<T, First>(
    { first, last }: Ends<First>,
    work: (queries: Transaction, first: First) => Promise<T>,
  ): Promise<T> {
    const client = await pool.connect();
    let isOver = false;
    let isBroken = true;
    try {
      const queries = sendingOn(
        queriesOn(client, () => isOver),
        () => isOver,
      );
      try {
        // What changes something waits for the answers: without a transaction, or our turn, it would be kept.
        const [, , , found] = await Promise.all([
          client.query(begin),
          queries.all(planByKey),
          requireOwnership(queries),
          first(queries),
        ]);
        const result = await work(queries, found);
        const closing = last(queries, found);
        isOver = true;
        const [{ command }] = await Promise.all([client.query(commit), closing, queries.sent()]);
        // PostgreSQL's answer to a commit after a failed statement.
        if (command === "ROLLBACK") throw new Defect("A statement of the transaction failed unnoticed.");
        isBroken = false;
        return result;
      } catch (thrown) {
        isOver = true;
        // What went wrong first is what the caller has to know.
        const reason = queries.failure() ?? thrown;
        isBroken = await client.query("ROLLBACK").then(
          () => false,
          () => true,
        );
        throw reason;
      }
    } finally {
      // A connection on which even the rollback failed is closed, not reused.
      client.release(isBroken);
    }
  }

  async function snapshot<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    let isOver = false;
    try {
      const queries = queriesOn(client, () => isOver);
      const begun = [client.query(beginSnapshot), queries.all(planByKey)];
      const [result] = await Promise.all([work(queries), ...begun]);
      return result;
    } finally {
      isOver = true;
      // Nothing was changed, so nobody waits for the end: what the connection is used for next comes after it.
      client.query(commit).catch(() => {});
      client.release();
    }
  }

  async function writeBetween<T, First>(
    ends: Ends<First>,
    work: (queries: Transaction, first: First) => Promise<T>,
  ): Promise<T> {
    try {
      const result = await repeatedOnce(() => transaction(ends, work));
      onOutcome(undefined);
      return result;
    } catch (thrown) {
      onOutcome(thrown);
      throw thrown;
    }
  }

  return {
    ...queriesOn(pool, () => false),
    ...{ snapshot, writeBetween, onStep, clock, wakeUps },
    write: (work) => writeBetween(noEnds, work),
  };
}

export const noEnds: Ends<undefined> = { first: async () => undefined, last: async () => {} };

// Prepared like all others, so that they are sent together with these.
const begin = statement("BEGIN");
const beginSnapshot = statement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
const commit = statement("COMMIT");
/**
 * To plan a statement takes longer than to run it, and these look rows up by a key: one plan is right for all values. Made
 * while a table is still empty, it must not read all of it, as it is kept until PostgreSQL has new statistics.
 */
const planByKey = statement(`
SELECT set_config('plan_cache_mode', 'force_generic_plan', true), set_config('enable_seqscan', 'off', true),
  set_config('jit', 'off', true)`);

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

/** @param isOver what is asked of a transaction later would be carried out without it */
function queriesOn(target: Pool | PoolClient, isOver: () => boolean): Queries {
  const ask = async (query: Statement, values: Values = {}) => {
    if (isOver()) throw new Defect(`The transaction has ended before ${query.text}`);
    const { name, text } = query;
    return target.query<Row>({ name, text, values: [...bind(query, values)] });
  };
  return {
    all: async (query, values) => (await ask(query, values)).rows,
    one: async (query, values) => (await ask(query, values)).rows[0],
    run: async (query, values) => (await ask(query, values)).rowCount ?? 0,
  };
}

interface Sending extends Transaction {
  /** Resolves once all that was sent is answered. */
  readonly sent: () => Promise<unknown>;
  /** What the first of them that failed was refused with: all that came later failed because of it. */
  readonly failure: () => unknown;
}

/** @param isOver whether the commit is on its way already */
function sendingOn(queries: Queries, isOver: () => boolean): Sending {
  const pending: Promise<unknown>[] = [];
  let failure: unknown;
  return {
    ...queries,
    send: (query, values) => {
      if (isOver()) throw new Defect(`The transaction has ended before ${query.text}`);
      let rows: readonly Row[] | undefined;
      const answered = queries.all(query, values).then((found) => {
        rows = found;
      });
      answered.catch((thrown: unknown) => {
        failure ??= thrown;
      });
      pending.push(answered);
      return () => {
        if (rows === undefined) throw new Defect(`There is no answer yet to ${query.text}`);
        return rows;
      };
    },
    sent: () => Promise.all(pending),
    failure: () => failure,
  };
}
