/**
 * A17: a store that cannot write reports it, loses nothing that it acknowledged, and works again once it can
 * write.
 */
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { openDatabase } from "../../../../src/store/sqlite/database/database.ts";
import { GroupCommit } from "../../../../src/store/sqlite/database/group-commit.ts";
import { noDisk } from "../../../../src/store/sqlite/database/log-disk.ts";
import { databaseIn } from "../../../../src/store/sqlite/home.ts";
import { delivery } from "../../../contracts/store/samples.ts";
import { demo, start } from "../../../support/issues.ts";
import { deliveriesDue } from "../../../support/store-questions.ts";
import { newHome, openTestStore } from "../../homes.ts";

test("A17 deliveries are kept while another program holds the database, and found when it releases it", async () => {
  const home = newHome();
  const { inbox } = openTestStore(home);
  const intruder = new DatabaseSync(databaseIn(home));
  intruder.exec("BEGIN IMMEDIATE");
  const admissions = await Promise.all(["a", "b"].map((guid) => inbox.admit(delivery(guid))));
  expect(admissions).toEqual(["new", "new"]);
  expect([await inbox.admit(delivery("a")), await inbox.missing(["a", "b", "c"])]).toEqual([
    "duplicate",
    ["c"],
  ]);
  expect(await inbox.counts()).toEqual({ pending: 2, dead: 0 });
  await expect(deliveriesDue(inbox, demo.id, start, 10)).rejects.toThrow("database is locked");
  intruder.exec("ROLLBACK");
  intruder.close();
  expect((await deliveriesDue(inbox, demo.id, start, 10)).map(({ guid }) => guid)).toEqual(["a", "b"]);
});

test("A17 on a full disk writes that do not fit are rejected, and everything that resolved is kept", async () => {
  const database = openDatabase(databaseIn(newHome()));
  const commits = new GroupCommit(database, noDisk, () => {});
  database.exec("CREATE TABLE kept (name TEXT NOT NULL, body BLOB NOT NULL); PRAGMA max_page_count = 20");
  const insert = database.prepare("INSERT INTO kept VALUES (?, ?)");
  const keep = (name: string, bytes: number) =>
    commits.run(() => insert.run(name, Buffer.alloc(bytes)).changes);
  const answers = await Promise.allSettled([
    keep("small before", 10),
    keep("too large", 1_000_000),
    keep("small after", 10),
  ]);
  const kept = database
    .prepare("SELECT name FROM kept")
    .all()
    .map(({ name }) => name);
  const resolved = ["small before", "too large", "small after"].filter(
    (_, place) => answers[place]?.status === "fulfilled",
  );
  expect(answers[1]).toMatchObject({ status: "rejected", reason: { message: "database or disk is full" } });
  expect(kept).toEqual(resolved);
  await expect(keep("small later", 10)).resolves.toBe(1);
  commits.close();
  database.close();
});
