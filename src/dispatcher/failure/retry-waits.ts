/** How long to wait before something is tried again that fails each time, whatever else happens in between. */
import type { Millis } from "../../base/clock.ts";
import type { FailureCounts } from "./failure-counts.ts";

/** Maximum number of keys; the oldest are dropped first, and wait from the start. */
const capacity = 10_000;

export class RetryWaits {
  readonly #failures: FailureCounts;
  /** When the next try of each key is due. */
  readonly #dueAt = new Map<string, Millis>();

  constructor(failures: FailureCounts) {
    this.#failures = failures;
  }

  /** When it is to be tried again: later each time, counted only once the try before was due. */
  retryAt(key: string, now: Millis): Millis {
    const waiting = this.#dueAt.get(key);
    if (waiting !== undefined && waiting > now) return waiting;
    const dueAt = now + this.#failures.countOne(key);
    this.#dueAt.delete(key);
    this.#dueAt.set(key, dueAt);
    const oldest = this.#dueAt.size > capacity ? this.#dueAt.keys().next().value : undefined;
    if (oldest !== undefined) this.#dueAt.delete(oldest);
    return dueAt;
  }

  forget(key: string): void {
    this.#failures.forget(key);
    this.#dueAt.delete(key);
  }
}
