import pg from "pg";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { systemClock } from "../../../../src/base/clock.ts";
import { type Connection, connectionTo } from "../../../../src/store/postgres/database/connection.ts";
import { migrate } from "../../../../src/store/postgres/database/migrate.ts";
import { openPool } from "../../../../src/store/postgres/database/pool.ts";
import { lockDatabase, type ServerLock } from "../../../../src/store/postgres/database/server-lock.ts";
import { statement } from "../../../../src/store/postgres/database/statement.ts";
import { newDatabase, noPostgres } from "../../../support/postgres.ts";

const add = statement("INSERT INTO cursor (repository_id, at) VALUES (:id, 1)");
const count = statement("SELECT count(*)::int AS count FROM cursor");

interface Server {
  readonly lock: ServerLock;
  readonly connection: Connection;
}

async function serverOn(
  url: string,
  retryDelayMs?: number,
  random: () => number = Math.random,
): Promise<Server> {
  const pool = openPool(url, { max: 4, name: "tests", onLost: () => {} });
  onTestFinished(() => pool.end());
  const prepare = () => migrate(pool);
  const lock = await lockDatabase(url, {
    prepare,
    random,
    ...(retryDelayMs === undefined ? {} : { retryDelayMs }),
  });
  onTestFinished(lock.release);
  const { requireOwnership } = lock;
  const connection = connectionTo(pool, {
    clock: systemClock,
    onStep: () => {},
    onOutcome: () => {},
    requireOwnership,
  });
  return { lock, connection };
}

/** Ends the connection that holds the lock, as a lost network does, without telling its server. */
async function cut(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
  );
  await client.end();
}

describe.skipIf(noPostgres)("the lock of a server on PostgreSQL", () => {
  test("a second server on the database is refused, and named the first, until that has ended", async () => {
    const url = await newDatabase();
    const { lock } = await serverOn(url);
    await expect(serverOn(url)).rejects.toThrow(
      new RegExp(`in use by signalbox on .*, process ${process.pid}, since .*Z\\. Stop that server first`),
    );
    await lock.release();
    await serverOn(url);
  });

  test("a server whose connection was cut goes on once it has the lock again", async () => {
    const url = await newDatabase();
    const random = vi.fn(() => 0.5);
    const { connection } = await serverOn(url, undefined, random);
    await cut(url);
    await connection.write((queries) => queries.run(add, { id: "R_1" }));
    await vi.waitFor(async () => expect(await found(url, holders)).toBe(1), { timeout: 15_000 });
    // All processes that lost the same server come back at different moments.
    expect(random).toHaveBeenCalled();
    await expect(serverOn(url)).rejects.toThrow("in use");
    await connection.write((queries) => queries.run(add, { id: "R_2" }));
    expect(await connection.one(count)).toEqual({ count: 2 });
  });

  test("a server whose token cannot be read goes on trying, and leaves no connection behind", async () => {
    const url = await newDatabase();
    const random = vi.fn(() => 0.5);
    await serverOn(url, 20, random);
    await change(url, "ALTER TABLE writer RENAME TO elsewhere");
    await cut(url);
    await vi.waitFor(() => expect(random.mock.calls.length).toBeGreaterThan(3), { timeout: 15_000 });
    await change(url, "ALTER TABLE elsewhere RENAME TO writer");
    await cut(url);
    await vi.waitFor(async () => expect(await found(url, holders)).toBe(1), { timeout: 15_000 });
    await vi.waitFor(async () => expect(await found(url, locking)).toBe(1), { timeout: 15_000 });
  });

  test("once another server has begun, the one before it writes nothing", async () => {
    const url = await newDatabase();
    const first = await serverOn(url, 3_600_000);
    await cut(url);
    const second = await serverOn(url);
    await expect(first.connection.write((queries) => queries.run(add, { id: "R_1" }))).rejects.toThrow(
      "another server has opened this index since",
    );
    await second.connection.write((queries) => queries.run(add, { id: "R_2" }));
    expect(await second.connection.one(count)).toEqual({ count: 1 });
  });

  test("another server begins only after the writes that were under way", async () => {
    const url = await newDatabase();
    const first = await serverOn(url, 3_600_000);
    const begun = Promise.withResolvers<void>();
    const go = Promise.withResolvers<void>();
    const writing = first.connection.write(async (queries) => {
      await queries.run(add, { id: "R_1" });
      begun.resolve();
      await go.promise;
    });
    await begun.promise;
    await cut(url);
    const second = serverOn(url).then(({ connection }) => connection.one(count));
    await vi.waitFor(async () => expect(await found(url, waiters)).toBe(1), { timeout: 15_000 });
    go.resolve();
    await writing;
    expect(await second).toEqual({ count: 1 });
  });
});

const holders =
  "SELECT count(*)::int AS count FROM pg_locks WHERE locktype = 'advisory' AND granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
const waiters =
  "SELECT count(*)::int AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'UPDATE writer%' AND datname = current_database()";

const locking =
  "SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name LIKE 'signalbox on %' AND datname = current_database()";

async function change(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

async function found(url: string, query: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query(query);
    return rows[0].count;
  } finally {
    await client.end();
  }
}
