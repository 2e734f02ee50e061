/**
 * Allows at most one server per database. The lock is SQLite's file lock on a file next to the database, so
 * the operating system drops it however the process ends. A process id in a file would not do: after `kill
 * -9` it may belong to another process, and in containers every server is process 1. The row in the file is
 * only for people to read.
 */
import { DatabaseSync } from "node:sqlite";
import type { Millis } from "../../../base/clock.ts";
import { toIsoSeconds } from "../../../base/clock.ts";
import { UserError } from "../../../base/errors.ts";
import { integer } from "./row.ts";

/** SQLite result codes: another process holds the lock; the file is not a database. */
const [busy, damaged] = [5, 26];

/**
 * @returns a function that releases the lock
 * @throws UserError if another server holds it
 */
export function lockFor(path: string, now: Millis): () => void {
  const lock = openLock(`${path}.lock`);
  try {
    lock.exec(`BEGIN IMMEDIATE; CREATE TABLE IF NOT EXISTS holder (pid INTEGER NOT NULL, since INTEGER NOT NULL);
      DELETE FROM holder; INSERT INTO holder VALUES (${process.pid}, ${now}); COMMIT; BEGIN IMMEDIATE;`);
  } catch (error) {
    const refusal = refusalFor(error, lock, path);
    lock.close();
    throw refusal;
  }
  return () => lock.close();
}

function openLock(path: string): DatabaseSync {
  try {
    return new DatabaseSync(path, { timeout: 0 });
  } catch (error) {
    throw new UserError(
      `The lock ${path} cannot be opened. A file has to be there that the server may write: move away what is there, or check its permissions.`,
      { cause: error },
    );
  }
}

function refusalFor(error: unknown, lock: DatabaseSync, path: string): unknown {
  const code = error instanceof Error && "errcode" in error ? error.errcode : undefined;
  if (code === busy) return new UserError(inUse(lock, path));
  if (code !== damaged) return error;
  return new UserError(`The lock ${path}.lock is damaged. Delete it: it holds nothing but who is running.`);
}

function inUse(lock: DatabaseSync, path: string): string {
  return `The index \`${path}\` is in use by ${holderOf(lock)}. Stop that server first, or give this one another directory with \`SIGNALBOX_HOME\`.`;
}

function holderOf(lock: DatabaseSync): string {
  try {
    const row = lock.prepare("SELECT pid, since FROM holder").get();
    if (row !== undefined)
      return `process ${integer(row, "pid")}, running since ${toIsoSeconds(integer(row, "since"))}`;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
  return "another server that is just starting";
}
