/** Reads an index for diagnosis, while a server may be writing it. */
import { existsSync, statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { UserError } from "../../base/errors.ts";
import {
  countsIn,
  countsQuery,
  type InspectedStore,
  repositoriesQuery,
  storedRepository,
} from "../shape/inspected-store.ts";
import { removedIn, removedQuery } from "../shape/removed-repositories.ts";
import { openForReading } from "./database/database.ts";
import { requireCurrent } from "./database/migrate.ts";
import { text } from "./database/row.ts";
import { databaseIn } from "./home.ts";
import { OpenStarts } from "./tables/issues/open-starts.ts";
import { TraceReader } from "./tables/issues/trace-reader.ts";

/**
 * @returns undefined without an index
 * @throws UserError for an index that is damaged, or of a different release
 */
export function inspectStore(home: string): InspectedStore | undefined {
  const path = databaseIn(home);
  if (!existsSync(path)) return undefined;
  const database = openForReading(path);
  try {
    requireWhole(database, path);
    requireCurrent(database, path);
    const traces = new TraceReader(database);
    const repositories = database.prepare(repositoriesQuery).all();
    return {
      postgres: undefined,
      bytes: statSync(path).size,
      ...countsIn(database.prepare(countsQuery).get() ?? {}),
      repositories: repositories.map((row) => storedRepository(row, traces.of(text(row, "id")))),
      removed: database.prepare(removedQuery).all().map(removedIn),
      starts: new OpenStarts(database).read(),
    };
  } finally {
    database.close();
  }
}

/** How many of the faults that SQLite finds are named. */
const namedFaults = 3;

/** SQLite reads every page and every index: a fault that no query has met yet is found, too. */
function requireWhole(database: DatabaseSync, path: string): void {
  const found = database
    .prepare(`PRAGMA integrity_check(${namedFaults})`)
    .all()
    .map((row) => text(row, "integrity_check").replace(/\s+/g, " ").trim());
  if (found.length === 1 && found[0] === "ok") return;
  throw new UserError(
    `The index ${path} is damaged: ${found.join("; ")}. Stop the server, move signalbox.db and signalbox.db-wal elsewhere, and start it: the index is rebuilt from GitHub.`,
  );
}
