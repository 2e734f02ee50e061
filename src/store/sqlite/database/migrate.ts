/**
 * Migrates a database to this release's schema. Refuses a newer schema: writing to it would leave rows that
 * the newer release cannot read.
 */
import type { DatabaseSync } from "node:sqlite";
import { UserError } from "../../../base/errors.ts";
import { integer } from "./row.ts";
import { steps } from "./schema.ts";

/** @throws UserError if the file was written by a newer release. */
export function migrate(database: DatabaseSync, path: string): void {
  const found = readVersion(database, path);
  // A new file gets all steps in one transaction. In an existing one each finished step is kept, however the
  // process ends.
  if (found === 0) migrateTo(database, steps.length, steps);
  else
    for (const [version, step] of steps.entries())
      if (version >= found) migrateTo(database, version + 1, [step]);
}

function migrateTo(database: DatabaseSync, version: number, through: readonly string[]): void {
  database.exec(`BEGIN IMMEDIATE; ${through.join("\n")} PRAGMA user_version = ${version}; COMMIT`);
}

/**
 * For readers, which must not migrate. @throws UserError unless the file has exactly this release's schema.
 */
export function requireCurrent(database: DatabaseSync, path: string): void {
  const version = readVersion(database, path);
  if (version === steps.length) return;
  throw new UserError(
    `The index \`${path}\` has schema ${version}, this release reads ${steps.length}. Start the server once with this release; it brings the index up to date.`,
  );
}

function readVersion(database: DatabaseSync, path: string): number {
  const version = integer(database.prepare("PRAGMA user_version").get() ?? {}, "user_version");
  if (version <= steps.length) return version;
  throw new UserError(
    `The index \`${path}\` was written by a newer release of signalbox (schema ${version}; this one knows ${steps.length}). Update signalbox, or choose another directory with \`SIGNALBOX_HOME\`: the index can be rebuilt from GitHub.`,
  );
}
