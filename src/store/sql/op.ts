/**
 * SQL written once. An operation is a generator that yields statements and gets their rows back: a driver of SQLite answers
 * each at once, one of PostgreSQL sends it and waits. So the code between two statements is the same in both.
 */
import type { Row } from "../../base/row.ts";

export type Cell = string | number | null;
export type Value = Cell | readonly Cell[];
export type Values = Readonly<Record<string, Value>>;

/** A statement in the dialect of both: `= ANY(:list)`, `rows(:as, :bs)` with a row for each place of the lists. */
export interface Sql {
  readonly text: string;
}

export interface Asked {
  readonly sql: Sql;
  readonly values: Values;
}

export interface Answer {
  readonly rows: readonly Row[];
  readonly changed: number;
}

/** Statements that do not need each other's results go out together. */
export type Op<T> = Generator<readonly Asked[], T, readonly Answer[]>;

export const sql = (text: string): Sql => ({ text });

export function* all(query: Sql, values: Values = {}): Op<readonly Row[]> {
  const [answer] = yield [{ sql: query, values }];
  return answer?.rows ?? [];
}

export function* one(query: Sql, values: Values = {}): Op<Row | undefined> {
  return (yield* all(query, values))[0];
}

export function* run(query: Sql, values: Values = {}): Op<number> {
  const [answer] = yield [{ sql: query, values }];
  return answer?.changed ?? 0;
}

/** What a store needs of a database to read, and to write in one transaction. */
export interface Database {
  readonly read: <T>(op: () => Op<T>) => Promise<T>;
  readonly write: <T>(op: () => Op<T>) => Promise<T>;
}
