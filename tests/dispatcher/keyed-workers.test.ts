import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { computeDelayMs, FailureCounts } from "../../src/dispatcher/failure/failure-counts.ts";
import { InstallationBackoff } from "../../src/dispatcher/failure/installation-backoff.ts";
import { KeyedWorkers } from "../../src/dispatcher/keyed-workers.ts";
import { Mutex } from "../../src/dispatcher/mutex.ts";
import { BatchSize } from "../../src/dispatcher/reconcile/batch-size.ts";

const backoff = { firstMs: 1_000, maxMs: 60_000 };

describe("lanes", () => {
  test("keys whose work waits for its turn leave places to the others", async () => {
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    const lanes = new KeyedWorkers<string>({
      width: 3,
      yielding: { isYielding: (key) => key.startsWith("new"), leaves: 1 },
      failures: new FailureCounts(backoff, () => 0),
      onEnd: () => {},
      work: (key) => {
        begun.push(key);
        return new Promise((resolve) => ends.set(key, resolve));
      },
    });
    const due = ["new 1", "new 2", "new 3", "old"];
    lanes.start(due, 0);
    expect(begun).toEqual(["new 1", "new 2", "old"]);
    ends.get("old")?.();
    await expect.poll(() => lanes.running).toBe(2);
    lanes.start(["new 3"], 0);
    expect(lanes.running).toBe(2);
    ends.get("new 1")?.();
    await expect.poll(() => lanes.running).toBe(1);
    lanes.start(["new 3"], 0);
    expect(begun.at(-1)).toBe("new 3");
    for (const end of ends.values()) end();
    await lanes.drain();
  });

  test("a key has one worker at a time, and no more keys are served than the limit allows", async () => {
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const lanes = new KeyedWorkers<string>({
      width: 2,
      failures: new FailureCounts(backoff, () => 0),
      onEnd: () => {},
      work: (key) => {
        begun.push(key);
        return new Promise((resolve) => ends.push(resolve));
      },
    });
    lanes.start(["a", "b", "c"], 0);
    lanes.start(["a", "b", "c"], 0);
    expect(begun).toEqual(["a", "b"]);
    expect(lanes.waiting(["a", "b", "c"], 0)).toEqual(["c"]);
    for (const end of ends) end();
    await lanes.drain();
    lanes.start(["a", "b", "c"], 1);
    expect(begun).toEqual(["a", "b", "c", "a"]);
  });

  test("a worker that fails is deferred with growing delays, and the others are not", async () => {
    const thrown: unknown[] = [];
    const lanes = new KeyedWorkers<string>({
      width: 4,
      failures: new FailureCounts(backoff, () => 1),
      onEnd: (_key, failure) => thrown.push(failure),
      work: async (key) => {
        if (key === "bad") throw new Error("The disk is full.");
      },
    });
    lanes.start(["bad", "good"], 0);
    await lanes.drain();
    expect(thrown).toEqual([new Error("The disk is full."), undefined]);
    expect(lanes.waiting(["bad", "good"], 999)).toEqual(["good"]);
    lanes.start(["bad"], 1_000);
    await lanes.drain();
    expect(lanes.waiting(["bad"], 2_999)).toEqual([]);
    expect(lanes.waiting(["bad"], 3_000)).toEqual(["bad"]);
  });
});

describe("waiting", () => {
  test("a delay is never below half of its step and never above the maximum, whatever the random number", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10_000 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (failures, draw) => {
          const ms = computeDelayMs(backoff, failures, draw);
          expect(ms).toBeGreaterThanOrEqual(Math.min(30_000, 500 * 2 ** Math.min(failures - 1, 20)));
          expect(ms).toBeLessThanOrEqual(60_000);
        },
      ),
    );
  });

  test("a success resets the count of failures", () => {
    const failures = new FailureCounts(backoff, () => 1);
    expect([failures.countOne("a"), failures.countOne("a"), failures.countOne("b")]).toEqual([
      1_000, 2_000, 1_000,
    ]);
    failures.forget("a");
    expect(failures.countOne("a")).toBe(1_000);
  });

  test("a later end extends an earlier one, and an earlier one shortens none", () => {
    const backoff = new InstallationBackoff();
    backoff.backOff(1, 0, 500);
    backoff.backOff(1, 0, 300);
    expect([backoff.until(1, 400), backoff.until(2, 400), backoff.until(1, 500)]).toEqual([
      500,
      undefined,
      undefined,
    ]);
  });
});

describe("the mutex", () => {
  test("no work begins before the previous work has ended, even if that failed", async () => {
    const mutex = new Mutex();
    const said: string[] = [];
    const first = mutex.run(async () => {
      said.push("first begins");
      await Promise.resolve();
      said.push("first ends");
      throw new Error("first fails");
    });
    const second = mutex.run(async () => {
      said.push("second begins");
      return 2;
    });
    await expect(first).rejects.toThrow("first fails");
    expect(await second).toBe(2);
    expect(said).toEqual(["first begins", "first ends", "second begins"]);
  });
});

describe("portions", () => {
  test("the batch size drops to one after a bug and doubles with each success", () => {
    const portions = new BatchSize(6);
    portions.narrow("R_1");
    const seen = Array.from({ length: 4 }, () => {
      const portion = portions.limit("R_1");
      portions.widen("R_1");
      return portion;
    });
    expect(seen).toEqual([1, 2, 4, 6]);
    expect(portions.limit("R_2")).toBe(6);
  });
});
