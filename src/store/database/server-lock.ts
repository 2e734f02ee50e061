/**
 * At most one server on a database. A newcomer would write a process id into a file: after `kill -9` it names somebody
 * else, and in containers everybody is process 1. This lock is the operating system's own, taken through SQLite on a
 * file beside the database, so it ends with its process, however that ends. The row in it is for people.
 */
import { DatabaseSync } from "node:sqlite";
import type { Millis } from "../../base/clock.ts";
import { toIsoSeconds } from "../../base/clock.ts";
import { UserError } from "../../base/errors.ts";
import { integer } from "./row.ts";

/** SQLite's codes: somebody else has it; it is no database. */
const [busy, damaged] = [5, 26];

/**
 * @returns what gives the lock back
 * @throws UserError if another server holds it
 */
export function lockFor(path: string, now: Millis): () => void {
  const lock = new DatabaseSync(`${path}.lock`, { timeout: 0 });
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
