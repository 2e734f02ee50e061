/** What a start makes of the segments that it finds, and when a segment goes. */
import { appendFileSync, readdirSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openForReading } from "../../../src/store/database/database.ts";
import { databaseIn, journalIn } from "../../../src/store/home.ts";
import { frameOf } from "../../../src/store/journal/frame.ts";
import { cycle, delivery } from "../../contracts/store/samples.ts";
import { demo, start } from "../../support/issues.ts";
import { leftBehindBy, newHome, openTestStore } from "../homes.ts";

/** The machine may be busy. */
const patience = { timeout: 20_000, interval: 10 };

const segmentsOf = (home: string): readonly string[] =>
  readdirSync(journalIn(home)).map((name) => join(journalIn(home), name));

const onlySegmentOf = (home: string): string => {
  const [only, ...others] = segmentsOf(home);
  expect(others).toEqual([]);
  return only ?? "";
};

const guidsIn = (home: string): readonly string[] =>
  openTestStore(home)
    .inbox.due(demo.id, start, 1_000)
    .map(({ guid }) => guid);

describe("a start after a crash", () => {
  test("B07 finds every delivery that has no row yet, in the order in which they came", async () => {
    const home = newHome();
    const { inbox } = openTestStore(home);
    const guids = Array.from({ length: 20 }, (_, place) => `guid ${place}`);
    for (const guid of guids.slice(0, 10)) await inbox.admit(delivery(guid));
    inbox.due(demo.id, start, 1);
    for (const guid of guids.slice(10)) await inbox.admit(delivery(guid));
    expect(guidsIn(leftBehindBy(home))).toEqual(guids);
  });

  test("A17 cuts off a tail that was torn, and keeps all before it", async () => {
    const home = newHome();
    const { inbox } = openTestStore(home);
    for (const guid of ["a", "b"]) await inbox.admit(delivery(guid));
    const torn = leftBehindBy(home);
    const bytes = readFileSync(onlySegmentOf(torn)).length;
    truncateSync(onlySegmentOf(torn), bytes - 1);
    expect(guidsIn(torn)).toEqual(["a"]);
  });

  test("A07 takes a delivery once that stands in the journal twice", async () => {
    const home = newHome();
    const { inbox } = openTestStore(home);
    await inbox.admit(delivery("a"));
    const left = leftBehindBy(home);
    appendFileSync(onlySegmentOf(left), Buffer.concat(frameOf(delivery("a")).parts));
    expect(openTestStore(left).inbox.counts()).toEqual({ pending: 1, dead: 0, total: 1 });
  });

  test("does not take up again what was settled and forgotten since", async () => {
    const home = newHome();
    const { inbox, index, prune } = openTestStore(home);
    for (const guid of ["held", "old", "newest"]) await inbox.admit(delivery(guid));
    await index.commit(cycle({ settled: ["old", "newest"] }));
    expect(await prune(start + 1)).toBe(1);
    const { inbox: after } = openTestStore(leftBehindBy(home));
    expect(after.due(demo.id, start, 10).map(({ guid }) => guid)).toEqual(["held"]);
    expect(after.missing(["old"])).toEqual(["old"]);
  });
});

test("rows are made while nobody knocks and nobody asks, the payload staying where it is", async () => {
  const home = newHome();
  const { inbox } = openTestStore(home);
  await Promise.all(["a", "b"].map((guid) => inbox.admit(delivery(guid))));
  const database = openForReading(databaseIn(home));
  onTestFinished(() => database.close());
  await vi.waitFor(
    () => expect(database.prepare("SELECT guid FROM delivery").all()).toHaveLength(2),
    patience,
  );
  expect(database.prepare("SELECT count(*) AS kept FROM payload").get()).toEqual({ kept: 0 });
});

describe("a segment", () => {
  test("goes when a later start finds nothing in it that is needed", async () => {
    const home = newHome();
    const first = openTestStore(home);
    for (const guid of ["a", "b"]) await first.inbox.admit(delivery(guid));
    await first.index.commit(cycle({ settled: ["a"] }));
    first.close();
    const second = openTestStore(home);
    await second.inbox.admit(delivery("c"));
    expect(segmentsOf(home)).toHaveLength(2);
    await second.index.commit(cycle({ settled: ["b"] }));
    await vi.waitFor(() => expect(segmentsOf(home)).toHaveLength(1), patience);
    expect(guidsIn(leftBehindBy(home))).toEqual(["c"]);
  });

  test("is not held by a dead letter, which keeps its payload", async () => {
    const home = newHome();
    const first = openTestStore(home);
    await first.inbox.admit(delivery("dead"));
    expect(await first.inbox.postpone(["dead"], start, "poison", 1)).toEqual(["dead"]);
    first.close();
    const { inbox } = openTestStore(home);
    await vi.waitFor(() => expect(segmentsOf(home)).toEqual([]), patience);
    expect(inbox.counts()).toEqual({ pending: 0, dead: 1, total: 1 });
  });

  test("that somebody deleted leaves deliveries without a payload, and holds up nobody", async () => {
    const home = newHome();
    const { inbox } = openTestStore(home);
    await inbox.admit(delivery("a"));
    inbox.due(demo.id, start, 1);
    const left = leftBehindBy(home);
    rmSync(journalIn(left), { recursive: true });
    const { inbox: after } = openTestStore(left);
    await after.admit(delivery("b"));
    const payloads = after.due(demo.id, start, 10).map(({ payload }) => payload.toString());
    expect(payloads).toEqual(["", '{"delivery":"b"}']);
  });

  test("never has the number of one that was there before", async () => {
    const home = newHome();
    for (const guid of ["a", "b", "c"]) {
      const { inbox, index, close } = openTestStore(home);
      await vi.waitFor(() => expect(segmentsOf(home)).toEqual([]), patience);
      await inbox.admit(delivery(guid));
      expect(guidsIn(leftBehindBy(home))).toEqual([guid]);
      await index.commit(cycle({ settled: [guid] }));
      close();
    }
  });
});
