/** What a start does with the segments it finds, and when a segment is deleted. */
import { appendFileSync, readdirSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openForReading } from "../../../../src/store/sqlite/database/database.ts";
import { databaseIn, journalIn } from "../../../../src/store/sqlite/home.ts";
import { frameOf } from "../../../../src/store/sqlite/journal/frame.ts";
import { cycle, delivery } from "../../../contracts/store/samples.ts";
import { demo, start } from "../../../support/issues.ts";
import { deliveriesDue } from "../../../support/store-questions.ts";
import { leftBehindBy, newHome, openTestStore } from "../../homes.ts";

/** Generous, since the machine may be busy. */
const patience = { timeout: 20_000, interval: 10 };

const segmentsOf = (home: string): readonly string[] =>
  readdirSync(journalIn(home)).map((name) => join(journalIn(home), name));

const onlySegmentOf = (home: string): string => {
  const [only, ...others] = segmentsOf(home);
  expect(others).toEqual([]);
  return only ?? "";
};

const guidsIn = async (home: string): Promise<readonly string[]> =>
  (await deliveriesDue(openTestStore(home).inbox, demo.id, start, 1_000)).map(({ guid }) => guid);

describe("a start after a crash", () => {
  test("B07 a start finds every delivery without a row, in order of arrival", async () => {
    const home = newHome();
    const { inbox } = openTestStore(home);
    const guids = Array.from({ length: 20 }, (_, place) => `guid ${place}`);
    for (const guid of guids.slice(0, 10)) await inbox.admit(delivery(guid));
    await deliveriesDue(inbox, demo.id, start, 1);
    for (const guid of guids.slice(10)) await inbox.admit(delivery(guid));
    expect(await guidsIn(leftBehindBy(home))).toEqual(guids);
  });

  test("A17 a start cuts off a torn tail and keeps everything before it", async () => {
    const home = newHome();
    const { inbox } = openTestStore(home);
    for (const guid of ["a", "b"]) await inbox.admit(delivery(guid));
    const torn = leftBehindBy(home);
    const bytes = readFileSync(onlySegmentOf(torn)).length;
    truncateSync(onlySegmentOf(torn), bytes - 1);
    expect(await guidsIn(torn)).toEqual(["a"]);
  });

  test("A07 a delivery that is in the journal twice is taken once", async () => {
    const home = newHome();
    const { inbox } = openTestStore(home);
    await inbox.admit(delivery("a"));
    const left = leftBehindBy(home);
    appendFileSync(onlySegmentOf(left), Buffer.concat(frameOf(delivery("a")).parts));
    expect(await openTestStore(left).inbox.counts()).toEqual({ pending: 1, dead: 0 });
  });

  test("a delivery that was processed and pruned is not taken again", async () => {
    const home = newHome();
    const { inbox, index, prune } = openTestStore(home);
    for (const guid of ["held", "old", "newest"]) await inbox.admit(delivery(guid));
    await index.commit(cycle({ settled: ["old", "newest"] }));
    expect(await prune(start + 1)).toBe(1);
    const { inbox: after } = openTestStore(leftBehindBy(home));
    expect((await deliveriesDue(after, demo.id, start, 10)).map(({ guid }) => guid)).toEqual(["held"]);
    expect(await after.missing(["old"])).toEqual(["old"]);
  });
});

test("rows are written while the endpoint is idle and nothing asks for them, and the payload stays in place", async () => {
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
  test("a segment is deleted when a later start finds nothing in it that is needed", async () => {
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
    expect(await guidsIn(leftBehindBy(home))).toEqual(["c"]);
  });

  test("a segment is deleted although it held a dead letter, which keeps its payload", async () => {
    const home = newHome();
    const first = openTestStore(home);
    await first.inbox.admit(delivery("dead"));
    expect(await first.inbox.postpone(["dead"], start, "poison", 1)).toEqual(["dead"]);
    first.close();
    const { inbox } = openTestStore(home);
    await vi.waitFor(() => expect(segmentsOf(home)).toEqual([]), patience);
    expect(await inbox.counts()).toEqual({ pending: 0, dead: 1 });
  });

  test("deliveries of a segment that was deleted from outside have no payload and block nothing", async () => {
    const home = newHome();
    const { inbox } = openTestStore(home);
    await inbox.admit(delivery("a"));
    await deliveriesDue(inbox, demo.id, start, 1);
    const left = leftBehindBy(home);
    rmSync(journalIn(left), { recursive: true });
    const { inbox: after } = openTestStore(left);
    await after.admit(delivery("b"));
    const payloads = (await deliveriesDue(after, demo.id, start, 10)).map(({ payload }) =>
      payload.toString(),
    );
    expect(payloads).toEqual(["", '{"delivery":"b"}']);
  });

  test("a segment never gets the number of an earlier one", async () => {
    const home = newHome();
    for (const guid of ["a", "b", "c"]) {
      const { inbox, index, close } = openTestStore(home);
      await vi.waitFor(() => expect(segmentsOf(home)).toEqual([]), patience);
      await inbox.admit(delivery(guid));
      expect(await guidsIn(leftBehindBy(home))).toEqual([guid]);
      await index.commit(cycle({ settled: [guid] }));
      close();
    }
  });
});
