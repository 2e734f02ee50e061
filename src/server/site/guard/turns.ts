/** Limits in memory: how many requests one caller may make in a while. */
import { LRUCache } from "lru-cache";
import type { Clock, Millis } from "../../../base/clock.ts";

export interface Limit {
  readonly count: number;
  readonly everyMs: Millis;
}

export const readsAMinute: Limit = { count: 600, everyMs: 60_000 };
export const writesAMinute: Limit = { count: 30, everyMs: 60_000 };

const maxCallers = 10_000;

interface Spent {
  readonly since: Millis;
  count: number;
}

/** Returns whether the caller may go on. A caller's count begins again when its time is over. */
export function createTurns(
  clock: Pick<Clock, "now">,
  { count, everyMs }: Limit,
): (caller?: string) => boolean {
  const spent = new LRUCache<string, Spent>({ max: maxCallers });
  return (caller = "all") => {
    const now = clock.now();
    const known = spent.get(caller);
    // A time that lies ahead is from before the clock was set back.
    if (known === undefined || now - known.since >= everyMs || now < known.since) {
      spent.set(caller, { since: now, count: 1 });
      return true;
    }
    known.count += 1;
    return known.count <= count;
  };
}
