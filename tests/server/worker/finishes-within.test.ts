import { expect, test } from "vitest";
import type { Clock } from "../../../src/base/clock.ts";
import { finishesWithin } from "../../../src/server/worker/finishes-within.ts";

/** Sleeps that end only by their signal. */
function sleepless() {
  let sleeping = 0;
  const clock: Pick<Clock, "sleep"> = {
    sleep: async (_, signal) => {
      sleeping += 1;
      if (signal?.aborted !== true)
        await new Promise<void>((resolve) => signal?.addEventListener("abort", () => resolve()));
      sleeping -= 1;
    },
  };
  return { clock, sleeping: () => sleeping };
}

const never = new Promise<never>(() => {});
const soon: Pick<Clock, "sleep"> = { sleep: async () => {} };

test("a wait that ends with its work leaves no timer behind, whether the work succeeds or fails", async () => {
  const { clock, sleeping } = sleepless();
  const { signal } = new AbortController();
  for (let count = 0; count < 50; count++)
    expect(await finishesWithin(300_000, Promise.resolve(), clock, signal)).toBe(true);
  await expect(finishesWithin(300_000, Promise.reject(new Error("failed")), clock, signal)).rejects.toThrow(
    "failed",
  );
  await new Promise((resolve) => setImmediate(resolve));
  expect(sleeping()).toBe(0);
});

test("a wait ends when its time is over, or with its signal", async () => {
  expect(await finishesWithin(1, never, soon)).toBe(false);
  const { clock } = sleepless();
  const stopping = new AbortController();
  const waiting = finishesWithin(300_000, never, clock, stopping.signal);
  stopping.abort();
  expect(await waiting).toBe(false);
  expect(await finishesWithin(300_000, never, clock, stopping.signal)).toBe(false);
});
