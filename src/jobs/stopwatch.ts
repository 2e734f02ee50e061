/**
 * Measures elapsed time by the wall clock and the monotonic clock, and takes the longer of the two: the wall clock may be
 * set back, and the monotonic one may stop while the machine sleeps.
 */
import type { Clock, Millis } from "../base/clock.ts";

export interface Instant {
  readonly wall: Millis;
  readonly monotonic: Millis;
}

export class Stopwatch {
  readonly #clock: Pick<Clock, "now">;
  readonly #monotonic: () => Millis;

  constructor(clock: Pick<Clock, "now">, monotonic: () => Millis) {
    this.#clock = clock;
    this.#monotonic = monotonic;
  }

  now(): Instant {
    return { wall: this.#clock.now(), monotonic: this.#monotonic() };
  }

  elapsedMs(since: Instant): Millis {
    const { wall, monotonic } = this.now();
    return Math.max(wall - since.wall, monotonic - since.monotonic);
  }
}
