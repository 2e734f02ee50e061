/**
 * The hub's only access to SQLite: cached prepared statements, and transactions for writes. Never hold a
 * statement or a transaction across an `await`; everything in the hub's core is synchronous for that reason.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { LRUCache } from "lru-cache";
import type { Row } from "./row.ts";

/** Limits the cache: filters generate SQL, and without a limit every search would stay in it. */
const maxStatements = 500;

/** One connection and its prepared statements. A read-only one sees the state at which it was opened. */
export class State {
  readonly path: string;
  readonly #database: DatabaseSync;
  readonly #statements = new LRUCache<string, StatementSync>({ max: maxStatements });
  /** Cache of rows by id since the last write: a list shows one author and one repository a hundred times. */
  readonly #rows = new Map<string, Row | undefined>();
  #depth = 0;
  /** Called before a write transaction begins; stale-read faults keep the previous state. */
  beforeWrite: () => void = () => {};

  #gitFolder: string | undefined;

  private constructor(path: string, readOnly: boolean) {
    this.path = path;
    this.#database = new DatabaseSync(path, { readOnly });
  }

  /** A connection for reading and writing. Use `openState`, which also creates what is missing. */
  static connect(path: string): State {
    const state = new State(path, false);
    state.runAll("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;");
    return state;
  }

  /** A connection that keeps seeing the current state, whatever is written later. */
  static freeze(path: string): State {
    const state = new State(path, true);
    state.#database.exec("BEGIN");
    state.get("SELECT count(*) AS rows FROM meta");
    return state;
  }

  /**
   * The parent directory of the bare repositories: next to the file, or a temporary one for a state in
   * memory.
   */
  get gitFolder(): string {
    this.#gitFolder ??= this.path === ":memory:" ? temporaryFolder() : join(dirname(this.path), "git");
    return this.#gitFolder;
  }

  get(sql: string, ...values: readonly SQLInputValue[]): Row | undefined {
    return this.#prepare(sql).get(...values);
  }

  /** A row by its id or a few ids, cached until the next write. */
  byId(sql: string, ...ids: readonly number[]): Row | undefined {
    const key = `${ids.join()} ${sql}`;
    if (!this.#rows.has(key)) this.#rows.set(key, this.get(sql, ...ids));
    return this.#rows.get(key);
  }

  all(sql: string, ...values: readonly SQLInputValue[]): Row[] {
    return this.#prepare(sql).all(...values);
  }

  /** Runs a write. @returns the id of the last inserted row and the number of changed rows */
  run(sql: string, ...values: readonly SQLInputValue[]): { readonly id: number; readonly changes: number } {
    this.#rows.clear();
    const done = this.#prepare(sql).run(...values);
    return { id: Number(done.lastInsertRowid), changes: Number(done.changes) };
  }

  /** Runs several statements that take no values. */
  runAll(sql: string): void {
    this.#rows.clear();
    this.#database.exec(sql);
  }

  /**
   * Runs `work` in one transaction, or in the current one. It is rolled back when `keep` returns false, or
   * when `work` throws.
   */
  transaction<T>(work: () => T, keep: (result: T) => boolean = () => true): T {
    if (this.#depth > 0) return work();
    this.beforeWrite();
    this.#database.exec("BEGIN IMMEDIATE");
    this.#depth = 1;
    try {
      const result = work();
      this.#database.exec(keep(result) ? "COMMIT" : "ROLLBACK");
      return result;
    } catch (thrown) {
      // SQLite itself rolls back when the disk is full, and a second ROLLBACK would hide why.
      if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
      throw thrown;
    } finally {
      this.#rows.clear();
      this.#depth = 0;
    }
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const prepared = this.#database.prepare(sql);
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

/** Removed when the process ends, like the in-memory state that it belongs to. */
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-hub-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
