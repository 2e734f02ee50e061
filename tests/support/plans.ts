/** What `EXPLAIN (ANALYZE)` says of a query. */

/** Rows that the plan's scans of tables gave or left out, each as often as it ran. */
export function rowsRead(plan: string): number {
  let read = 0;
  let loops = 1;
  for (const line of plan.split("\n")) {
    const scan = /Scan.* rows=(\d+) loops=(\d+)\)/.exec(line);
    if (/\(actual/.test(line)) loops = Number(/loops=(\d+)/.exec(line)?.[1] ?? 1);
    if (scan !== null) read += Number(scan[1]) * Number(scan[2]);
    const left = /Rows Removed by (?:Join )?Filter: (\d+)/.exec(line);
    if (left !== null) read += Number(left[1]) * loops;
  }
  return read;
}
