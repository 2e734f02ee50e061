/** Divides time into weeks from Monday to Sunday, in UTC. */
import type { Millis } from "../../base/clock.ts";
import type { Period } from "../../engine/measures/measure.ts";

const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
/** The first Monday, four days after the beginning of 1970. */
const firstMonday = 4 * dayMs;

/** So many whole weeks, and the one that `now` is in, oldest first. */
export function weeksUntil(now: Millis, count: number): readonly Period[] {
  const current = now - ((((now - firstMonday) % weekMs) + weekMs) % weekMs);
  return Array.from({ length: count + 1 }, (_, at) => {
    const from = current - (count - at) * weekMs;
    return { from, to: from + weekMs };
  });
}
