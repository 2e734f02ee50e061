/** Many writers share one transaction. */
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { GroupCommit } from "../../../../src/store/sqlite/database/group-commit.ts";
import { noDisk } from "../../../../src/store/sqlite/database/log-disk.ts";

function open() {
  const database = new DatabaseSync(":memory:");
  onTestFinished(() => database.close());
  database.exec("CREATE TABLE t (x INTEGER PRIMARY KEY)");
  const insert = database.prepare("INSERT INTO t VALUES (?)");
  const rollbacks: string[] = [];
  const commits = new GroupCommit(database, noDisk, () => rollbacks.push("rolled back"));
  const all = () =>
    database
      .prepare("SELECT x FROM t ORDER BY x")
      .all()
      .map(({ x }) => x);
  return { database, commits, all, rollbacks, insert: (x: number) => Number(insert.run(x).changes) };
}

describe("a group of writers", () => {
  test("each writer resolves to its own value once all are committed", async () => {
    const { commits, insert, database } = open();
    const inTransaction: boolean[] = [];
    const answers = [1, 2, 3].map((x) =>
      commits.run(
        () => insert(x) * x,
        () => inTransaction.push(database.isTransaction),
      ),
    );
    expect(await Promise.all(answers)).toEqual([1, 2, 3]);
    expect(inTransaction).toEqual([false, false, false]);
  });

  test("a failing writer is rolled back completely and its neighbours are kept", async () => {
    const { commits, insert, all, rollbacks } = open();
    const answers = await Promise.allSettled([
      commits.run(() => insert(1)),
      commits.run(() => insert(2) + insert(1)),
      commits.run(() => insert(3)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(all()).toEqual([1, 3]);
    expect(rollbacks).toHaveLength(1);
  });

  test("all writers of a group are rejected when the transaction itself fails", async () => {
    const { commits, insert, all, database } = open();
    database.exec(`CREATE TABLE u (x INTEGER REFERENCES t DEFERRABLE INITIALLY DEFERRED)`);
    const answers = await Promise.allSettled([
      commits.run(() => insert(1)),
      commits.run(() => database.exec("INSERT INTO u VALUES (404)")),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(all()).toEqual([]);
    expect(await commits.run(() => insert(2))).toBe(1);
  });

  test("an error that one writer throws after the commit affects that writer alone", async () => {
    const { commits, insert, all } = open();
    const fail = (): never => {
      throw new Error("afterwards");
    };
    const answers = await Promise.allSettled([
      commits.run(() => insert(1), fail),
      commits.run(() => insert(2)),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
    expect(all()).toEqual([1, 2]);
  });

  test("a crowd of writers is served in batches without leaving any out", async () => {
    const { commits, insert, all } = open();
    await Promise.all(Array.from({ length: 2_000 }, (_, x) => commits.run(() => insert(x))));
    expect(all()).toHaveLength(2_000);
  });

  test("closing commits pending writes and refuses further ones", async () => {
    const { commits, insert, all } = open();
    const waiting = Array.from({ length: 1_000 }, (_, x) => commits.run(() => insert(x)));
    commits.close();
    expect(all()).toHaveLength(1_000);
    await Promise.all(waiting);
    await expect(commits.run(() => insert(9_999))).rejects.toThrow("The store is closed.");
  });
});
