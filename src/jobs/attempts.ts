/** Attempts at what a worker does again and again, while the job queue may be unavailable. */
import { messageOf } from "../base/errors.ts";
import type { Logger } from "../base/logger.ts";

type Operation = "due" | "fetch" | "heartbeat" | "hand off" | "share";

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
            "the job queue cannot be used, will retry",
            thrown,
          );
        failing.set(operation, thrown);
      }
    },
    failureOf: (operation) => failing.get(operation),
  };
}
