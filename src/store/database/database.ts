/**
 * Opens SQLite for one writer. A newcomer would read `synchronous = NORMAL` as carelessness: it says that a commit does
 * not wait for the disk by itself. `group-commit.ts` waits instead, off the event loop, before it tells anybody.
 */
import { DatabaseSync } from "node:sqlite";

/** How long a write waits for another process's lock. It holds up the whole event loop, so it is short. */
const busyTimeoutMs = 250;

/** Rows and index entries are small and go to many pages: of a page that changes, all of it is logged. */
const pageBytes = 4096;

/** 32 MiB of log between checkpoints, which wait for the disk in the one thread that serves everybody. */
const pagesBetweenCheckpoints = 8000;

/** A log that grew beyond that, while somebody read an old state for long, is cut back once a checkpoint is through. */
const keptLogBytes = pageBytes * pagesBetweenCheckpoints;

/** @throws Error of SQLite if the file cannot be opened or is no database. */
export function openDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true });
  database.exec(`PRAGMA page_size = ${pageBytes}; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
    PRAGMA wal_autocheckpoint = ${pagesBetweenCheckpoints}; PRAGMA temp_store = MEMORY;
    PRAGMA journal_size_limit = ${keptLogBytes};`);
  return database;
}

/** A view of a file that another process may be writing. Waits longer: nobody else is held up. */
export function openForReading(path: string): DatabaseSync {
  return new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
}
