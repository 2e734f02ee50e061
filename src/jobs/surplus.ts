/** Which part of its installations a busy process leaves to others. */

export interface OtherWorker {
  readonly tenures: number;
  /** Then it takes only what nobody else takes. */
  readonly isBusy: boolean;
}

/** How many of its `own` tenures are more than its share, counting those that have time; 0 if nobody has. */
export function surplusOf(own: number, others: readonly OtherWorker[]): number {
  const free = others.filter(({ isBusy }) => !isBusy);
  const all = free.reduce((sum, { tenures }) => sum + tenures, own);
  return free.length === 0 ? 0 : Math.max(0, own - Math.ceil(all / (free.length + 1)));
}
