/** Limits how many questions an answerer is asked at once, however many installations a process serves. */
import type { ConfiguredAnswerer } from "../coordinator/answers/answerer.ts";

/** Those that wait are asked in the order in which they came. */
export function fewAtOnce(answerer: ConfiguredAnswerer, max: number): ConfiguredAnswerer {
  const waiting = new Set<() => void>();
  let free = max;

  /** Resolves to false if the signal aborted first. */
  function turn(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return Promise.resolve(false);
    if (free > 0) {
      free -= 1;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const begin = (): void => {
        signal.removeEventListener("abort", giveUp);
        resolve(true);
      };
      const giveUp = (): void => {
        waiting.delete(begin);
        resolve(false);
      };
      waiting.add(begin);
      signal.addEventListener("abort", giveUp, { once: true });
    });
  }

  function handOn(): void {
    const [next] = waiting;
    if (next === undefined) {
      free += 1;
      return;
    }
    waiting.delete(next);
    next();
  }

  return {
    ...answerer,
    answer: async (task, signal, calls) => {
      if (!(await turn(signal))) return { type: "failed", because: "it was broken off" };
      try {
        return await answerer.answer(task, signal, calls);
      } finally {
        handOn();
      }
    },
  };
}
