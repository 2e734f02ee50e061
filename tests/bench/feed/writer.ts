/** Changes an issue in the index of a running server, in a transaction like the server's own. */
import { DatabaseSync } from "node:sqlite";
import { databaseIn } from "../../../src/store/sqlite/home.ts";

export interface Writer {
  /** Gives an issue this title. Returns the time of the commit, by `process.hrtime`. */
  readonly change: (title: string) => bigint;
  readonly close: () => void;
}

export function openWriter(home: string): Writer {
  const database = new DatabaseSync(databaseIn(home), { timeout: 5_000 });
  database.exec("PRAGMA synchronous = NORMAL");
  const change = database.prepare(
    "UPDATE issue SET title = ?, edition = (SELECT number + 1 FROM version) WHERE number = 1",
  );
  const count = database.prepare("UPDATE version SET number = number + 1");
  return {
    change: (title) => {
      database.exec("BEGIN IMMEDIATE");
      change.run(title);
      count.run();
      database.exec("COMMIT");
      return process.hrtime.bigint();
    },
    close: () => database.close(),
  };
}
