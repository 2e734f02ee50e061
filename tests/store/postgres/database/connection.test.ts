import { describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../../src/base/clock.ts";
import { type Connection, connectionTo } from "../../../../src/store/postgres/database/connection.ts";
import { migrate, requireCurrent } from "../../../../src/store/postgres/database/migrate.ts";
import { openPool } from "../../../../src/store/postgres/database/pool.ts";
import { steps } from "../../../../src/store/postgres/database/schema.ts";
import { statement } from "../../../../src/store/postgres/database/statement.ts";
import { newDatabase, noPostgres } from "../../../support/postgres.ts";

function poolTo(url: string) {
  const pool = openPool(url, { max: 4, name: "tests", onLost: () => {} });
  onTestFinished(() => pool.end());
  return pool;
}

async function opened(): Promise<Connection> {
  const pool = poolTo(await newDatabase());
  await migrate(pool);
  return connectionTo(pool, { clock: systemClock, onStep: () => {}, onOutcome: () => {} });
}

const add = statement("INSERT INTO cursor (repository_id, at) VALUES (:id, :at)");
const all = statement(
  "SELECT * FROM cursor WHERE repository_id = ANY(:ids::text[]) OR :at::bigint = at ORDER BY at",
);

describe.skipIf(noPostgres)("the connection to PostgreSQL", () => {
  test("a value is written and read by name, times as numbers", async () => {
    const connection = await opened();
    await connection.write((queries) => queries.run(add, { id: "R_1", at: 1_800_000_000_000 }));
    expect(await connection.all(all, { ids: ["R_1"], at: null })).toEqual([
      { repository_id: "R_1", at: 1_800_000_000_000 },
    ]);
  });

  test("text that PostgreSQL cannot store is stored without what it cannot", async () => {
    const connection = await opened();
    await connection.write((queries) => queries.run(add, { id: "R_\0\ud800", at: 1 }));
    expect(await connection.all(all, { ids: ["R_\0\ud800"], at: null })).toMatchObject([
      { repository_id: "R_\uFFFD\uFFFD" },
    ]);
  });

  test("a write that fails leaves nothing, and the connection is used again", async () => {
    const connection = await opened();
    for (let i = 0; i < 10; i++) {
      const failing = connection.write(async (queries) => {
        await queries.run(add, { id: "R_1", at: i });
        await queries.run(add, { id: "R_1", at: i });
      });
      await expect(failing).rejects.toThrow("duplicate key");
    }
    expect(await connection.all(all, { ids: ["R_1"], at: null })).toEqual([]);
  });

  test("all that a snapshot reads is from one moment", async () => {
    const connection = await opened();
    const seen = await connection.snapshot(async (queries) => {
      const before = await queries.all(all, { ids: ["R_1"], at: null });
      await connection.write((beside) => beside.run(add, { id: "R_1", at: 1 }));
      return [before, await queries.all(all, { ids: ["R_1"], at: null })];
    });
    expect(seen).toEqual([[], []]);
  });

  test("processes that start at once migrate once", async () => {
    const url = await newDatabase();
    const pools = Array.from({ length: 5 }, () => poolTo(url));
    await Promise.all(pools.map((pool) => migrate(pool)));
    const { rows } = await poolTo(url).query("SELECT version FROM schema_step ORDER BY version");
    expect(rows.map(({ version }) => version)).toEqual(steps.map((_, at) => at + 1));
  });

  test("a database without an index, and one of a newer release, are refused in words", async () => {
    const pool = poolTo(await newDatabase());
    await expect(requireCurrent(pool)).rejects.toThrow("has no index of signalbox");
    await migrate(pool);
    await requireCurrent(pool);
    await pool.query("INSERT INTO schema_step VALUES (9999, now(), 9998, '9.0.0')");
    await expect(migrate(pool)).rejects.toThrow("newer release of signalbox: it has schema 9999");
    await expect(requireCurrent(pool)).rejects.toThrow("newer release");
  });
});

describe("a statement", () => {
  test("names become numbers, also twice, and neither casts nor strings are parameters", () => {
    expect(statement("SELECT ':no', :a::text, :b, :a")).toMatchObject({
      text: "SELECT ':no', $1::text, $2, $1",
      parameters: ["a", "b"],
    });
  });
});
