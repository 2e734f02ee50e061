/** How long something took at the server, by what its `/metrics` counted. */

export interface Times {
  readonly count: number;
  /** The share that took 300 ms at most, from 0 to 1. */
  readonly within300Ms: number;
  /** In milliseconds, between the edges of its bucket as Prometheus estimates it. */
  readonly p50: number;
  readonly p95: number;
}

/** Claims, from the arrival of a request to its answer. */
export const claims =
  /^signalbox_operation_seconds_bucket\{le="([^"]+)",operation="claim",door="[^"]+"\} (\d+)$/gm;
/** Passes of the repository: a claim waits for the one under way, and is decided in the next. */
export const passes = /^signalbox_cycle_seconds_bucket\{le="([^"]+)"\} (\d+)$/gm;

/** @param pages one for each life of the server */
export function timesIn(pages: readonly string[], line: RegExp): Times {
  const counts = new Map<number, number>();
  for (const [, edge = "", count = ""] of pages.flatMap((page) => [...page.matchAll(line)])) {
    const seconds = edge === "+Inf" ? Number.POSITIVE_INFINITY : Number(edge);
    counts.set(seconds, (counts.get(seconds) ?? 0) + Number(count));
  }
  const buckets = [...counts].toSorted(([a], [b]) => a - b);
  const count = buckets.at(-1)?.[1] ?? 0;
  return {
    count,
    within300Ms: (counts.get(0.3) ?? 0) / count,
    p50: quantile(buckets, 0.5 * count),
    p95: quantile(buckets, 0.95 * count),
  };
}

function quantile(buckets: readonly (readonly [number, number])[], rank: number): number {
  let [edgeBelow, countBelow] = [0, 0];
  for (const [edge, count] of buckets) {
    if (count >= rank) {
      const share = count === countBelow ? 1 : (rank - countBelow) / (count - countBelow);
      const upper = Number.isFinite(edge) ? edge : edgeBelow;
      return Math.round((edgeBelow + (upper - edgeBelow) * share) * 1_000);
    }
    [edgeBelow, countBelow] = [edge, count];
  }
  return 0;
}
