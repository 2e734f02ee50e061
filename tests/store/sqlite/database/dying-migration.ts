/**
 * A process that opens a home and is killed inside one migration step, after the step's statements have run.
 */
import { DatabaseSync } from "node:sqlite";
import { openStore } from "../../../../src/store/sqlite/store.ts";

const [home = "", version = ""] = process.argv.slice(2);
const { exec } = DatabaseSync.prototype;

DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string): void {
  if (!sql.endsWith(`PRAGMA user_version = ${version}; COMMIT`)) {
    exec.call(this, sql);
    return;
  }
  // A small cache makes SQLite write uncommitted pages to the log before the kill, as a large migration
  // would.
  exec.call(this, "PRAGMA cache_size = 1; PRAGMA cache_spill = 1");
  exec.call(this, sql.slice(0, sql.lastIndexOf("COMMIT")));
  process.kill(process.pid, "SIGKILL");
};

openStore(home);
