/** Slow readers have all connections of a process, while PostgreSQL itself is well. */
import { expect, onTestFinished, test } from "vitest";
import { noWakeUps } from "../../../src/store/postgres/database/connection.ts";
import { statement } from "../../../src/store/postgres/database/statement.ts";
import { openSharedDatabase } from "../../../src/store/postgres/shared-database.ts";
import { sharedTables } from "../../../src/store/postgres/shared-tables.ts";
import { change, newIndex, noPostgres, rowsOf } from "../../support/postgres.ts";

const sleeps = statement("SELECT pg_sleep(30)");
const others = "FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%pg_sleep(30)'";

test.skipIf(noPostgres)(
  "a process reports that it is alive while slow readers have all its other connections",
  async () => {
    const url = await newIndex();
    const database = await openSharedDatabase(url);
    onTestFinished(database.close);
    const store = await database.storeFor({ type: "nothing" });
    const { processes, pauses, oldestDue } = sharedTables(database.connection, noWakeUps, database.reserved);
    const readers = Array.from({ length: database.pool.options.max }, () =>
      database.connection.snapshot((queries) => queries.all(sleeps)).catch(() => {}),
    );
    const sleeping = () => rowsOf(url, `SELECT count(*) ${others}`);
    await expect.poll(sleeping, { timeout: 4_000 }).toEqual([{ count: database.pool.options.max }]);
    try {
      await processes.saveHeartbeat({ id: "web-1", role: "web", release: "1.2.3" }, "{}");
      expect(await processes.alive()).toHaveLength(1);
      await Promise.all([processes.now(), pauses.read(), oldestDue(), database.exclusion()]);
      expect([await sleeping(), store.faults()]).toEqual([[{ count: database.pool.options.max }], []]);
    } finally {
      change(url, `SELECT pg_cancel_backend(pid) ${others} AND pid <> pg_backend_pid()`);
      await Promise.all(readers);
    }
  },
);
