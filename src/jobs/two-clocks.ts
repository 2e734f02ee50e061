/**
 * How long ago something was, by two clocks. The wall clock may be set back; the monotonic one may stand still while
 * the machine sleeps. Whichever says more counts.
 */
import type { Clock, Millis } from "../base/clock.ts";

export interface Instant {
  readonly wall: Millis;
  readonly monotonic: Millis;
}

export interface TwoClocks {
  readonly now: () => Instant;
  readonly ageMs: (of: Instant) => Millis;
}

export function twoClocks(clock: Pick<Clock, "now">, monotonic: () => Millis): TwoClocks {
  const now = (): Instant => ({ wall: clock.now(), monotonic: monotonic() });
  return {
    now,
    ageMs: (of) => {
      const { wall, monotonic: steady } = now();
      return Math.max(wall - of.wall, steady - of.monotonic);
    },
  };
}
