/**
 * The machine's time with jumps forward: a sleep that ends within a jump resolves at once. Time cannot be
 * stopped in a test over HTTP, because sockets and timers of libraries continue.
 */
import { type Clock, systemClock } from "../../src/base/clock.ts";

export interface JumpingClock extends Clock {
  /** How far it is ahead of the machine. */
  readonly aheadMs: () => number;
  readonly advance: (ms: number) => void;
  /** Whether a sleep of `ms` is pending, which shows that a routine has finished its round. */
  readonly isSleptFor: (ms: number) => boolean;
}

interface Sleeper {
  readonly ms: number;
  readonly until: number;
  readonly wake: () => void;
  timer: NodeJS.Timeout | undefined;
}

export function jumpingClock(startAheadMs = 0): JumpingClock {
  let ahead = startAheadMs;
  const sleepers = new Set<Sleeper>();
  const now = (): number => systemClock.now() + ahead;
  const arm = (sleeper: Sleeper): void => {
    clearTimeout(sleeper.timer);
    const left = sleeper.until - now();
    if (left <= 0) sleeper.wake();
    else sleeper.timer = setTimeout(() => arm(sleeper), Math.min(left, 2 ** 31 - 1));
  };
  return {
    now,
    aheadMs: () => ahead,
    isSleptFor: (ms) => [...sleepers].some((sleeper) => sleeper.ms === ms),
    advance: (ms) => {
      ahead += ms;
      for (const sleeper of [...sleepers]) arm(sleeper);
    },
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) return resolve();
        const wake = (): void => {
          clearTimeout(sleeper.timer);
          sleepers.delete(sleeper);
          signal?.removeEventListener("abort", wake);
          resolve();
        };
        const sleeper: Sleeper = { ms, until: now() + ms, wake, timer: undefined };
        sleepers.add(sleeper);
        signal?.addEventListener("abort", wake, { once: true });
        arm(sleeper);
      }),
  };
}
