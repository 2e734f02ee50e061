/** A wait that can be interrupted. Remembers an interruption that came before it, so that no wake-up is lost. */
import type { Clock, Millis } from "../../base/clock.ts";

export interface InterruptibleWait {
  /** Resolves to true after `ms`, or to false when interrupted; at once if interrupted since the last wait. */
  readonly start: (ms: Millis) => Promise<boolean>;
  readonly interrupt: () => void;
  /** Ends the current wait, or else the next one, as if its time were over. */
  readonly endEarly: () => void;
}

/** @param signal interrupts the wait as well */
export function createInterruptibleWait(clock: Pick<Clock, "sleep">, signal: AbortSignal): InterruptibleWait {
  let isInterrupted = false;
  let isEndedEarly = false;
  let current: AbortController | undefined;
  const interrupt = (): void => {
    isInterrupted = true;
    current?.abort("interrupted");
  };
  signal.addEventListener("abort", interrupt, { once: true });
  return {
    interrupt,
    endEarly: () => {
      isEndedEarly = true;
      current?.abort("ended early");
    },
    start: async (ms) => {
      if (!isInterrupted && !isEndedEarly && !signal.aborted) {
        current = new AbortController();
        await clock.sleep(ms, current.signal);
        current = undefined;
      }
      const lasted = !isInterrupted && !signal.aborted;
      isInterrupted = false;
      isEndedEarly = false;
      return lasted;
    },
  };
}
