/** What wakes the streams. */
import { expect, test } from "vitest";
import { createPulse, type PulsePorts } from "../../../../src/server/site/streams/pulse.ts";
import { manualClock } from "../../../support/manual-clock.ts";

function pulseOf(given: Partial<PulsePorts> = {}) {
  const clock = manualClock(1_000_000);
  const index = { version: 1, epoch: 0, looks: 0 };
  const closing = new AbortController();
  const pulse = createPulse({
    clock,
    board: {
      version: async () => {
        index.looks += 1;
        return index.version;
      },
    },
    accessEpoch: () => index.epoch,
    closing: closing.signal,
    ...given,
  });
  const { signal } = new AbortController();
  /** Lets the loop look once more. */
  const look = async (): Promise<void> => {
    await Promise.resolve();
    clock.advance(50);
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  };
  /** Waits like a stream that has seen the present version; the first look of all wakes it once. */
  const sleep = async (): Promise<{ readonly isAwake: boolean }> => {
    const state = { isAwake: false };
    pulse.next(index.version, signal).then(() => {
      state.isAwake = true;
    });
    await look();
    return state.isAwake ? sleep() : state;
  };
  return { pulse, clock, index, closing, look, sleep };
}

test("a transaction wakes all who sleep, at the next look", async () => {
  const { index, look, sleep } = pulseOf();
  const one = await sleep();
  const other = await sleep();
  expect([one.isAwake, other.isAwake]).toEqual([false, false]);
  index.version = 2;
  await look();
  expect([one.isAwake, other.isAwake]).toEqual([true, true]);
});

test("so does news of what people may see, the end of a session, and the passing of five seconds", async () => {
  const { pulse, clock, index, look, sleep } = pulseOf();
  const first = await sleep();
  index.epoch = 1;
  await look();
  expect(first.isAwake).toBe(true);
  const second = await sleep();
  pulse.wake();
  await look();
  expect(second.isAwake).toBe(true);
  const third = await sleep();
  clock.advance(5_000);
  await look();
  expect(third.isAwake).toBe(true);
});

test("whoever has seen an older version does not sleep", async () => {
  const { pulse, index, sleep } = pulseOf();
  await sleep();
  await expect(pulse.next(index.version - 1, new AbortController().signal)).resolves.toBeUndefined();
});

test("nobody looks where nobody listens", async () => {
  const { pulse, index, look } = pulseOf();
  const leaving = new AbortController();
  await pulse.next(1, leaving.signal);
  const waiting = pulse.next(1, leaving.signal);
  leaving.abort();
  await waiting;
  await look();
  const { looks } = index;
  await look();
  expect(index.looks).toBe(looks);
});

test("an index that cannot be read fails those who sleep, instead of waking them again and again", async () => {
  const failure = new Error("disk I/O error");
  const { pulse } = pulseOf({ board: { version: async () => Promise.reject(failure) } });
  await expect(pulse.next(1, new AbortController().signal)).rejects.toBe(failure);
});
