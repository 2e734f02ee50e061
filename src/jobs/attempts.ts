/** Runs the periodic work of a worker, and logs only the first of several failures in a row. */
import { messageOf } from "../base/errors.ts";
import type { Logger } from "../base/logger.ts";

type Operation = "fetch" | "hand off" | "heartbeat" | "poll" | "rebalance";

export interface Attempts {
  /** Never rejects. The first of several failures in a row is logged; the next round tries again. */
  readonly attempt: (operation: Operation, work: () => Promise<void>) => Promise<void>;
  /** What its last attempt failed with; undefined if it succeeded. */
  readonly failureOf: (operation: Operation) => unknown;
}

export function createAttempts(logger: Logger): Attempts {
  const failing = new Map<Operation, unknown>();
  return {
    attempt: async (operation, work) => {
      try {
        await work();
        failing.delete(operation);
      } catch (thrown) {
        if (!failing.has(operation))
          logger.warn(
            { operation, error: messageOf(thrown) },
            "a routine of the worker failed, will retry",
            thrown,
          );
        failing.set(operation, thrown);
      }
    },
    failureOf: (operation) => failing.get(operation),
  };
}
