/**
 * How long to wait after a failure: doubling, capped, with jitter so that what failed together does not return
 * together. A newcomer would wait exactly `firstMs · 2ⁿ`: then every repository of an outage comes back at once.
 */
import type { Millis } from "../../base/clock.ts";

export interface Backoff {
  readonly firstMs: number;
  readonly longestMs: number;
}

/**
 * @param failures how many times it has failed by now, at least 1
 * @param random between 0 and 1; half of the wait is certain, half is drawn
 */
export function waitMs({ firstMs, longestMs }: Backoff, failures: number, random: () => number): Millis {
  const whole = Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 30));
  return Math.ceil(whole / 2 + (whole / 2) * random());
}

/** Failures in a row, by whatever failed. Kept in memory: a restart begins with hope. */
export interface Failures {
  /** Counts one more and says how long to wait. */
  readonly again: (key: string) => Millis;
  readonly forget: (key: string) => void;
  /** How often it has failed in a row. */
  readonly count: (key: string) => number;
}

/** Keys remembered at most; the oldest are forgotten first. */
const capacity = 10_000;

export function countFailures(backoff: Backoff, random: () => number): Failures {
  const counts = new Map<string, number>();
  return {
    again: (key) => {
      const count = (counts.get(key) ?? 0) + 1;
      counts.delete(key);
      counts.set(key, count);
      const oldest = counts.size > capacity ? counts.keys().next().value : undefined;
      if (oldest !== undefined) counts.delete(oldest);
      return waitMs(backoff, count, random);
    },
    forget: (key) => {
      counts.delete(key);
    },
    count: (key) => counts.get(key) ?? 0,
  };
}
