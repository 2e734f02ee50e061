/** On which store flows run: `SIGNALBOX_FLOWS_ON=postgres` plays them with an index in PostgreSQL. */
import { DatabaseSync } from "node:sqlite";
import { databaseIn } from "../../src/store/sqlite/home.ts";
import { makeIndex, rowsOf, type TestDatabase } from "./postgres.ts";

/** Undefined for SQLite. The caller drops the database. @param wanted by a test that runs on PostgreSQL alone */
export async function databaseOfFlows(wanted?: "postgres"): Promise<TestDatabase | undefined> {
  return wanted === "postgres" || process.env.SIGNALBOX_FLOWS_ON === "postgres" ? makeIndex() : undefined;
}

const databases = new Map<string, string>();

/** Commands of tests on a data directory read its database, as if `DATABASE_URL` named it. */
export function rememberDatabase(home: string, database: TestDatabase | undefined): void {
  if (database !== undefined) databases.set(home, database.url);
}

/** The address of the database of a data directory; undefined if the directory has the index. */
export function databaseOf(home: string | undefined): string | undefined {
  return databases.get(home ?? "");
}

/** What a query that both databases know finds in the index of a data directory, while the server writes it. */
export function rowsOfIndex(home: string, query: string): unknown {
  const url = databaseOf(home);
  if (url !== undefined) return rowsOf(url, query);
  const database = new DatabaseSync(databaseIn(home), { readOnly: true });
  try {
    return database.prepare(query).all();
  } finally {
    database.close();
  }
}

/** What a test's command needs besides its own variables to find the index. */
export function variablesFor(
  argv: readonly string[],
  home: string | undefined,
): { readonly DATABASE_URL?: string } {
  const url = databaseOf(argv.includes("--home") ? argv[argv.indexOf("--home") + 1] : home);
  return url === undefined ? {} : { DATABASE_URL: url };
}
