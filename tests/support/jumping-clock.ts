/**
 * The machine's time with jumps ahead: what sleeps until a time that was jumped over wakes at once. A newcomer would
 * stop time in a test over HTTP: sockets and timers of libraries go on meanwhile.
 */
import { type Clock, systemClock } from "../../src/base/clock.ts";

export interface JumpingClock extends Clock {
  /** How far ahead of the machine it is. */
  readonly aheadMs: () => number;
  readonly advance: (ms: number) => void;
}

export function jumpingClock(startAheadMs = 0): JumpingClock {
  let ahead = startAheadMs;
  const sleepers = new Set<() => void>();
  const now = (): number => systemClock.now() + ahead;
  return {
    now,
    aheadMs: () => ahead,
    advance: (ms) => {
      ahead += ms;
      for (const wake of [...sleepers]) wake();
    },
    sleep: async (ms, signal) => {
      const until = now() + ms;
      while (now() < until && signal?.aborted !== true) {
        const jumped = new AbortController();
        const wake = (): void => jumped.abort();
        sleepers.add(wake);
        signal?.addEventListener("abort", wake, { once: true });
        await systemClock.sleep(until - now(), jumped.signal);
        signal?.removeEventListener("abort", wake);
        sleepers.delete(wake);
      }
    },
  };
}
