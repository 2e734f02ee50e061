/** The statistics that measures are made of. */
import type { Millis } from "../../base/clock.ts";
import type { Numbers } from "./measure.ts";
import type { Moment } from "./moment.ts";

/** A share of fewer cases says nothing: both numbers are shown instead. */
const minCases = 5;
export const dayMs = 86_400_000;

/** `share` is absent if there are too few cases. */
export function ratio(part: number, of: number): Numbers {
  return { part, of, share: of < minCases ? undefined : part / of };
}

/** The smallest value that at least this share of all values does not exceed; undefined without values. */
export function percentile(values: readonly number[], share: number): number | undefined {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

export function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, each) => sum + each, 0) / values.length;
}

/** How long each took. GitHub's times are whole seconds, ours are not, so one may seem to end before it began. */
export function spans(moments: readonly Moment[]): readonly number[] {
  return moments.flatMap(({ since, at }) =>
    since === undefined || at === undefined ? [] : [Math.max(0, at - since)],
  );
}

export interface Span {
  readonly from: Millis;
  readonly to: Millis;
}

/** The length of the time that at least one of the spans covers. */
export function unionLength(all: readonly Span[]): number {
  let length = 0;
  let reached = -Infinity;
  for (const { from, to } of [...all].sort((a, b) => a.from - b.from)) {
    length += Math.max(0, to - Math.max(from, reached));
    reached = Math.max(reached, to);
  }
  return length;
}

/** Whether it happened at `from` or later, and at most so many days later. */
export function isWithin({ at }: Moment, from: Millis, days: number): boolean {
  return at !== undefined && at >= from && at <= from + days * dayMs;
}
