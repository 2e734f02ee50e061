/**
 * The one door to SQLite: statements are prepared once and kept, writes run in transactions. A newcomer would hold a
 * statement or a transaction across an `await`; everything in the hub's core is synchronous for that reason.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { addLaterColumns, moveObjectsOut } from "./migrate.ts";
import type { Row } from "./row.ts";
import { schema } from "./schema.ts";

/** Filters make texts of their own, so that without a bound every search would stay. */
const mostStatements = 500;

/** One connection and its prepared statements. A read-only one sees the instant at which it was opened. */
export class State {
  readonly path: string;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  /** Rows by id since the last write: a list shows one author and one repository a hundred times. */
  readonly #rows = new Map<string, Row | undefined>();
  #depth = 0;
  /** Called before a write transaction begins; stale reads keep the state as it was then. */
  beforeWrite: () => void = () => {};

  #gitFolder: string | undefined;

  private constructor(path: string, readOnly: boolean) {
    this.path = path;
    this.#database = new DatabaseSync(path, { readOnly });
  }

  /** Opens the file for reading and writing, and lays the tables where they are missing. */
  static open(path: string): State {
    const state = new State(path, false);
    state.#database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;");
    addLaterColumns(state);
    state.#database.exec(schema);
    moveObjectsOut(state);
    return state;
  }

  /** A connection that goes on seeing the state as it is now, whatever is written later. */
  static freeze(path: string): State {
    const state = new State(path, true);
    state.#database.exec("BEGIN");
    state.get("SELECT count(*) AS rows FROM meta");
    return state;
  }

  /** Where the bare repositories lie: beside the file, or for a state in memory in a folder of its own. */
  get gitFolder(): string {
    this.#gitFolder ??= this.path === ":memory:" ? temporaryFolder() : join(dirname(this.path), "git");
    return this.#gitFolder;
  }

  get(sql: string, ...values: readonly SQLInputValue[]): Row | undefined {
    return this.#prepare(sql).get(...values);
  }

  /** A row by its number, remembered until something is written. */
  byId(sql: string, id: number): Row | undefined {
    const key = `${id} ${sql}`;
    if (!this.#rows.has(key)) this.#rows.set(key, this.get(sql, id));
    return this.#rows.get(key);
  }

  all(sql: string, ...values: readonly SQLInputValue[]): Row[] {
    return this.#prepare(sql).all(...values);
  }

  /** Runs a write. @returns the id of the row inserted last and the number of rows changed */
  run(sql: string, ...values: readonly SQLInputValue[]): { readonly id: number; readonly changes: number } {
    this.#rows.clear();
    const done = this.#prepare(sql).run(...values);
    return { id: Number(done.lastInsertRowid), changes: Number(done.changes) };
  }

  /** Runs `work` in one transaction, joining the one under way. It is undone when `keep` says no, or when it throws. */
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
      this.#database.exec("ROLLBACK");
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
    const oldest = this.#statements.size > mostStatements ? this.#statements.keys().next().value : undefined;
    if (oldest !== undefined) this.#statements.delete(oldest);
    return prepared;
  }
}

/** Gone with the process, like the state in memory that it belongs to. */
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-hub-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
