/** What a clock that was ahead put off, once it is right. */
import { expect, test } from "vitest";
import { silentLogger } from "../../../src/base/logger.ts";
import { FailureCounts } from "../../../src/dispatcher/failure/failure-counts.ts";
import { InstallationBackoff } from "../../../src/dispatcher/failure/installation-backoff.ts";
import { KeyedWorkers } from "../../../src/dispatcher/keyed-workers.ts";
import type { PutOffTooLong } from "../../../src/dispatcher/ports/inbox.ts";
import { ClockWatch } from "../../../src/dispatcher/schedule/clock-watch.ts";

const hour = 3_600_000;
const minute = 60_000;
const start = Date.parse("2026-11-28T08:00:00Z");

/** Runs a watch over these jumps, one for each tick, and returns what it asked of the store. */
async function watched(jumps: readonly number[], newest: number | undefined, fails = 0) {
  const asked: PutOffTooLong[] = [];
  let now = start;
  let failing = fails;
  let woken = 0;
  const stopping = new AbortController();
  const left = [...jumps];
  const watch = new ClockWatch({
    inbox: {
      newestReceivedAt: async () => newest,
      bringForward: async (late) => {
        if (failing-- > 0) throw new Error("the disk is full");
        asked.push(late);
        return 1;
      },
    },
    clock: {
      now: () => now,
      sleep: async (ms) => {
        const jump = left.shift();
        if (jump === undefined) stopping.abort();
        else now += ms + jump;
      },
    },
    logger: silentLogger,
    wake: () => void woken++,
  });
  await watch.run(stopping.signal);
  return { asked, woken, now };
}

test("B15 a clock that is set back while we run makes everything due that it had put off", async () => {
  const { asked, woken, now } = await watched([0, -10 * hour, 0], start - minute);
  expect(asked).toEqual([
    { now: start, after: start + 61 * minute, refreshes: false },
    { now: now - minute, after: now - minute, refreshes: true },
  ]);
  expect(woken).toBe(2);
});

test("B15 a clock that was set back while nothing ran shows by what arrived in its future", async () => {
  const { asked } = await watched([], start + 2 * minute);
  expect(asked).toEqual([{ now: start, after: start, refreshes: true }]);
});

test("B15 a store that could not be asked is asked again a minute later", async () => {
  const { asked } = await watched([0], undefined, 1);
  expect(asked).toEqual([{ now: start + minute, after: start + 62 * minute, refreshes: false }]);
});

test("B15 an installation that was backed off by a clock that was ahead is tried after its own wait", () => {
  const backoff = new InstallationBackoff();
  backoff.backOff(1, start + 10 * hour, start + 10 * hour + minute, true);
  expect(backoff.until(1, start)).toBe(start + minute);
  expect(backoff.unhealthy()).toEqual([1]);
  expect(backoff.until(1, start + minute)).toBeUndefined();
});

test("B15 a repository that failed by a clock that was ahead is tried after its own wait", async () => {
  const workers = new KeyedWorkers<string>({
    width: 1,
    work: () => Promise.reject(new Error("no")),
    failures: new FailureCounts({ firstMs: minute, maxMs: minute }, () => 1),
    onEnd: () => {},
  });
  workers.start(["a"], start + 10 * hour);
  await workers.drain();
  expect(workers.waiting(["a"], start)).toEqual([]);
  expect(workers.waiting(["a"], start + minute)).toEqual(["a"]);
});
