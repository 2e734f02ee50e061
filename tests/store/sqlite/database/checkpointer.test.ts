/** The write-ahead log is copied into the database by a thread, and stays bounded under steady writes. */
import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test, vi } from "vitest";
import { Checkpointer } from "../../../../src/store/sqlite/database/checkpointer.ts";
import { openDatabase, openForReading } from "../../../../src/store/sqlite/database/database.ts";
import { databaseIn } from "../../../../src/store/sqlite/home.ts";
import { newHome, openTestStore } from "../../homes.ts";

const because = "x".repeat(200_000);
const line = { repositoryId: "R_demo", issueId: "I_12", kind: "done", rule: "r", because };
const entry = (at: number) => ({ ...line, at, what: `line ${at}`, delivery: undefined, actor: undefined });
/** Each is some 50 pages of the log. */
const entries = (count: number) => Array.from({ length: count }, (_, at) => entry(at));
const mib = 2 ** 20;

test("a log under steady writes is copied and starts over, while each write is acknowledged", async () => {
  const home = newHome();
  const store = openTestStore(home);
  onTestFinished(store.close);
  const writtenMib = 120;
  for (let written = 0; written < writtenMib; written += 4) await store.index.note(entries(20));
  const log = `${databaseIn(home)}-wal`;
  expect(statSync(databaseIn(home)).size).toBeGreaterThan(30 * mib);
  expect(statSync(log).size).toBeLessThan(90 * mib);
});

test("N10 M01 the log shrinks again once no reader holds an old snapshot", async () => {
  const home = newHome();
  const store = openTestStore(home);
  onTestFinished(store.close);
  const log = `${databaseIn(home)}-wal`;
  await store.index.note(entries(1));
  const reader = openForReading(databaseIn(home));
  onTestFinished(() => reader.close());
  reader.exec("BEGIN");
  const count = reader.prepare("SELECT count(*) AS n FROM ledger");
  expect(count.get()).toEqual({ n: 1 });
  for (let n = 0; n < 25; n += 1) await store.index.note(entries(10));
  expect(statSync(log).size).toBeGreaterThan(45_000_000);
  expect(count.get()).toEqual({ n: 1 });
  reader.exec("COMMIT");
  expect(count.get()).toEqual({ n: 251 });
  const shrunk = async (): Promise<void> => {
    await store.index.note(entries(1));
    expect(statSync(log).size).toBeLessThan(34_000_000);
  };
  await vi.waitFor(shrunk, { timeout: 20_000, interval: 20 });
});

test("closing in the middle of a checkpoint leaves everything that was acknowledged", async () => {
  const home = newHome();
  for (const life of [1, 2, 3]) {
    const store = openTestStore(home);
    for (let n = 0; n < 18; n += 1) await store.index.note(entries(10));
    store.close();
    const after = new DatabaseSync(databaseIn(home));
    expect(after.prepare("SELECT count(*) AS n FROM ledger").get()).toEqual({ n: 180 * life });
    expect(after.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
    after.close();
  }
});

test("where the thread cannot open the database, the event loop copies the log", async () => {
  const path = databaseIn(newHome());
  mkdirSync(dirname(path), { recursive: true });
  const database = openDatabase(path);
  onTestFinished(() => database.close());
  database.exec("CREATE TABLE kept (body BLOB NOT NULL)");
  const hold = <T>(work: () => Promise<T>): Promise<T> => work();
  const checkpointer = new Checkpointer(`${path}/none`, database, { hold });
  onTestFinished(() => checkpointer.close());
  database.prepare("INSERT INTO kept VALUES (?)").run(Buffer.alloc(40_000_000));
  const pages = database.prepare("PRAGMA wal_checkpoint(NOOP)");
  expect(pages.get()).toMatchObject({ checkpointed: 0 });
  checkpointer.afterCommit();
  await vi.waitFor(() => expect(pages.get()).not.toMatchObject({ checkpointed: 0 }), { timeout: 5_000 });
});
