/** How long things take themselves. A newcomer would look at a clock: other programs on a busy machine move it, too. */
import { readFileSync } from "node:fs";

/** How long the thread computes. */
export function ownMs(run: () => unknown): number {
  const start = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000;
}

/**
 * How long it takes with all that it waits for, but without the time in which this thread could have gone on and others
 * ran. Where the system does not tell that, it is the time on the clock.
 */
export async function unhinderedMs(run: () => Promise<unknown>): Promise<number> {
  const [start, before] = [performance.now(), hinderedMs()];
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

/** What else holds something up on a busy machine does not do so each time: the first that is quick enough, or the quickest. */
export async function quickest(limitMs: number, timed: () => Promise<number>): Promise<number> {
  const attempts = 5;
  let best = await timed();
  for (let tried = 1; tried < attempts && best >= limitMs; tried++) best = Math.min(best, await timed());
  return best;
}
