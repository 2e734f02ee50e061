/** Waits for something to do. */
import type { Clock, Millis } from "../../base/clock.ts";

export interface Rest {
  /** Resolves after `ms`, when interrupted, or at once if interrupted since the last wait. Tells whether it lasted. */
  readonly wait: (ms: Millis) => Promise<boolean>;
  readonly interrupt: () => void;
}

/** @param signal interrupts, too */
export function createRest(clock: Pick<Clock, "sleep">, signal: AbortSignal): Rest {
  let isInterrupted = false;
  let waiting: AbortController | undefined;
  const interrupt = (): void => {
    isInterrupted = true;
    waiting?.abort("interrupted");
  };
  signal.addEventListener("abort", interrupt, { once: true });
  return {
    interrupt,
    wait: async (ms) => {
      if (!isInterrupted && !signal.aborted) {
        waiting = new AbortController();
        await clock.sleep(ms, waiting.signal);
        waiting = undefined;
      }
      const lasted = !isInterrupted && !signal.aborted;
      isInterrupted = false;
      return lasted;
    },
  };
}
