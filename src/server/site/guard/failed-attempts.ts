/**
 * Counts failed attempts to sign in, by caller: one who guesses is soon refused, and nobody else is. An attempt counts as
 * failed until it has succeeded, so that many at once are no way around the limit.
 */
import { LRUCache } from "lru-cache";
import type { Clock, Millis } from "../../../base/clock.ts";

const maxFailures = 20;
const everyMs: Millis = 60_000;
const maxCallers = 10_000;

interface Failures {
  readonly since: Millis;
  count: number;
}

export class FailedAttempts {
  readonly #clock: Pick<Clock, "now">;
  readonly #failures = new LRUCache<string, Failures>({ max: maxCallers });

  constructor(clock: Pick<Clock, "now">) {
    this.#clock = clock;
  }

  /** Whether the caller may try now. */
  begin(caller: string): boolean {
    const now = this.#clock.now();
    const known = this.#failures.get(caller);
    const age = known === undefined ? everyMs : now - known.since;
    // A time that lies ahead is from before the clock was set back.
    if (known === undefined || age >= everyMs || age < 0) {
      this.#failures.set(caller, { since: now, count: 1 });
      return true;
    }
    if (known.count >= maxFailures) return false;
    known.count += 1;
    return true;
  }

  /** The last attempt that the caller began was none that failed. */
  succeeded(caller: string): void {
    const known = this.#failures.get(caller);
    if (known !== undefined && known.count > 0) known.count -= 1;
  }
}
