/**
 * Where a store keeps its files. Only the writer creates the directory: a reader must not, since it expects
 * an existing index.
 */
import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../../base/errors.ts";

/** A home that exists only as long as its store and is not shared. */
export const inMemory = ":memory:";

export function databaseIn(home: string): string {
  return home === inMemory ? inMemory : join(home, "signalbox.db");
}

/** @throws UserError if there is no index at `path` */
export function requireIndex(path: string): void {
  if (existsSync(path)) return;
  throw new UserError(
    `There is no index at ${path}. Start the server once (npm start), or name its folder with --home or SIGNALBOX_HOME.`,
    { code: "no-index" },
  );
}

/** The index holds issues of private repositories, so only the directory's owner may read it. */
export function makeHome(home: string): void {
  if (home !== inMemory) mkdirSync(home, { recursive: true, mode: 0o700 });
}

/**
 * Makes the database and its companion files readable only by their owner, regardless of the directory's
 * permissions. SQLite gives its log the permissions of the database. Ignores failures: opening the database
 * reports them.
 */
export function keepPrivate(path: string): void {
  if (path === inMemory) return;
  try {
    for (const file of [path, `${path}.lock`]) closeSync(openSync(file, "a", 0o600));
  } catch {
    return;
  }
  for (const ending of ["", "-wal", "-shm", ".lock"]) {
    try {
      chmodSync(`${path}${ending}`, 0o600);
    } catch {
      // Missing, or owned by another user.
    }
  }
}

/** The directory of webhook payloads that are not yet indexed or still needed. */
export function journalIn(home: string): string {
  return join(home, "journal");
}
