/**
 * Time as a parameter. Pure rooms take a `Millis`; only edges hold a `Clock`. A newcomer would reach for
 * `Date.now()` in a rule: it makes the rule untestable and `rebuild` unequal.
 */

/** Milliseconds since the Unix epoch. */
export type Millis = number;

/** Tells the time and waits. */
export interface Clock {
  readonly now: () => Millis;
  /** Resolves after `ms` milliseconds, or at once when `signal` is aborted. Never rejects. */
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** The machine's own clock. */
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

/** The instant as GitHub writes it: `2026-11-21T03:30:00Z`, in whole seconds. */
export function toIsoSeconds(at: Millis): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

/** The instant for people, to the minute: `2026-11-22 16:00 UTC`. */
export function toMinuteUtc(at: Millis): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
