/** Runs the periodic work of a worker, and logs only the first of several failures in a row. */
import { messageOf } from "../base/errors.ts";
import type { Logger } from "../base/logger.ts";

type Operation = "fetch" | "hand off" | "heartbeat" | "poll" | "rebalance";

export class Attempts {
  readonly #logger: Logger;
  readonly #failing = new Map<Operation, unknown>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** Never rejects. The first of several failures in a row is logged; the next round tries again. */
  async attempt(operation: Operation, work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.#failing.delete(operation);
    } catch (thrown) {
      if (!this.#failing.has(operation))
        this.#logger.warn(
          { operation, error: messageOf(thrown) },
          "a routine of the worker failed, will retry",
          thrown,
        );
      this.#failing.set(operation, thrown);
    }
  }

  /** What the last attempt failed with; undefined if it succeeded. */
  lastFailure(operation: Operation): unknown {
    return this.#failing.get(operation);
  }
}
