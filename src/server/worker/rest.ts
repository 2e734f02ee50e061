/** An interruptible wait, which remembers an interruption that came before it. */
import type { Clock, Millis } from "../../base/clock.ts";

export interface Rest {
  /** Resolves to true after `ms`, or to false when interrupted; at once if interrupted since the last wait. */
  readonly wait: (ms: Millis) => Promise<boolean>;
  readonly interrupt: () => void;
  /** Ends this wait, or else the next one, as if its time were over. */
  readonly cutShort: () => void;
}

/** @param signal interrupts the wait as well */
export function createRest(clock: Pick<Clock, "sleep">, signal: AbortSignal): Rest {
  let isInterrupted = false;
  let isShort = false;
  let waiting: AbortController | undefined;
  const interrupt = (): void => {
    isInterrupted = true;
    waiting?.abort("interrupted");
  };
  signal.addEventListener("abort", interrupt, { once: true });
  return {
    interrupt,
    cutShort: () => {
      isShort = true;
      waiting?.abort("cut short");
    },
    wait: async (ms) => {
      if (!isInterrupted && !isShort && !signal.aborted) {
        waiting = new AbortController();
        await clock.sleep(ms, waiting.signal);
        waiting = undefined;
      }
      const lasted = !isInterrupted && !signal.aborted;
      isInterrupted = false;
      isShort = false;
      return lasted;
    },
  };
}
