/** Reads an index for diagnosis, while a server may be writing it. */
import { existsSync, statSync } from "node:fs";
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
import { openStarts } from "./tables/issues/open-starts.ts";
import { TraceReader } from "./tables/issues/trace-reader.ts";

/**
 * @returns undefined without an index
 * @throws UserError for an index of a different release
 */
export function inspectStore(home: string): InspectedStore | undefined {
  const path = databaseIn(home);
  if (!existsSync(path)) return undefined;
  const database = openForReading(path);
  try {
    requireCurrent(database, path);
    const traces = new TraceReader(database);
    const repositories = database.prepare(repositoriesQuery).all();
    return {
      postgres: undefined,
      bytes: statSync(path).size,
      ...countsIn(database.prepare(countsQuery).get() ?? {}),
      repositories: repositories.map((row) => storedRepository(row, traces.of(text(row, "id")))),
      removed: database.prepare(removedQuery).all().map(removedIn),
      starts: openStarts(database),
    };
  } finally {
    database.close();
  }
}
