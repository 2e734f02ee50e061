/** Where a store keeps its file. A newcomer would make the folder for readers, too: they want what is there. */
import { existsSync, mkdirSync } from "node:fs";
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

/** Deliveries on their way into the database, and payloads while they are needed. */
export function journalIn(home: string): string {
  return join(home, "journal");
}
