/** Runs the contract of every store on PostgreSQL. */
import { describe, onTestFinished } from "vitest";
import { type Row, text } from "../../../src/base/row.ts";
import { openBoard } from "../../../src/store/postgres/board/open-board.ts";
import { openPool } from "../../../src/store/postgres/database/pool.ts";
import { openPostgresStore } from "../../../src/store/postgres/store.ts";
import type { Store } from "../../../src/store/store.ts";
import { storeContract } from "../../contracts/store-contract.ts";
import { copyOf, newIndex, noPostgres } from "../../support/postgres.ts";
import { fixedClock } from "../homes.ts";

let database = "";

async function opened(url: string, onStep?: (step: string) => void): Promise<Store> {
  const store = await openPostgresStore(url, { clock: fixedClock, ...(onStep && { onStep }) });
  onTestFinished(async () => store.close());
  return store;
}

async function rows(sql: string): Promise<readonly Row[]> {
  const pool = openPool(database, { max: 1, name: "tests", onLost: () => {} });
  try {
    return (await pool.query<Row>(sql)).rows;
  } finally {
    await pool.end();
  }
}

describe.skipIf(noPostgres)("the store on PostgreSQL", () => {
  storeContract({
    name: "PostgreSQL",
    // Each restart copies the database. `npm run long` has the time for all.
    rounds: process.env.SIGNALBOX_FLOWS_ON === "postgres" ? "all" : "few",
    open: async (onStep) => {
      database = await newIndex();
      return opened(database, onStep);
    },
    openBeside: async () => {
      const { board, close } = await openBoard(database);
      onTestFinished(close);
      return { board };
    },
    tables: async () =>
      (await rows("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")).map((row) =>
        text(row, "tablename"),
      ),
    rows,
    restart: async () => opened(await copyOf(database)),
  });
});
