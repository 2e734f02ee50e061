/**
 * Measures elapsed time by the wall clock and the monotonic clock, and takes the longer of the two: the wall clock may be
 * set back, and the monotonic one may stop while the machine sleeps.
 */
import type { Clock, Millis } from "../base/clock.ts";

export interface Instant {
  readonly wall: Millis;
  readonly monotonic: Millis;
}

export interface Stopwatch {
  readonly now: () => Instant;
  readonly elapsedMs: (since: Instant) => Millis;
}

export function createStopwatch(clock: Pick<Clock, "now">, monotonic: () => Millis): Stopwatch {
  const now = (): Instant => ({ wall: clock.now(), monotonic: monotonic() });
  return {
    now,
    elapsedMs: (since) => {
      const { wall, monotonic: steady } = now();
      return Math.max(wall - since.wall, steady - since.monotonic);
    },
  };
}
