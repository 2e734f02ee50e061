import { describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../../../src/base/clock.ts";
import { integer } from "../../../../../src/base/row.ts";
import type { IssueRecord } from "../../../../../src/engine/model/snapshot.ts";
import { type Change, Changes } from "../../../../../src/store/postgres/database/changes.ts";
import { type Connection, connectionTo } from "../../../../../src/store/postgres/database/connection.ts";
import { migrate } from "../../../../../src/store/postgres/database/migrate.ts";
import { openPool } from "../../../../../src/store/postgres/database/pool.ts";
import { statement } from "../../../../../src/store/postgres/database/statement.ts";
import { IssueTable } from "../../../../../src/store/postgres/tables/issues/issue-table.ts";
import { recordOf } from "../../../../contracts/store/samples.ts";
import { start, task } from "../../../../support/issues.ts";
import { newIndex, noPostgres } from "../../../../support/postgres.ts";

const edition = statement("SELECT edition FROM issue WHERE id = 'I_12'");
/** How many rows of issues were updated lately, this transaction included, and how many of them without an entry in an index. */
const rewritten = statement(`
SELECT pg_stat_get_xact_tuples_updated(oid)::int AS rows, pg_stat_get_xact_tuples_hot_updated(oid)::int AS apart
FROM pg_class WHERE oid = 'issue'::regclass`);

async function opened(): Promise<Connection> {
  const pool = openPool(await newIndex(), { max: 4, name: "tests", onLost: () => {} });
  onTestFinished(() => pool.end());
  await migrate(pool);
  return connectionTo(pool, { clock: systemClock, onStep: () => {}, onOutcome: () => {} });
}

const saveIn = async (change: Change, issues: IssueTable, record: IssueRecord) =>
  issues.save(change, [record], await issues.stored(change.queries, [record]), () => 1);

const save = (connection: Connection, issues: IssueTable, record: IssueRecord) =>
  new Changes(connection).make([1], (change) => saveIn(change, issues, record));

const named = (title: string) => recordOf(task(12, { title }));

describe.skipIf(noPostgres)("records in PostgreSQL", () => {
  test("what another process has written is read, not what is cached", async () => {
    const connection = await opened();
    const ours = new IssueTable();
    const theirs = new IssueTable();
    await save(connection, ours, named("Ours"));
    await save(connection, theirs, named("Theirs"));
    expect((await ours.records(connection, ["I_12"])).get("I_12")?.seen.title).toBe("Theirs");
    await save(connection, ours, named("Ours"));
    expect((await theirs.records(connection, ["I_12"])).get("I_12")?.seen.title).toBe("Ours");
  });

  test("what was rolled back is not cached", async () => {
    const connection = await opened();
    const issues = new IssueTable();
    await save(connection, issues, named("Before"));
    const failing = new Changes(connection).make([1], async (change) => {
      await saveIn(change, issues, named("Never"));
      throw new Error("It fails.");
    });
    await expect(failing).rejects.toThrow("It fails.");
    expect((await issues.records(connection, ["I_12"])).get("I_12")?.seen.title).toBe("Before");
  });

  test("what changes at nearly every write, and a title, leave the indexes of the issue alone", async () => {
    const connection = await opened();
    const issues = new IssueTable();
    await save(connection, issues, named("Before"));
    const later = recordOf(task(12, { title: "After", updatedAt: start + 7 }));
    for (const record of [later, { ...later, readAt: start + 9 }])
      await new Changes(connection).make([1], async (change) => {
        await saveIn(change, issues, record);
        const { rows, apart } = (await change.queries.one(rewritten)) ?? {};
        expect([Number(rows) > 0, apart]).toEqual([true, rows]);
      });
  });

  test("a read that brought nothing changes when the issue was read, and not its edition", async () => {
    const connection = await opened();
    const issues = new IssueTable();
    const editionNow = async () => integer((await connection.one(edition)) ?? {}, "edition");
    await save(connection, issues, named("Same"));
    const before = await editionNow();
    await save(connection, issues, { ...named("Same"), readAt: start + 5 });
    expect(await editionNow()).toBe(before);
    expect((await issues.records(connection, ["I_12"])).get("I_12")?.readAt).toBe(start + 5);
    await save(connection, issues, named("Other"));
    expect(await editionNow()).toBe(before + 1);
  });
});
