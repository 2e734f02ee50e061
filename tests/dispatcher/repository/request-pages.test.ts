/** A repository that comes back while its data is being deleted is new, and what is left of it is read again. */
import { expect, test } from "vitest";
import { createPageRequest } from "../../../src/dispatcher/repository/request-pages.ts";
import { cycle, recordOf } from "../../contracts/store/samples.ts";
import { demo, issue, start } from "../../support/issues.ts";
import { manualClock } from "../../support/manual-clock.ts";
import { memoryStore } from "../../support/memory-store.ts";

test("issues that are left of a repository are read again besides its pages", async () => {
  const { index, refreshes } = memoryStore();
  await index.commit(cycle({ repositories: [demo], records: [recordOf(issue(7)), recordOf(issue(9))] }));
  const requestPages = createPageRequest({
    ...{ index, tracker: { aheadMs: () => 0 }, clock: manualClock(start) },
    ...{ pace: { cursorOverlapMs: 0 }, listings: { run: (_, work) => work() } },
  });
  await requestPages(demo);
  expect(refreshes().map(({ target }) => target)).toEqual([{ id: "I_7" }, { id: "I_9" }]);
  expect(index.cursor(demo.id)).toBe(start);
});
