/**
 * Time that only moves on request. Each reading of the time advances it by a millisecond, because in reality
 * no two things happen at the very same time.
 */
import type { Clock, Millis } from "../../src/base/clock.ts";

export interface ManualClock extends Clock {
  /** Advances the time, and resolves the sleeps that end by then. */
  readonly advance: (ms: number) => void;
  /** The time, without moving it. */
  readonly peek: () => Millis;
}

export function manualClock(start: Millis): ManualClock {
  let at = start;
  const sleepers = new Set<{ readonly until: Millis; readonly wake: () => void }>();
  return {
    now: () => at++,
    peek: () => at,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) return resolve();
        const sleeper = {
          until: at + ms,
          wake: () => {
            sleepers.delete(sleeper);
            resolve();
          },
        };
        sleepers.add(sleeper);
        signal?.addEventListener("abort", sleeper.wake, { once: true });
      }),
    advance: (ms) => {
      at += ms;
      for (const sleeper of [...sleepers]) if (sleeper.until <= at) sleeper.wake();
    },
  };
}
