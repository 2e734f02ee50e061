import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { Defect } from "../../../src/base/errors.ts";
import { connectionTo } from "../../../src/store/postgres/database/connection.ts";
import { openPool } from "../../../src/store/postgres/database/pool.ts";
import { statement } from "../../../src/store/postgres/database/statement.ts";
import { PostgresFaults } from "../../../src/store/postgres/storage-faults.ts";
import { openPostgresStore } from "../../../src/store/postgres/store.ts";
import { Superseded } from "../../../src/store/shape/superseded.ts";
import { delivery } from "../../contracts/store/samples.ts";
import { start } from "../../support/issues.ts";
import { newIndex, noPostgres } from "../../support/postgres.ts";
import { fixedClock } from "../homes.ts";

const ownProcess = statement("SELECT pg_backend_pid() AS pid");
const withCode = (code: string) => Object.assign(new Error("connect db.example.com"), { code });

describe("what keeps PostgreSQL from taking writes", () => {
  test.each([
    [withCode("ECONNREFUSED"), "PostgreSQL unavailable: the connection is refused"],
    [withCode("53100"), "PostgreSQL unavailable: its disk is full"],
    [new Error("Connection terminated unexpectedly"), "PostgreSQL unavailable: the connection was lost"],
    [
      new Error("timeout exceeded when trying to connect"),
      "all connections of this process to PostgreSQL are in use",
    ],
    [new Superseded(), new Superseded().message],
    [withCode("58030"), "could not be written"],
    [withCode("CERT_HAS_EXPIRED"), "could not be written"],
  ])("%s is told in words that name no address", (thrown, error) => {
    const faults = new PostgresFaults(fixedClock);
    faults.outcome(thrown);
    expect(faults.list()).toEqual([{ part: "index", since: start, error }]);
  });

  test.each([
    withCode("22P02"),
    new Defect("The counters of installation 1 are not locked."),
    new TypeError("undefined is not a function"),
  ])("%s, about a value or from our own code, is not a fault of the store", (thrown) => {
    const faults = new PostgresFaults(fixedClock);
    faults.outcome(thrown);
    expect([faults.list(), faults.failures]).toEqual([[], 0]);
  });

  test.skipIf(noPostgres)("a store whose connections were cut says so, and heals by itself", async () => {
    const url = await newIndex();
    const store = await openPostgresStore(url, { clock: fixedClock });
    onTestFinished(async () => store.close());
    await store.inbox.admit(delivery("before"));
    const admin = new pg.Client({ connectionString: url });
    await admin.connect();
    await admin.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    );
    await admin.end();
    await expect
      .poll(() => store.faults())
      .toMatchObject([{ error: expect.stringContaining("PostgreSQL unavailable") }]);
    await store.probe();
    expect(store.faults()).toEqual([]);
    expect(await store.inbox.admit(delivery("after"))).toBe("new");
  });

  test.skipIf(noPostgres)(
    "a connection that is lost in a transaction fails that write, and nothing else",
    async () => {
      const pool = openPool(await newIndex(), { max: 2, name: "tests", onLost: () => {} });
      onTestFinished(() => pool.end());
      const connection = connectionTo(pool, { clock: fixedClock, onStep: () => {}, onOutcome: () => {} });
      const writing = connection.write(async (queries) => {
        const row = await queries.one(ownProcess);
        await pool.query("SELECT pg_terminate_backend($1)", [row?.pid]);
        await queries.one(ownProcess);
      });
      await expect(writing).rejects.toThrow();
      expect(await connection.write((queries) => queries.all(ownProcess))).toHaveLength(1);
    },
  );
});
