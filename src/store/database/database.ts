/**
 * Opens SQLite so that a resolved write survives a power cut. A newcomer would leave WAL at its default of
 * `synchronous = NORMAL`: a commit then returns before it is on the disk, and an acknowledged delivery can be lost.
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
  database.exec(`PRAGMA page_size = ${pageBytes}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    PRAGMA wal_autocheckpoint = ${pagesBetweenCheckpoints}; PRAGMA temp_store = MEMORY;`);
  return database;
}

/** A view of a file that another process may be writing. Waits longer: nobody else is held up. */
export function openForReading(path: string): DatabaseSync {
  return new DatabaseSync(path, { readOnly: true, timeout: 5_000 });
}
