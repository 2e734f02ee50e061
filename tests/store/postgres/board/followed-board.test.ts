/** A board that a command keeps open while PostgreSQL restarts, and while its index is restored from a backup. */
import { describe, expect, onTestFinished, test } from "vitest";
import { PostgresBoard } from "../../../../src/store/postgres/board/board.ts";
import { FollowedBoard } from "../../../../src/store/postgres/board/followed-board.ts";
import { type Connection, connectionTo } from "../../../../src/store/postgres/database/connection.ts";
import { openPool } from "../../../../src/store/postgres/database/pool.ts";
import { manualClock } from "../../../support/manual-clock.ts";
import { change, newIndex, noPostgres } from "../../../support/postgres.ts";

const clock = manualClock(0);

async function opened() {
  const url = await newIndex();
  const pool = openPool(url, { max: 3, name: "tests", onLost: () => {} });
  onTestFinished(() => pool.end());
  const connection: Connection = connectionTo(pool, { clock, onStep: () => {}, onOutcome: () => {} });
  return { url, pool, connection };
}

const endOthers =
  "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";

describe.skipIf(noPostgres)("a board that a command keeps open", () => {
  test("an index with as many changes that replaced another has another version", async () => {
    const { url, connection } = await opened();
    const board = new PostgresBoard(connection);
    change(url, "UPDATE version SET number = 7");
    const before = await board.version();
    expect(await board.version()).toBe(before);
    change(url, "UPDATE epoch SET id = 'nabcdef'");
    expect(await board.version()).not.toBe(before);
  });

  test("it outlasts lost connections, and an index that is dropped and made again", async () => {
    const { url, pool, connection } = await opened();
    const board = new FollowedBoard(pool, connection);
    const before = await board.version();
    change(url, endOthers);
    expect(await board.version()).toBe(before);
    change(url, "ALTER TABLE version RENAME TO hidden");
    clock.advance(59_000);
    expect(await board.version()).toBe(before);
    change(url, "ALTER TABLE hidden RENAME TO version");
    expect(await board.version()).toBe(before);
    change(url, "WITH lost AS (DELETE FROM epoch) DELETE FROM version");
    expect(await board.version()).toBe(before);
    change(url, "INSERT INTO version VALUES (0, 0); INSERT INTO epoch VALUES ('n000001')");
    expect(await board.version()).not.toBe(before);
  });

  test("after a minute it says what is missing", async () => {
    const { url, pool, connection } = await opened();
    const board = new FollowedBoard(pool, connection);
    await board.version();
    change(url, "ALTER TABLE version RENAME TO hidden");
    await board.version();
    clock.advance(60_000);
    await expect(board.version()).rejects.toThrow('relation "version" does not exist');
  });

  test("an index of another release that came in its place is refused at once", async () => {
    const { url, pool, connection } = await opened();
    const board = new FollowedBoard(pool, connection);
    await board.version();
    change(url, "ALTER TABLE version RENAME TO hidden");
    await board.version();
    change(url, "UPDATE schema_step SET needs_schema = 9999; ALTER TABLE hidden RENAME TO version");
    await expect(board.version()).rejects.toThrow("migrated by a newer release");
  });
});
