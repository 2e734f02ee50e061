/** Decides how many of its installations a busy worker hands off. */

export interface OtherWorker {
  readonly tenures: number;
  /** Its event loop is busy: it takes only installations that no other worker takes. */
  readonly isBusy: boolean;
}

/**
 * How many tenures to hand off so that this worker and those that are not busy end up with equally many; 0 if all others
 * are busy.
 */
export function countHandOffs(own: number, others: readonly OtherWorker[]): number {
  const free = others.filter(({ isBusy }) => !isBusy);
  const all = free.reduce((sum, { tenures }) => sum + tenures, own);
  return free.length === 0 ? 0 : Math.max(0, own - Math.ceil(all / (free.length + 1)));
}
