/** Groups what has a time by days, in UTC. */
import { type Millis, toIsoSeconds } from "../../base/clock.ts";

/** `2026-11-22`, and what happened then, in the given order. */
export function byDay<T extends { readonly at: Millis }>(
  entries: readonly T[],
): ReadonlyMap<string, readonly T[]> {
  return Map.groupBy(entries, ({ at }) => toIsoSeconds(at).slice(0, 10));
}

/** `today`, `yesterday`, or the date. */
export function dayInWords(day: string, now: Millis): string {
  const dayMs = 86_400_000;
  if (day === toIsoSeconds(now).slice(0, 10)) return "Today";
  return day === toIsoSeconds(now - dayMs).slice(0, 10) ? "Yesterday" : day;
}
