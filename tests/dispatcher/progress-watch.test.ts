/** When nothing is done for long although there is something to do. */
import { expect, test } from "vitest";
import { ProgressWatch } from "../../src/dispatcher/progress-watch.ts";

const minute = 60_000;

function watch() {
  let now = 1_000 * minute;
  const watched = new ProgressWatch({ now: () => now });
  return {
    watched,
    now: () => now,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

test("C13 work that is due for ten minutes without any being done is told, and one success ends it", () => {
  const { watched, now, pass } = watch();
  const dueAt = now();
  pass(9 * minute);
  expect(watched.stuckSince(dueAt)).toBeUndefined();
  pass(minute);
  expect(watched.stuckSince(dueAt)).toBe(dueAt);
  watched.noteDone();
  expect(watched.stuckSince(dueAt)).toBeUndefined();
});

test("C13 work that is put back each time is told although none is due at the moment", () => {
  const { watched, now, pass } = watch();
  for (let i = 0; i < 6; i++) {
    watched.noteFailed();
    pass(2 * minute);
  }
  expect(watched.stuckSince(now() + minute)).toBe(now() - 12 * minute);
  expect(watched.stuckSince(undefined)).toBeUndefined();
  expect(watched.stuckSince(now() + 24 * 60 * minute)).toBeUndefined();
});

test("what is due matters only ten minutes after something was done, also when the clock is set back", () => {
  const { watched, pass } = watch();
  pass(9 * minute);
  expect(watched.isQuietLong()).toBe(false);
  pass(minute);
  expect(watched.isQuietLong()).toBe(true);
  watched.noteDone();
  expect(watched.isQuietLong()).toBe(false);
  pass(-300 * minute);
  expect(watched.isQuietLong()).toBe(false);
  pass(10 * minute);
  expect(watched.isQuietLong()).toBe(true);
});

test("a server with nothing to do is not stuck, and neither is one whose clock was set back", () => {
  const { watched, now, pass } = watch();
  pass(600 * minute);
  expect(watched.stuckSince(undefined)).toBeUndefined();
  expect(watched.stuckSince(now() + minute)).toBeUndefined();
  watched.noteDone();
  pass(-300 * minute);
  expect(watched.stuckSince(now())).toBeUndefined();
});

test("C13 while one installation waits for a limit, work of the others that is due for ten minutes without any being done is told", () => {
  const { watched, pass } = watch();
  pass(30 * minute);
  expect(watched.stuckBesidesLimits(false)).toBeUndefined();
  // Nothing was done for half an hour because nothing else was due.
  expect(watched.stuckBesidesLimits(true)).toBeUndefined();
  pass(9 * minute);
  expect(watched.stuckBesidesLimits(true)).toBeUndefined();
  pass(minute);
  expect(watched.stuckBesidesLimits(true)).toBeDefined();
  watched.noteDone();
  expect(watched.stuckBesidesLimits(true)).toBeUndefined();
  pass(10 * minute);
  expect(watched.stuckBesidesLimits(true)).toBeDefined();
  expect(watched.stuckBesidesLimits(false)).toBeUndefined();
});
