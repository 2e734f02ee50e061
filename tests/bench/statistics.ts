/** Medians and percentiles. Do not use means: one disturbed round moves a mean, and leaves a median alone. */

/** The nearest-rank percentile. @param share in (0, 1] */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The quotient of each pair: two things measured one after the other had the same load of the machine. */
export function ratios(of: readonly number[], to: readonly number[]): readonly number[] {
  return of.map((value, place) => value / (to[place] ?? Number.NaN));
}
