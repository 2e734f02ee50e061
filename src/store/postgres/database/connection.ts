/**
 * Transactions on the connections of a pool. Each write is one transaction on one connection, and is durable once `write`
 * resolves.
 */
import type { Pool, PoolClient } from "pg";
import type { Clock } from "../../../base/clock.ts";
import { Defect } from "../../../base/errors.ts";
import type { Row } from "../../../base/row.ts";
import type { OnStep } from "../../../dispatcher/ports/durable-step.ts";
import type { InstallationId } from "../../../engine/model/fact.ts";
import { retriedAfterDeadlock } from "./deadlock.ts";
import { isReadOnly } from "./failure.ts";
import { planForValues } from "./plans.ts";
import { sharedReadsOn } from "./shared-reads.ts";
import { bind, type Statement, statement, type Values } from "./statement.ts";

/**
 * Calls that do not wait for one another are sent together, and PostgreSQL runs them in the order of the calls: statements
 * that do not need each other's results cost one round trip.
 */
export interface Queries {
  readonly all: (query: Statement, values?: Values) => Promise<readonly Row[]>;
  readonly one: (query: Statement, values?: Values) => Promise<Row | undefined>;
  /** Resolves to the number of rows changed. */
  readonly run: (query: Statement, values?: Values) => Promise<number>;
}

/** Returns the rows of a statement. Call it once the transaction is durable. */
export type Answer = () => readonly Row[];

export interface Transaction extends Queries {
  /**
   * Sends a statement together with the next one or with the commit, at no round trip of its own. If it fails, the
   * transaction is rolled back and rejects with its error.
   */
  readonly send: (query: Statement, values?: Values) => Answer;
}

/** Makes installations due and wakes the workers that own them. */
export interface WakeUps {
  /** Part of the transaction. @param installations ascending, each once: two transactions must lock in one order */
  readonly inTransaction: (queries: Queries, installations: readonly InstallationId[]) => Promise<void>;
  /** Called once the transaction is durable. It must not throw. */
  readonly afterCommit: (installations: readonly InstallationId[]) => void;
}

/** For a single server: there is no other process to wake. */
export const noWakeUps: WakeUps = { inTransaction: async () => {}, afterCommit: () => {} };

/** Statements at the beginning and the end of a transaction, at no round trip of their own. */
export interface TransactionHooks<First> {
  /** Sent together with BEGIN. It locks and reads. */
  readonly first: (queries: Queries) => Promise<First>;
  /** Sent together with COMMIT. */
  readonly last: (queries: Queries, first: First) => Promise<unknown>;
}

/**
 * Never write or lock in `all` and `one`: reads of one turn of the event loop share a connection, and the others would
 * wait.
 */
export interface Connection extends Queries {
  /**
   * Runs `work` in a transaction, which is durable once this resolves and rolled back if `work` rejects. After a deadlock
   * `work` is called again. Never call `write` inside `work`.
   */
  readonly write: <T>(work: (queries: Transaction) => Promise<T>) => Promise<T>;
  /** As `write`, with statements that are sent before and after `work`. */
  readonly writeWithHooks: <T, First>(
    hooks: TransactionHooks<First>,
    work: (queries: Transaction, first: First) => Promise<T>,
  ) => Promise<T>;
  /** Runs `work` in a read-only transaction with one snapshot. */
  readonly snapshot: <T>(work: (queries: Queries) => Promise<T>) => Promise<T>;
  /** For lists and counts whose best plan depends on the values, or which read whole tables. Others keep one plan. */
  readonly lists: Queries;
  readonly onStep: OnStep;
  readonly clock: Clock;
  readonly wakeUps: WakeUps;
}

export interface ConnectionOptions {
  readonly onStep: OnStep;
  readonly clock: Clock;
  /** Called after each write, with its error or undefined. */
  readonly onOutcome: (thrown: unknown) => void;
  /** Called first in each write. Throws if another process has taken over. */
  readonly requireOwnership?: (queries: Queries) => Promise<void>;
  readonly wakeUps?: WakeUps;
}

export function connectionTo(
  pool: Pool,
  { onStep, clock, onOutcome, requireOwnership = async () => {}, wakeUps = noWakeUps }: ConnectionOptions,
): Connection {
  async function transaction<T, First>(
    { first, last }: TransactionHooks<First>,
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
        // Wait before `work` writes: if BEGIN failed, its writes would each commit; if we lost ownership, none may go out.
        const [, , found] = await Promise.all([
          client.query(begin),
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
        // Later statements fail only because an earlier one did, so report the first error.
        const reason = queries.failure() ?? thrown;
        const isRolledBack = await client.query("ROLLBACK").then(
          () => true,
          () => false,
        );
        isBroken = !isRolledBack || isReadOnly(reason);
        throw reason;
      }
    } finally {
      // Closed, not reused, if even the rollback failed, or if the server is a standby since a failover.
      client.release(isBroken);
    }
  }

  async function snapshot<T>(work: (queries: Queries) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    let isOver = false;
    try {
      const begun = client.query(beginSnapshot);
      const [result] = await Promise.all([work(queriesOn(client, () => isOver)), begun]);
      return result;
    } finally {
      isOver = true;
      // Nothing was written, so do not wait: PostgreSQL ends this transaction before it runs what comes next.
      client.query(commit).catch(() => {});
      client.release();
    }
  }

  /** @param ask sends one statement at once */
  async function list<T>(ask: (queries: Queries) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    try {
      const begun = [client.query(beginReading), client.query(planForValues)];
      const asked = ask(queriesOn(client, () => false));
      const [result] = await Promise.all([asked, ...begun, client.query(commit)]);
      return result;
    } finally {
      client.release();
    }
  }

  async function writeWithHooks<T, First>(
    hooks: TransactionHooks<First>,
    work: (queries: Transaction, first: First) => Promise<T>,
  ): Promise<T> {
    try {
      const result = await retriedAfterDeadlock(() => transaction(hooks, work));
      onOutcome(undefined);
      return result;
    } catch (thrown) {
      onOutcome(thrown);
      throw thrown;
    }
  }

  return {
    ...queriesOn(pool, () => false),
    ...sharedReadsOn(pool),
    snapshot,
    writeWithHooks,
    onStep,
    clock,
    wakeUps,
    lists: {
      all: (query, values) => list((queries) => queries.all(query, values)),
      one: (query, values) => list((queries) => queries.one(query, values)),
      run: (query, values) => list((queries) => queries.run(query, values)),
    },
    write: (work) => writeWithHooks(noHooks, work),
  };
}

export const noHooks: TransactionHooks<undefined> = { first: async () => undefined, last: async () => {} };

// Prepared, as all statements are: PostgreSQL parses them once.
const begin = statement("BEGIN");
const beginReading = statement("BEGIN READ ONLY");
const beginSnapshot = statement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
const commit = statement("COMMIT");
/** @param isOver whether the transaction has ended: a later statement would run outside it */
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
  /** Resolves once all statements sent so far have a result. */
  readonly sent: () => Promise<unknown>;
  /** The error of the first statement that failed: the later ones failed because of it. */
  readonly failure: () => unknown;
}

/** @param isOver whether COMMIT was sent */
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
