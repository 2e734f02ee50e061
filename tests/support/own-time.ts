/** How long things take, excluding other programs on a busy machine, which a wall clock would count. */
import { readFileSync } from "node:fs";

/** The thread's computing time. */
export function ownMs(run: () => unknown): number {
  const start = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000;
}

/** What `yardstick` takes on a machine that does nothing else. */
const yardstickMs = 18;

/** Work of the kind that parsers do: over text, and with regular expressions. */
function yardstick(): number {
  let found = 0;
  for (let round = 0; round < 1_500; round++)
    for (const word of "### Goal\n\n- [x] `src/a.ts`: one of #12, @maria\n".repeat(60).split("\n"))
      found += word.match(/[#@]\w+/g)?.length ?? 0;
  return found;
}

/** How much slower than by itself this thread computes just now: others take turns on its core, and its caches. */
function slowdown(): number {
  return Math.max(1, Math.min(ownMs(yardstick), ownMs(yardstick)) / yardstickMs);
}

/**
 * The least computing time of a few runs, as on a machine that does nothing else: load of others stretches even the
 * computing time of a thread, and a parser that is slower than linear exceeds its limit many times over.
 */
export function quickestOwnMs(limitMs: number, run: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 4 && best > limitMs / 2; attempt++) {
    const took = ownMs(run);
    best = Math.min(best, took > limitMs / 2 ? took / slowdown() : took);
  }
  return best;
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
