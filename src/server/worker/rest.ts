/** An interruptible wait, which remembers an interruption that came before it. */
import type { Clock, Millis } from "../../base/clock.ts";

export interface Rest {
  /** Resolves to true after `ms`, or to false when interrupted; at once if interrupted since the last wait. */
  readonly wait: (ms: Millis) => Promise<boolean>;
  readonly interrupt: () => void;
}

/** @param signal interrupts the wait as well */
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
