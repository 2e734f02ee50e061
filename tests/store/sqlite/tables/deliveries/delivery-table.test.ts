/** Nearly every delivery is new, and is recognised as new without a query. A known one never is: it has its row. */
import { DatabaseSync, StatementSync } from "node:sqlite";
import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import { databaseIn } from "../../../../../src/store/sqlite/home.ts";
import { DeliveryFilter } from "../../../../../src/store/sqlite/tables/deliveries/delivery-filter.ts";
import { DeliveryTable } from "../../../../../src/store/sqlite/tables/deliveries/delivery-table.ts";
import { cycle, delivery } from "../../../../contracts/store/samples.ts";
import { demo, start } from "../../../../support/issues.ts";
import { leftBehindBy, newHome, openTestStore } from "../../../homes.ts";

/** Counts the queries for known deliveries from now on. */
function countQueries(): () => number {
  const get = vi.spyOn(StatementSync.prototype, "get");
  onTestFinished(() => get.mockRestore());
  const isQuery = (asked: unknown) => asked instanceof StatementSync && asked.sourceSQL.includes("is_same");
  return () => get.mock.contexts.filter(isQuery).length;
}

test("what is new is admitted without a query, and what may be known is looked up", async () => {
  const { inbox, index } = openTestStore(newHome());
  const queries = countQueries();
  for (const each of ["a", "b", "c"]) await inbox.admit(delivery(each, { bodyHash: `body ${each}` }));
  await index.commit(cycle({ settled: ["a", "b", "c"] }));
  expect(queries()).toBe(0);
  expect(await inbox.admit(delivery("a", { bodyHash: "another" }))).toBe("duplicate");
  expect(await inbox.admit(delivery("d", { bodyHash: "body b" }))).toBe("suspected replay");
  expect(queries()).toBe(2);
});

test("deliveries of an earlier process are known", async () => {
  const home = newHome();
  const { inbox, index } = openTestStore(home);
  await inbox.admit(delivery("a", { bodyHash: "body a" }));
  await index.commit(cycle({ settled: ["a"] }));
  const later = openTestStore(leftBehindBy(home)).inbox;
  const queries = countQueries();
  expect(await later.admit(delivery("a", { bodyHash: "another" }))).toBe("duplicate");
  expect(await later.admit(delivery("b", { bodyHash: "body a" }))).toBe("suspected replay");
  expect(queries()).toBe(2);
  expect(await later.admit(delivery("c", { bodyHash: "body c" }))).toBe("new");
  expect(queries()).toBe(2);
});

test("until every earlier row was read, each delivery is looked up", async () => {
  const home = newHome();
  const store = openTestStore(home);
  for (const each of ["a", "b", "c"]) await store.inbox.admit(delivery(each, { bodyHash: `body ${each}` }));
  await store.index.commit(cycle({ settled: ["a", "b", "c"] }));
  store.close();
  const database = new DatabaseSync(databaseIn(home));
  const table = new DeliveryTable(database);
  const asked = ["a", "c", "new"].map((guid) => delivery(guid, { bodyHash: `body ${guid}` }));
  const queries = countQueries();
  const counted = [];
  for (let portion = 0; portion < 4; portion++) {
    expect(asked.map((each) => table.known(each))).toEqual(["guid", "guid", undefined]);
    counted.push(queries());
    table.filterMore(1);
  }
  expect(counted).toEqual([3, 6, 9, 12]);
  expect(table.known(delivery("new", { bodyHash: "body new" }))).toBeUndefined();
  expect(queries()).toBe(12);
  database.close();
});

test("a name that was added is never taken for new", () => {
  const names = fc.array(fc.oneof(fc.uuid(), fc.string()), { minLength: 1, maxLength: 200 });
  fc.assert(
    fc.property(names, (added) => {
      const filter = new DeliveryFilter();
      for (const name of added) filter.add(name);
      expect(added.filter((name) => !filter.mayHold(name))).toEqual([]);
    }),
    { numRuns: 30 },
  );
});

test("of 100,000 stored names, a new one is taken for a stored one once in a hundred times at most", () => {
  const filter = new DeliveryFilter();
  for (let at = 0; at < 100_000; at++) filter.add(`guid-${at}`);
  const others = Array.from({ length: 10_000 }, (_, at) => `other-${at}`);
  expect(others.filter((name) => filter.mayHold(name)).length).toBeLessThan(100);
});

test("a processed delivery keeps its row and no payload, and ordinary ones are marked by one statement", async () => {
  const home = newHome();
  const { inbox, index } = openTestStore(home);
  for (const guid of ["dead", "b", "c", "d"]) await inbox.admit(delivery(guid));
  expect(await inbox.postpone(["dead"], start, "It failed.", 1)).toEqual(["dead"]);
  const database = new DatabaseSync(databaseIn(home), { readOnly: true });
  onTestFinished(() => database.close());
  const payloads = database.prepare("SELECT count(*) AS kept FROM payload");
  expect(payloads.get()).toEqual({ kept: 1 });
  const run = vi.spyOn(StatementSync.prototype, "run");
  const get = vi.spyOn(StatementSync.prototype, "get");
  const all = vi.spyOn(StatementSync.prototype, "all");
  onTestFinished(() => {
    run.mockRestore();
    get.mockRestore();
    all.mockRestore();
  });
  const statements = () =>
    [...run.mock.contexts, ...get.mock.contexts, ...all.mock.contexts].filter(
      (ran) => ran instanceof StatementSync && /'settled'|FROM payload/.test(ran.sourceSQL),
    ).length;
  await index.commit(cycle({ settled: ["b", "c"] }));
  expect(statements()).toBe(1);
  await index.commit(cycle({ settled: ["d", "dead"] }));
  expect(payloads.get()).toEqual({ kept: 0 });
  expect(await inbox.counts()).toEqual({ pending: 0, dead: 0 });
});

test("the payloads of deliveries that a pass takes are read one by one, as they are translated", async () => {
  const home = newHome();
  const store = openTestStore(home);
  for (const guid of ["a", "b"]) await store.inbox.admit(delivery(guid));
  await store.inbox.nextDueAt();
  store.close();
  const database = new DatabaseSync(databaseIn(home));
  onTestFinished(() => database.close());
  const read = vi.fn(() => Buffer.from("payload"));
  const due = new DeliveryTable(database).due(demo.id, start + 1_000_000, 10, read);
  expect(due.map(({ guid }) => guid)).toEqual(["a", "b"]);
  expect(read).not.toHaveBeenCalled();
  expect(due[1]?.payload.toString()).toBe("payload");
  expect(read).toHaveBeenCalledTimes(1);
});

/** The table of an index with these deliveries pending, and the statements to change it by. */
async function pendingTable(guids: readonly string[]) {
  const home = newHome();
  const store = openTestStore(home);
  for (const guid of guids) await store.inbox.admit(delivery(guid));
  await store.inbox.nextDueAt();
  store.close();
  const database = new DatabaseSync(databaseIn(home));
  onTestFinished(() => database.close());
  return { database, table: new DeliveryTable(database) };
}

const fromJournal = () => Buffer.from("from the journal");

test("a pass takes no more large payloads than 16 MB and one, those that are due first, in the order of arrival", async () => {
  const { database, table } = await pendingTable(["a", "b", "c", "d"]);
  const tenMegabytes = 10 * 1024 * 1024;
  database.prepare("UPDATE delivery SET length = ?").run(tenMegabytes);
  database.prepare("UPDATE delivery SET due_at = due_at - 1000 WHERE guid = 'd'").run();
  const guidsDue = () => table.due(demo.id, start + 1_000_000, 10, fromJournal).map(({ guid }) => guid);
  expect(guidsDue()).toEqual(["a", "d"]);
  database.prepare("UPDATE delivery SET length = 1 WHERE guid = 'd'").run();
  expect(guidsDue()).toEqual(["a", "b", "d"]);
});

test("a payload that is kept next to its row is read from there, and counts towards what a pass takes", async () => {
  const { database, table } = await pendingTable(["a", "b"]);
  database.exec(
    "INSERT INTO payload (seq, body) SELECT seq, zeroblob(17000000) FROM delivery WHERE guid = 'a'",
  );
  database.exec("UPDATE delivery SET segment = NULL, place = NULL, length = NULL WHERE guid = 'a'");
  const [only, ...others] = table.due(demo.id, start + 1_000_000, 10, fromJournal);
  expect([only?.guid, others]).toEqual(["a", []]);
  expect(only?.payload.length).toBe(17_000_000);
  table.settle(["b", "a"]);
  expect(database.prepare("SELECT count(*) AS kept FROM payload").get()).toEqual({ kept: 0 });
  expect(table.counts()).toEqual({ pending: 0, dead: 0 });
});

test("a delivery whose payload is nowhere fails alone, when it is read", async () => {
  const { database, table } = await pendingTable(["a", "b"]);
  database.exec("UPDATE delivery SET segment = NULL, place = NULL, length = NULL WHERE guid = 'a'");
  const [lost, other] = table.due(demo.id, start + 1_000_000, 10, fromJournal);
  expect(() => lost?.payload).toThrow();
  expect(other?.payload).toEqual(fromJournal());
});
