import { describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../../src/base/clock.ts";
import {
  type Connection,
  connectionTo,
  type Queries,
  type Transaction,
  type TransactionHooks,
} from "../../../../src/store/postgres/database/connection.ts";
import { isUnavailable, reasonOf } from "../../../../src/store/postgres/database/failure.ts";
import { migrate, requireCurrent } from "../../../../src/store/postgres/database/migrate.ts";
import { openPool } from "../../../../src/store/postgres/database/pool.ts";
import { steps } from "../../../../src/store/postgres/database/schema.ts";
import { statement } from "../../../../src/store/postgres/database/statement.ts";
import { change, newDatabase, noPostgres } from "../../../support/postgres.ts";

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

const alterDatabase = (how: string): string =>
  `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I ${how}', current_database()); END $$`;

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

  test("a connection to a server that has become read-only is not used for another write", async () => {
    const url = await newDatabase();
    await migrate(poolTo(url));
    change(url, alterDatabase("SET default_transaction_read_only = on"));
    const pool = openPool(url, { max: 1, name: "tests", onLost: () => {} });
    onTestFinished(() => pool.end());
    const connection = connectionTo(pool, { clock: systemClock, onStep: () => {}, onOutcome: () => {} });
    await connection.all(all, { ids: [], at: null });
    change(url, `SET TRANSACTION READ WRITE; ${alterDatabase("RESET default_transaction_read_only")}`);
    const write = () => connection.write((queries) => queries.run(add, { id: "R_1", at: 1 }));
    const failure = await write().catch((thrown: unknown) => thrown);
    expect([isUnavailable(failure), reasonOf(failure)]).toEqual([true, "it is read-only"]);
    expect(await write()).toBe(1);
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

  test("statements asked together are carried out in the order of the calls", async () => {
    const connection = await opened();
    const seen = await connection.write(async (queries) => {
      const [, between] = await Promise.all([
        queries.run(add, { id: "R_1", at: 1 }),
        queries.all(all, { ids: ["R_1", "R_2"], at: null }),
        queries.run(add, { id: "R_2", at: 2 }),
      ]);
      return between;
    });
    expect(seen).toEqual([{ repository_id: "R_1", at: 1 }]);
  });

  test("reads that are asked together share a connection, up to sixteen", async () => {
    const connection = await opened();
    const pid = statement("SELECT pg_backend_pid() AS pid");
    const pids = async (count: number) => {
      const rows = await Promise.all(Array.from({ length: count }, () => connection.one(pid)));
      return new Set(rows.map((row) => row?.pid)).size;
    };
    expect([await pids(16), await pids(17)]).toEqual([1, 2]);
  });

  test("a read that fails does not fail those that share its connection", async () => {
    const connection = await opened();
    const failing = statement("SELECT 1 / :at::int AS at");
    const ask = (at: number) => connection.one(failing, { at });
    const answers = await Promise.allSettled([ask(1), ask(0), ask(-1)]);
    expect(answers).toMatchObject([
      { value: { at: 1 } },
      { reason: { message: "division by zero" } },
      { value: { at: -1 } },
    ]);
    expect(await ask(1)).toEqual({ at: 1 });
  });

  test("a statement that looks up rows by key has one plan, and a list has one for its values", async () => {
    const connection = await opened();
    const settings = statement(
      "SELECT current_setting('plan_cache_mode') AS mode, current_setting('enable_seqscan') AS scans",
    );
    const byKey = { mode: "force_generic_plan", scans: "off" };
    const byValues = { mode: "auto", scans: "on" };
    expect(await connection.one(settings)).toEqual(byKey);
    expect(await connection.lists.one(settings)).toEqual(byValues);
    await expect(connection.lists.run(add, { id: "R_1", at: 1 })).rejects.toThrow("read-only transaction");
    expect(await connection.one(settings)).toEqual(byKey);
    expect(await connection.write((queries) => queries.one(settings))).toEqual(byKey);
    expect(await connection.snapshot((queries) => queries.one(settings))).toEqual(byKey);
  });

  test("of statements asked together nothing is kept if one fails, whatever is asked afterwards", async () => {
    const connection = await opened();
    const late: Promise<unknown>[] = [];
    const failing = connection.write(async (queries) => {
      const slower = queries.all(all, { ids: [], at: null }).then(async () => {
        await new Promise((resolve) => setTimeout(resolve, 50));
        await queries.run(add, { id: "R_late", at: 3 });
      });
      late.push(slower);
      await Promise.all([
        slower,
        queries.run(add, { id: "R_1", at: 1 }),
        queries.run(add, { id: "R_1", at: 1 }),
        queries.run(add, { id: "R_2", at: 2 }),
      ]);
    });
    await expect(failing).rejects.toThrow("duplicate key");
    await expect(Promise.all(late)).rejects.toThrow("The transaction has ended");
    expect(await connection.all(all, { ids: ["R_1", "R_2", "R_late"], at: null })).toEqual([]);
  });

  test("a failure that nobody noticed is told at the commit", async () => {
    const connection = await opened();
    const failing = connection.write(async (queries) => {
      await queries.run(add, { id: "R_1", at: 1 });
      await queries.run(add, { id: "R_1", at: 1 }).catch(() => {});
    });
    await expect(failing).rejects.toThrow("failed unnoticed");
    expect(await connection.all(all, { ids: ["R_1"], at: null })).toEqual([]);
  });

  test("a write whose connection is cut fails with what cut it, not with what came of it", async () => {
    const connection = await opened();
    const cut = connection.write((queries) =>
      queries.run(statement("SELECT pg_terminate_backend(pg_backend_pid())")),
    );
    await expect(cut).rejects.toMatchObject({ code: "57P01" });
    await connection.write((queries) => queries.run(add, { id: "R_1", at: 1 }));
    expect(await connection.all(all, { ids: ["R_1"], at: null })).toHaveLength(1);
  });

  test("what is sent with the commit is part of it, and undoes it if it fails", async () => {
    const connection = await opened();
    const hooks = (id: string): TransactionHooks<number> => ({
      first: async (queries) => (await queries.all(all, { ids: ["R_1"], at: null })).length,
      last: (queries) => queries.run(add, { id, at: 2 }),
    });
    const work = (queries: Queries, found: number) => queries.run(add, { id: `R_${found + 1}`, at: 1 });
    await connection.writeWithHooks(hooks("R_9"), work);
    await expect(connection.writeWithHooks(hooks("R_9"), work)).rejects.toThrow("duplicate key");
    const rows = await connection.all(all, { ids: ["R_1", "R_2", "R_9"], at: null });
    expect(rows.map(({ repository_id }) => repository_id)).toEqual(["R_1", "R_9"]);
  });

  test("what nobody waits for is kept with the rest, and its answer is known once it is", async () => {
    const connection = await opened();
    const answer = await connection.write(async ({ send }) => {
      send(add, { id: "R_1", at: 1 });
      const found = send(all, { ids: ["R_1"], at: null });
      expect(found).toThrow("no answer yet");
      return found;
    });
    expect(answer()).toEqual([{ repository_id: "R_1", at: 1 }]);
    expect(await connection.all(all, { ids: ["R_1"], at: null })).toHaveLength(1);
  });

  test("what nobody waits for undoes the transaction if it fails, which tells why and not what failed after it", async () => {
    const connection = await opened();
    const twice = ({ send }: Pick<Transaction, "send">) => {
      send(add, { id: "R_1", at: 1 });
      send(add, { id: "R_1", at: 2 });
      send(add, { id: "R_2", at: 3 });
    };
    const works = [
      async (queries: Transaction) => twice(queries),
      async (queries: Transaction) => {
        twice(queries);
        await queries.all(all, { ids: ["R_1"], at: null });
      },
    ];
    for (const work of works) await expect(connection.write(work)).rejects.toThrow("duplicate key");
    expect(await connection.all(all, { ids: ["R_1", "R_2"], at: null })).toEqual([]);
  });

  test("nothing is sent once the commit is on its way", async () => {
    const connection = await opened();
    const kept: Transaction[] = [];
    await connection.write(async (queries) => kept.push(queries));
    const late = () => kept[0]?.send(add, { id: "R_late", at: 1 });
    expect(late).toThrow("The transaction has ended");
    expect(await connection.all(all, { ids: ["R_late"], at: null })).toEqual([]);
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
    await expect(requireCurrent(pool)).rejects.toThrow("has no signalbox index");
    await migrate(pool);
    await requireCurrent(pool);
    await pool.query("INSERT INTO schema_step VALUES (9999, now(), 9998, '9.0.0')");
    await expect(migrate(pool)).rejects.toThrow("migrated by a newer release: it has schema 9999");
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
