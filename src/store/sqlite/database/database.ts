/**
 * Opens SQLite for one writer. `synchronous = NORMAL` is safe here: commits do not sync, but
 * `group-commit.ts` does, off the event loop, before any caller is notified.
 */
import type { DatabaseSync } from "node:sqlite";
import { canMeasureLog, pagesBetweenCheckpoints } from "./checkpointer.ts";
import { LazyDatabase } from "./lazy-database.ts";

/** How long a write waits for a different process's lock. It blocks the whole event loop, so it is short. */
const busyTimeoutMs = 250;

/**
 * Small, because rows and index entries are small and spread over many pages, and each changed page is logged
 * whole.
 */
const pageBytes = 4096;

/** A log that grew larger because of a long read is truncated to this size after the next checkpoint. */
const keptLogBytes = pageBytes * pagesBetweenCheckpoints;

/** @throws Error of SQLite if the file cannot be opened or is not a database. */
export function openDatabase(path: string): DatabaseSync {
  const database = new LazyDatabase(path, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true });
  // Older versions of SQLite checkpoint within a commit, on the event loop.
  const pagesOfSqlites = canMeasureLog(database) ? 0 : pagesBetweenCheckpoints;
  database.exec(`PRAGMA page_size = ${pageBytes}; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
    PRAGMA wal_autocheckpoint = ${pagesOfSqlites}; PRAGMA temp_store = MEMORY;
    PRAGMA journal_size_limit = ${keptLogBytes};`);
  return database;
}

/**
 * Opens, for reading, a file that another process may be writing. Waits longer for locks, since it blocks
 * only its own process.
 */
export function openForReading(path: string): DatabaseSync {
  return new LazyDatabase(path, { readOnly: true, timeout: 5_000 });
}
