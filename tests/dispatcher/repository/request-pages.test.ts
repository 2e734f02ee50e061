/** A repository may be new although the index has issues of it: pages do not show which of them GitHub has no longer. */
import { expect, test, vi } from "vitest";
import { PageRequester } from "../../../src/dispatcher/repository/page-requester.ts";
import { cycle, recordOf } from "../../contracts/store/samples.ts";
import { demo, issue, start } from "../../support/issues.ts";
import { manualClock } from "../../support/manual-clock.ts";
import { memoryStore } from "../../support/memory-store.ts";

function setUp(listed: readonly string[]) {
  const { index, refreshes } = memoryStore();
  const changedSince = vi.fn(async () => listed.map((id, n) => ({ id, number: n + 1, updatedAt: start })));
  const tracker = { aheadMs: () => 0, changedSince };
  const pace = { cursorOverlapMs: 0 };
  const pages = new PageRequester(index, tracker, manualClock(start), pace, { run: (_, work) => work() });
  return { index, refreshes, changedSince, pages };
}

test("of the issues that the index has, those that GitHub does not list are requested besides the pages", async () => {
  const { index, refreshes, pages } = setUp(["I_7", "I_8"]);
  await index.commit(cycle({ repositories: [demo], records: [recordOf(issue(7)), recordOf(issue(9))] }));
  await pages.request(demo);
  // Reading all of them would cost a restored index a first sync by single issues, in one transaction.
  expect(refreshes().map(({ target }) => target)).toEqual([{ id: "I_9" }]);
  expect(index.cursor(demo.id)).toBe(start);
});

test("a repository of which the index has nothing is not listed", async () => {
  const { index, refreshes, changedSince, pages } = setUp(["I_7"]);
  await index.commit(cycle({ repositories: [demo] }));
  await pages.request(demo);
  expect(changedSince).not.toHaveBeenCalled();
  expect(refreshes()).toEqual([]);
});
