/** How long things take, excluding other programs on a busy machine, which a wall clock would count. */
import { readFileSync } from "node:fs";

/** The thread's computing time. */
export function ownMs(run: () => unknown): number {
  const start = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000;
}

/**
 * Elapsed time including all waits, but without the time in which this thread could have run and others did.
 * Where the system does not tell that, it is the time on the clock.
 */
export async function unhinderedMs(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  const before = hinderedMs();
  await run();
  return performance.now() - start - (hinderedMs() - before);
}

function hinderedMs(): number {
  try {
    return Number(readFileSync("/proc/thread-self/schedstat", "utf8").split(" ")[1]) / 1_000_000;
  } catch {
    return 0;
  }
}

/**
 * Other delays of a busy machine do not occur each time: returns the first run that is quick enough, or the
 * quickest.
 */
export async function quickest(limitMs: number, timed: () => Promise<number>): Promise<number> {
  const attempts = 5;
  let best = await timed();
  for (let tried = 1; tried < attempts && best >= limitMs; tried++) best = Math.min(best, await timed());
  return best;
}
