/** What becomes of a reader who takes less than there is to tell. */
import { expect, test } from "vitest";
import { type ChangePlace, commonPart } from "../../../../src/operations/changes/change-board.ts";
import { wholeVersion } from "../../../../src/operations/changes/change-place.ts";
import { follow } from "../../../../src/server/site/streams/follow.ts";
import { createOutflow } from "../../../../src/server/site/streams/outflow.ts";
import { manualClock } from "../../../support/manual-clock.ts";

const whole = { version: 3, row: wholeVersion };
const place: ChangePlace = {
  epoch: "c000000",
  parts: new Map([[commonPart, { cards: whole, gone: whole, line: 0 }]]),
};
const pass = { id: "1", isOpen: async () => true, sight: async () => undefined };
const event = new Uint8Array(100_000);

/** A reader of 100 kB for each version of an index that has one after the other. */
function reading({ isMore = false, pages = Infinity } = {}) {
  const leaving = new AbortController();
  const clock = manualClock(0);
  let version = 0;
  let reads = 0;
  const outflow = createOutflow(() => leaving.abort());
  const ended = follow(
    {
      clock,
      pulse: {
        version: async () => version,
        next: async () => {
          version += 1;
          if (version >= pages) leaving.abort();
        },
        wake: () => {},
        wakes: () => 0,
      },
      changeReader: {
        page: async () => {
          reads += 1;
          return { place, isMore: isMore && reads < pages, event };
        },
        end: async () => place,
      },
    },
    {
      pass,
      outflow,
      signal: leaving.signal,
      unsentBelow: () => 0,
      wish: { since: undefined, repository: undefined, limit: 200 },
    },
  );
  return { ended, outflow, clock, reads: () => reads };
}

test("more than 256 KiB unsent cut the reader off, and no more than that is ever kept for one", async () => {
  const { ended, outflow, reads } = reading();
  expect(await ended).toBe("cut");
  expect(outflow.unsent()).toBeLessThan(256 * 1024 + event.byteLength);
  expect(reads()).toBe(4);
});

test("one who takes everything is not cut off", async () => {
  const { ended, outflow } = reading({ pages: 50 });
  const taken = (async () => {
    let bytes = 0;
    for await (const chunk of outflow.body) bytes += chunk.byteLength;
    return bytes;
  })();
  expect(await ended).toBe("over");
  outflow.end();
  expect(await taken).toBeGreaterThan(49 * event.byteLength);
});

test("pages that follow at once wait for the one before, so that a slow reader of a large index gets all of it", async () => {
  const { ended, outflow, reads } = reading({ isMore: true, pages: 10 });
  const reader = outflow.body.getReader();
  for (let page = 1; page <= 10; page++) {
    await reader.read();
    expect(reads()).toBeLessThanOrEqual(page + 1);
  }
  await reader.cancel();
  expect(await ended).toBe("over");
});

test("one who takes nothing of them for a minute is cut off", async () => {
  const { ended, clock } = reading({ isMore: true });
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  clock.advance(60_000);
  expect(await ended).toBe("cut");
});
