/**
 * Capped exponential backoff with jitter. Without jitter, every repository hit by an outage would retry at
 * the same moment.
 */
import type { Millis } from "../../base/clock.ts";

export interface Backoff {
  readonly firstMs: number;
  readonly maxMs: number;
}

/**
 * @param failures number of failures so far, at least 1
 * @param random between 0 and 1; half of the delay is fixed, half is random
 */
function waitMs({ firstMs, maxMs }: Backoff, failures: number, random: () => number): Millis {
  const whole = Math.min(maxMs, firstMs * 2 ** Math.min(failures - 1, 30));
  return Math.ceil(whole / 2 + (whole / 2) * random());
}

/** The delay before something is tried again that was tried `attempts` times before it failed now. */
export type RetryAfter = (attempts: number) => Millis;

export function createRetryAfter(backoff: Backoff, random: () => number): RetryAfter {
  return (attempts) => waitMs(backoff, attempts + 1, random);
}

/** Counts of consecutive failures, by key. Kept in persisted: a restart begins at zero. */
export interface Failures {
  /** Counts one more and returns the delay. */
  readonly again: (key: string) => Millis;
  readonly forget: (key: string) => void;
  /** The number of consecutive failures. */
  readonly count: (key: string) => number;
}

/** Maximum number of keys; the oldest are dropped first. */
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
