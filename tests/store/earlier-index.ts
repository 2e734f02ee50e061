/**
 * An index as an earlier release left it. The code of schema 1 itself wrote the rows: two tasks, two
 * questions, one of them answered, and a waiting delivery.
 */
import { mkdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { steps } from "../../src/store/sqlite/database/schema.ts";
import { databaseIn } from "../../src/store/sqlite/home.ts";

const rows = readFileSync(new URL("../fixtures/index-of-schema-1.sql", import.meta.url), "utf8");

/** @param version the schema that it was migrated to before, from 1 on */
export function leaveEarlierIndex(home: string, version = 1): void {
  mkdirSync(home, { recursive: true });
  const database = new DatabaseSync(databaseIn(home));
  const [first = "", ...later] = steps.slice(0, version);
  // The first step fills the table with the change counter, and the fixture brings its row.
  database.exec(`PRAGMA journal_mode = WAL; BEGIN; ${first} DELETE FROM version; ${rows}`);
  database.exec(`${later.join(" ")} PRAGMA user_version = ${version}; COMMIT`);
  database.close();
}

/** The data of users in an index: everything except what a release derives again. */
export function whatIsKept(home: string) {
  const database = new DatabaseSync(databaseIn(home), { readOnly: true });
  const kept = ["delivery", "ledger", "issue"].map((table) => {
    const columns = table === "issue" ? "id, number, kind, status, title" : "*";
    return database.prepare(`SELECT ${columns} FROM ${table} ORDER BY rowid`).all();
  });
  const health = database.prepare("PRAGMA integrity_check").get();
  const tables = database
    .prepare("SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name")
    .all();
  const version = database.prepare("PRAGMA user_version").get();
  database.close();
  return { kept, health, tables, version };
}
