/** How far back GitHub's log of deliveries is compared with the inbox. */
import { beforeEach, describe, expect, test } from "vitest";
import { silentLogger } from "../../../src/base/logger.ts";
import {
  createMissedDeliveries,
  type MissedDeliveries,
} from "../../../src/dispatcher/schedule/delivery-log.ts";

const minute = 60_000;
let now = 0;
let aheadMs = 0;
let heardAt: number | undefined;
let fails = false;
let rows = 0;
let asked: number[];
let log: MissedDeliveries;

beforeEach(() => {
  [now, aheadMs, heardAt, fails, rows, asked] = [100 * minute, 0, 99 * minute, false, 0, []];
  log = logFrom(undefined);
});

function logFrom(compared: number | undefined): MissedDeliveries {
  return createMissedDeliveries({
    inbox: {
      newestReceivedAt: async () => heardAt,
      missing: async (guids) => guids,
      admit: async () => "duplicate",
    },
    index: { note: async () => {} },
    tracker: {
      aheadMs: () => aheadMs,
      deliveredSince: async (since) => {
        asked.push(since);
        if (fails) throw new Error("GitHub cannot be asked.");
        return Array.from({ length: rows }, (_, n) => ({ guid: `${n}`, logId: n }));
      },
      deliveryFromLog: async () => undefined,
    },
    pace: { logOverlapMs: 15 * minute, sweepEveryMs: 5 * minute },
    clock: { now: () => now, sleep: async () => {} },
    logger: silentLogger,
    compared,
  });
}

const readAfter = async (minutes: number): Promise<number | undefined> => {
  now += minutes * minute;
  await log.read().catch(() => {});
  return asked.at(-1);
};

describe("the log of deliveries", () => {
  test("is read from a quarter of an hour before the newest delivery, then from where it was compared", async () => {
    expect(await readAfter(0)).toBe(84 * minute);
    heardAt = 104 * minute;
    expect(await readAfter(5)).toBe(97 * minute);
    expect(await readAfter(5)).toBe(102 * minute);
  });

  test("is compared by GitHub's clock", async () => {
    aheadMs = 10 * minute;
    await readAfter(0);
    heardAt = 104 * minute;
    expect(await readAfter(5)).toBe(89 * minute);
  });

  test("is read again from the same place after a reading that failed or was not finished", async () => {
    fails = true;
    expect(await readAfter(0)).toBe(84 * minute);
    [fails, rows, heardAt] = [false, 501, 104 * minute];
    expect(await readAfter(5)).toBe(84 * minute);
    rows = 0;
    expect(await readAfter(5)).toBe(84 * minute);
    expect(await readAfter(5)).toBe(107 * minute);
  });

  test("is read from where another process has compared it, however new the newest delivery is", async () => {
    await readAfter(0);
    const compared = log.comparedUntil();
    expect(compared).toBe(100 * minute);
    now += 120 * minute;
    heardAt = now;
    log = logFrom(compared);
    expect(await readAfter(0)).toBe(97 * minute);
    expect(log.comparedUntil()).toBe(220 * minute);
  });
});
