/** Runs the contract of every store on the embedded adapter. */
import { DatabaseSync } from "node:sqlite";
import { onTestFinished } from "vitest";
import { type Row, text } from "../../src/base/row.ts";
import { openFollowedBoard } from "../../src/store/sqlite/board/followed-board.ts";
import { databaseIn } from "../../src/store/sqlite/home.ts";
import { storeContract } from "../contracts/store-contract.ts";
import { leftBehindBy, newHome, openTestStore } from "./homes.ts";

let home = "";

async function rows(sql: string): Promise<readonly Row[]> {
  const database = new DatabaseSync(databaseIn(home));
  try {
    return database
      .prepare(sql)
      .all()
      .map((row) => ({ ...row }));
  } finally {
    database.close();
  }
}

storeContract({
  name: "SQLite",
  rounds: "all",
  open: async (onStep) => {
    home = newHome();
    return openTestStore(home, onStep === undefined ? {} : { onStep });
  },
  openBeside: async () => {
    const { board, close } = openFollowedBoard(home);
    onTestFinished(close);
    return { board };
  },
  tables: async () =>
    (await rows("SELECT name FROM sqlite_schema WHERE type = 'table'")).map((row) => text(row, "name")),
  rows,
  restart: async () => openTestStore(leftBehindBy(home)),
});
