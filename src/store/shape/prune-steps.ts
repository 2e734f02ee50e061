/** Deletes rows a few at a time. */

/** Rows deleted in one transaction: pruning a year's worth of rows must not delay a delivery. */
const rowsPerPrune = 1_000;

/** Resolves to how many. Stops between two steps once `signal` aborts. */
export async function inSteps(
  prune: (limit: number) => Promise<number>,
  signal?: AbortSignal,
): Promise<number> {
  let total = 0;
  for (let pruned = rowsPerPrune; pruned === rowsPerPrune && signal?.aborted !== true; total += pruned)
    pruned = await prune(rowsPerPrune);
  return total;
}
