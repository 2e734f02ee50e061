/** On which store flows run: `SIGNALBOX_FLOWS_ON=postgres` plays them with an index in PostgreSQL. */
import { existsSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";
import { durableSteps } from "../../src/dispatcher/ports/durable-step.ts";
import { backUp } from "../../src/store/sqlite/backup.ts";
import { databaseIn, journalIn } from "../../src/store/sqlite/home.ts";
import { change, makeIndex, rowsOf, type TestIndex, textOf } from "./postgres.ts";

const isOnPostgres = process.env.SIGNALBOX_FLOWS_ON === "postgres";

/** Why tests that are about SQLite's own files are skipped; undefined if they run. */
export const noSqliteFile = isOnPostgres
  ? "The index is in PostgreSQL, and its files are the database server's."
  : undefined;

/** Those that a server comes to: on PostgreSQL deliveries have their rows at once, and none is taken up. */
export const stepsOfFlows = durableSteps.filter((step) => !(isOnPostgres && step === "deliveries taken up"));

/** Undefined for SQLite. The caller drops the database. @param wanted by a test that runs on PostgreSQL alone */
export async function databaseOfFlows(wanted?: "postgres"): Promise<TestIndex | undefined> {
  return wanted === "postgres" || isOnPostgres ? makeIndex() : undefined;
}

const databases = new Map<string, TestIndex>();

/** Commands of tests on a data directory read its database, as if `DATABASE_URL` named it. */
export function rememberDatabase(home: string, database: TestIndex | undefined): void {
  if (database !== undefined) databases.set(home, database);
}

/** The address of the database of a data directory; undefined if the directory has the index. */
export function databaseOf(home: string | undefined): string | undefined {
  return databases.get(home ?? "")?.url;
}

const rows = z.array(z.record(z.string(), z.unknown()));

/** What a query that both databases know finds in the index of a data directory, while the server writes it. */
export function rowsOfIndex(home: string, query: string): readonly Readonly<Record<string, unknown>>[] {
  const url = databaseOf(home);
  if (url !== undefined) return rows.parse(rowsOf(url, query));
  const database = new DatabaseSync(databaseIn(home), { readOnly: true });
  try {
    return database.prepare(query).all();
  } finally {
    database.close();
  }
}

/** Changes the index of a data directory while no server runs, by a statement that both databases know. */
export function changeIndex(home: string, sql: string): void {
  const url = databaseOf(home);
  if (url !== undefined) {
    change(url, sql);
    return;
  }
  const database = new DatabaseSync(databaseIn(home));
  try {
    database.exec(sql);
  } finally {
    database.close();
  }
}

/** Whether the index of a data directory has these words somewhere. */
export function isInIndex(home: string, words: string): boolean {
  const url = databaseOf(home);
  if (url !== undefined) {
    const all = textOf(url);
    return all.includes(words) || all.toLowerCase().includes(Buffer.from(words).toString("hex"));
  }
  return [databaseIn(home), `${databaseIn(home)}-wal`].some(
    (path) => existsSync(path) && readFileSync(path).includes(words),
  );
}

/** Takes the index of a data directory away while no server runs. */
export async function loseIndex(home: string): Promise<void> {
  await databases.get(home)?.lose();
  for (const ending of ["", "-wal", "-shm"]) rmSync(`${databaseIn(home)}${ending}`, { force: true });
}

/** Takes the deliveries of a data directory away, too, which a new index would read again. */
export async function loseIndexAndDeliveries(home: string): Promise<void> {
  await loseIndex(home);
  rmSync(journalIn(home), { recursive: true, force: true });
}

/** Keeps the index of a data directory as it is now. Resolves to what brings it back while no server runs. */
export async function backUpIndex(home: string): Promise<() => Promise<void>> {
  const database = databases.get(home);
  if (database !== undefined) return database.backUp();
  const copy = join(home, "yesterday.db");
  await backUp(home, copy);
  return async () => {
    await loseIndex(home);
    renameSync(copy, databaseIn(home));
  };
}

/** What a program that a test starts needs besides the data directory to find the index. */
export function databaseVariables(home: string | undefined): { readonly DATABASE_URL?: string } {
  const url = databaseOf(home);
  return url === undefined ? {} : { DATABASE_URL: url };
}

/** What a test's command needs besides its own variables to find the index. */
export function variablesFor(
  argv: readonly string[],
  home: string | undefined,
): { readonly DATABASE_URL?: string } {
  return databaseVariables(argv.includes("--home") ? argv[argv.indexOf("--home") + 1] : home);
}
