import { describe, expect, onTestFinished, test } from "vitest";
import {
  exclusionIn,
  migrate,
  plannedMigration,
  requireCurrent,
} from "../../../../src/store/postgres/database/migrate.ts";
import { openPool } from "../../../../src/store/postgres/database/pool.ts";
import { oldestRelease, steps } from "../../../../src/store/postgres/database/schema.ts";
import { newDatabase, noPostgres } from "../../../support/postgres.ts";

function poolTo(url: string) {
  const pool = openPool(url, { max: 4, name: "tests", onLost: () => {} });
  onTestFinished(() => pool.end());
  return pool;
}

const first = [
  "CREATE TABLE thing (id int PRIMARY KEY); CREATE TABLE fence (token int); INSERT INTO fence VALUES (7)",
];
const second = [...first, "ALTER TABLE thing ADD COLUMN name text"];
const third = [...second, "ALTER TABLE thing DROP COLUMN id"];

/** Three releases: the second only adds, the third removes what the first uses. */
const releases = {
  old: { steps: first, oldestRelease: { release: "1.0.0", schema: 1 } },
  adding: { steps: second, oldestRelease: { release: "1.0.0", schema: 1 } },
  removing: { steps: third, oldestRelease: { release: "1.1.0", schema: 2 } },
};

describe.skipIf(noPostgres)("migrating PostgreSQL", () => {
  test("it says from which schema to which, and twice is once", async () => {
    const pool = poolTo(await newDatabase());
    expect(await plannedMigration(pool, releases.adding)).toMatchObject({ from: 0, to: 2 });
    expect(await migrate(pool, releases.old)).toMatchObject({ from: 0, to: 1 });
    expect(await plannedMigration(pool, releases.adding)).toMatchObject({ from: 1, to: 2 });
    expect(await migrate(pool, releases.adding)).toMatchObject({ from: 1, to: 2 });
    expect(await migrate(pool, releases.adding)).toMatchObject({ from: 2, to: 2 });
  });

  test("a release runs against a newer schema that only adds, and neither takes anything back", async () => {
    const pool = poolTo(await newDatabase());
    await migrate(pool, releases.adding);
    await requireCurrent(pool, releases.old);
    expect(await migrate(pool, releases.old)).toMatchObject({ from: 2, to: 2 });
    expect(await plannedMigration(pool, releases.old)).toMatchObject({ from: 2, to: 2 });
    await requireCurrent(pool, releases.adding);
  });

  test("a release below the oldest that the schema names is refused in words", async () => {
    const pool = poolTo(await newDatabase());
    await migrate(pool, releases.removing);
    await requireCurrent(pool, releases.adding);
    const refusal = "it has schema 3, and this release knows 1. Update signalbox to 1.1.0 or newer, or set";
    for (const use of [migrate, plannedMigration, requireCurrent])
      await expect(use(pool, releases.old)).rejects.toThrow(refusal);
  });

  test("a process that runs already learns that a newer release excludes it, and from which one on", async () => {
    const pool = poolTo(await newDatabase());
    await migrate(pool, releases.old);
    expect(await exclusionIn(pool, releases.old)).toBeUndefined();
    await migrate(pool, releases.adding);
    expect(await exclusionIn(pool, releases.old)).toBeUndefined();
    await migrate(pool, releases.removing);
    expect(await exclusionIn(pool, releases.adding)).toBeUndefined();
    const { release, refusal } = (await exclusionIn(pool, releases.old)) ?? {};
    expect(release).toBe("1.1.0");
    expect(refusal?.message).toContain("Update signalbox to 1.1.0 or newer");
  });

  test("all tenures are lost to a migration that excludes a release, and to no other", async () => {
    const pool = poolTo(await newDatabase());
    const tokens = async () => (await pool.query("SELECT token FROM fence")).rows;
    for (const release of [releases.old, releases.adding, releases.adding])
      expect(await migrate(pool, release)).toMatchObject({ excludes: false });
    expect(await tokens()).toEqual([{ token: 7 }]);
    expect(await plannedMigration(pool, releases.removing)).toEqual({ from: 2, to: 3, excludes: true });
    expect(await migrate(pool, releases.removing)).toEqual({ from: 2, to: 3, excludes: true });
    expect(await tokens()).toEqual([{ token: 8 }]);
    const later = { ...releases.removing, steps: [...third, "SELECT 1"] };
    expect(await migrate(pool, later)).toMatchObject({ excludes: false });
    expect(await tokens()).toEqual([{ token: 8 }]);
  });

  test("a write under a token is either committed before a migration excludes releases, or refused", async () => {
    const pool = poolTo(await newDatabase());
    await migrate(pool, releases.adding);
    const writer = await pool.connect();
    const held = "SELECT 1 FROM fence WHERE token = 7 FOR SHARE";
    try {
      await writer.query("BEGIN");
      expect((await writer.query(held)).rowCount).toBe(1);
      const migrated = migrate(pool, releases.removing);
      await writer.query("SELECT pg_sleep(0.2)");
      await writer.query("UPDATE thing SET name = 'late'");
      await writer.query("COMMIT");
      expect(await migrated).toMatchObject({ from: 2, to: 3 });
      expect((await writer.query(held)).rowCount).toBe(0);
    } finally {
      writer.release(true);
    }
  });

  test("a step that removes does not let an older release back in by a later one that only adds", async () => {
    const pool = poolTo(await newDatabase());
    await migrate(pool, releases.removing);
    const later = { ...releases.removing, steps: [...third, "ALTER TABLE thing ADD COLUMN size int"] };
    expect(await migrate(pool, later)).toMatchObject({ from: 3, to: 4 });
    await expect(requireCurrent(pool, releases.old)).rejects.toThrow("signalbox to 1.1.0 or newer");
  });

  test("a process that does not migrate is told what to run", async () => {
    const pool = poolTo(await newDatabase());
    await expect(requireCurrent(pool, releases.adding)).rejects.toThrow(
      "has no signalbox index. To create it, run `signalbox migrate`.",
    );
    await migrate(pool, releases.old);
    await expect(requireCurrent(pool, releases.adding)).rejects.toThrow(
      "has schema 1, and this release needs 2. Run `signalbox migrate`",
    );
  });

  test("a table that someone keeps makes it give up in words, with nothing changed", async () => {
    const url = await newDatabase();
    const pool = poolTo(url);
    const other = poolTo(url);
    await migrate(pool, releases.old);
    const keeper = await other.connect();
    try {
      await keeper.query("BEGIN; LOCK TABLE thing IN ACCESS SHARE MODE");
      // The keeper's own limit is as long as our patience: it must not end first.
      await keeper.query("SET idle_in_transaction_session_timeout = 0");
      await expect(migrate(pool, releases.adding)).rejects.toThrow(
        "another transaction kept a table for 5 s",
      );
    } finally {
      keeper.release(true);
    }
    expect(await migrate(pool, releases.adding)).toMatchObject({ from: 1, to: 2 });
  });
});

/** What an older release, still running, would trip over. */
const removals = /\b(?:DROP|RENAME|SET NOT NULL|TYPE|ADD CONSTRAINT)\b/;

describe("the schema on PostgreSQL", () => {
  test("a step that takes something away names the oldest release that may still run", () => {
    const taking = steps.flatMap((sql, at) =>
      at > 0 && removals.test(withoutComments(sql)) ? [at + 1] : [],
    );
    for (const version of taking)
      expect(oldestRelease.schema, `step ${version}`).toBeGreaterThanOrEqual(version - 1);
    expect(oldestRelease.schema).toBeLessThanOrEqual(steps.length);
  });
});

function withoutComments(sql: string): string {
  return sql.replaceAll(/^--.*$/gm, "");
}
