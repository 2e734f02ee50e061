/** Where a store keeps its file. A newcomer would make the folder for readers, too: they want what is there. */
import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../base/errors.ts";

/** A home that lives as long as its store and is nobody else's. */
export const inMemory = ":memory:";

export function databaseIn(home: string): string {
  return home === inMemory ? inMemory : join(home, "signalbox.db");
}

/** @throws UserError if there is no index at `path` */
export function requireIndex(path: string): void {
  if (existsSync(path)) return;
  throw new UserError(
    `There is no index at ${path}. Start the server once (npm start), or name its folder with --home or SIGNALBOX_HOME.`,
  );
}

/** Issues of private repositories go in there: the folder is the user's alone. */
export function makeHome(home: string): void {
  if (home !== inMemory) mkdirSync(home, { recursive: true, mode: 0o700 });
}

/**
 * Makes the database and what lies beside it readable for their owner alone, whatever the folder lets others do. SQLite
 * gives its log the permissions of the database. Where that cannot be, opening the database says why.
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
      // Not there, or somebody else's.
    }
  }
}

/** Deliveries on their way into the database, and payloads while they are needed. */
export function journalIn(home: string): string {
  return join(home, "journal");
}
