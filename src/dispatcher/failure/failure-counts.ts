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
export function computeDelayMs({ firstMs, maxMs }: Backoff, failures: number, random: number): Millis {
  const whole = Math.min(maxMs, firstMs * 2 ** Math.min(failures - 1, 30));
  return Math.ceil(whole / 2 + (whole / 2) * random);
}

/** Maximum number of keys; the oldest are dropped first. */
const capacity = 10_000;

/** Counts of consecutive failures, by key. Kept in memory: a restart begins at zero. */
export class FailureCounts {
  readonly #backoff: Backoff;
  readonly #random: () => number;
  readonly #counts = new Map<string, number>();

  constructor(backoff: Backoff, random: () => number) {
    this.#backoff = backoff;
    this.#random = random;
  }

  /** Counts one more and returns the delay. */
  countOne(key: string): Millis {
    const count = this.count(key) + 1;
    this.#counts.delete(key);
    this.#counts.set(key, count);
    const oldest = this.#counts.size > capacity ? this.#counts.keys().next().value : undefined;
    if (oldest !== undefined) this.#counts.delete(oldest);
    return computeDelayMs(this.#backoff, count, this.#random());
  }

  forget(key: string): void {
    this.#counts.delete(key);
  }

  /** The number of consecutive failures. */
  count(key: string): number {
    return this.#counts.get(key) ?? 0;
  }
}
