/** How the store treats its files next to others, and how it reports that it cannot write. */
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { databaseIn, journalIn } from "../../src/store/sqlite/home.ts";
import { delivery } from "../contracts/store/samples.ts";
import { start } from "../support/issues.ts";
import { newHome, openTestStore } from "./homes.ts";

const modeOf = (path: string): number => statSync(path).mode & 0o777;

test("N10 foreign files in the journal's folder do not stop the start", async () => {
  const home = newHome();
  const first = openTestStore(home);
  await first.inbox.admit(delivery("a"));
  first.close();
  const journal = journalIn(home);
  mkdirSync(join(journal, "lost+found"));
  mkdirSync(join(journal, "0000000009.segment"));
  for (const name of ["notes.txt", "0000000001.segment.bak", ".DS_Store"])
    writeFileSync(join(journal, name), "no segment");
  const again = openTestStore(home);
  expect(await again.inbox.admit(delivery("b"))).toBe("new");
  expect((await again.inbox.counts()).pending).toBe(2);
  expect(readdirSync(journal)).toEqual(expect.arrayContaining(["lost+found", "notes.txt"]));
});

test("N10 the database and its log are only accessible to their owner, whatever the folder's and their earlier permissions", async () => {
  const home = newHome();
  mkdirSync(home, { recursive: true, mode: 0o755 });
  const earlier = openTestStore(home);
  await earlier.index.note([]);
  for (const ending of ["", ".lock"]) expect(modeOf(`${databaseIn(home)}${ending}`)).toBe(0o600);
  earlier.close();
  const path = databaseIn(home);
  const old = new DatabaseSync(path);
  old.exec("PRAGMA journal_mode = WAL");
  old.close();
  chmodSync(path, 0o644);
  const { inbox, prune } = openTestStore(home);
  await inbox.admit(delivery("a"));
  await prune(start);
  for (const ending of ["", "-wal", "-shm", ".lock"])
    expect([ending, modeOf(`${path}${ending}`)]).toEqual([ending, 0o600]);
});

test("N10 M01 a database that cannot be written is reported, and a probe notices when it can", async () => {
  const home = newHome();
  const store = openTestStore(home);
  expect([store.faults(), store.failures()]).toEqual([[], 0]);
  const intruder = new DatabaseSync(databaseIn(home));
  intruder.exec("BEGIN IMMEDIATE");
  await expect(store.prune(start)).rejects.toThrow("database is locked");
  await store.probe();
  expect(store.faults()).toMatchObject([{ part: "index", error: "database is locked" }]);
  intruder.exec("ROLLBACK");
  intruder.close();
  expect(store.faults()).toHaveLength(1);
  await store.probe();
  expect(store.faults()).toEqual([]);
  expect(store.failures()).toBeGreaterThan(1);
});
