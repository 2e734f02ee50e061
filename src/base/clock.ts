/**
 * Time as a parameter. Pure code takes a `Millis`, and only the edges hold a `Clock`. Never call `Date.now()`
 * in a rule: it could not be tested, and `rebuild` would give a different result.
 */

import type { Branded } from "./branded.ts";

/** Milliseconds since the Unix epoch. */
export type Millis = Branded<number, "Millis">;

/** Tells the time and sleeps. */
export interface Clock {
  readonly now: () => Millis;
  /** Resolves after `ms` milliseconds, or immediately if `signal` is aborted. Never rejects. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** The system clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) return resolve();
      const done = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      signal?.addEventListener("abort", done, { once: true });
    }),
};

/** The time as GitHub writes it: `2026-11-21T03:30:00Z`, in whole seconds. */
export function toIsoSeconds(at: Millis): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

/** The time for people, to the minute: `2026-11-22 16:00 UTC`. */
export function toMinuteUtc(at: Millis): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
