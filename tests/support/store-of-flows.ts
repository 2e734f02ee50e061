/** On which store flows run: `SIGNALBOX_FLOWS_ON=postgres` plays them with an index in PostgreSQL. */
import { makeDatabase, type TestDatabase } from "./postgres.ts";

/** Undefined for SQLite. The caller drops the database. @param wanted by a test that runs on PostgreSQL alone */
export async function databaseOfFlows(wanted?: "postgres"): Promise<TestDatabase | undefined> {
  return wanted === "postgres" || process.env.SIGNALBOX_FLOWS_ON === "postgres" ? makeDatabase() : undefined;
}
