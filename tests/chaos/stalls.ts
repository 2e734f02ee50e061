/**
 * When the operating system gave this process no CPU time, because the machine was busy. The hub and all proxies run in
 * this process, so no worker gets a response meanwhile.
 */

export interface Stall {
  /** When it was over, by the wall clock in milliseconds. */
  readonly at: number;
  readonly ms: number;
}

export interface Stalls {
  readonly seen: () => readonly Stall[];
  readonly stop: () => void;
}

const tickMs = 50;
const minMs = 50;

export function watchStalls(): Stalls {
  const seen: Stall[] = [];
  let last = Date.now();
  const timer = setInterval(() => {
    const at = Date.now();
    const ms = at - last - tickMs;
    if (ms > minMs) seen.push({ at, ms });
    last = at;
  }, tickMs);
  timer.unref();
  return { seen: () => seen, stop: () => clearInterval(timer) };
}

/** How much of a time stalls took, in milliseconds. */
export function stalledBetween(stalls: readonly Stall[], from: number, until: number): number {
  const parts = stalls.map(({ at, ms }) => Math.min(at, until) - Math.max(at - ms, from));
  return parts.reduce((sum, part) => sum + Math.max(0, part), 0);
}
