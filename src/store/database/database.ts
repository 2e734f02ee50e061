/**
 * Opens SQLite for one writer. A newcomer would read `synchronous = NORMAL` as carelessness: it says that a commit does
 * not wait for the disk by itself. `group-commit.ts` waits instead, off the event loop, before it tells anybody.
 */
import { DatabaseSync } from "node:sqlite";

/** How long a write waits for another process's lock. It holds up the whole event loop, so it is short. */
const busyTimeoutMs = 250;

/** Payloads of 20 kB need half as many overflow pages as with SQLite's default of 4 KiB. */
const pageBytes = 8192;

/** 16 MiB of log between checkpoints: fewer make each a stall, more make them too many. */
const pagesBetweenCheckpoints = 2000;

/** @throws Error of SQLite if the file cannot be opened or is no database. */
export function openDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs, enableForeignKeyConstraints: true });
  database.exec(`PRAGMA page_size = ${pageBytes}; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
    PRAGMA wal_autocheckpoint = ${pagesBetweenCheckpoints}; PRAGMA temp_store = MEMORY;`);
  return database;
}

/** A view of a file that another process may be writing. Waits longer: nobody else is held up. */
export function openForReading(path: string): DatabaseSync {
  return new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
}
