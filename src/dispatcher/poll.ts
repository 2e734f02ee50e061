/**
 * Life without webhooks: every few seconds the list of changes, which costs nothing while it is unchanged. A newcomer
 * would write a second path for polling: it only asks to look, like a delivery. Edges are found by the sweep.
 */
import { attempt } from "./failure/attempt.ts";
import { lookAround } from "./look-around.ts";
import type { Parts } from "./parts.ts";

export interface Poller {
  /** Polls every `everyMs` until `signal` aborts. */
  readonly run: (signal: AbortSignal, everyMs: number) => Promise<void>;
}

/** @param wake called after each round */
export function createPoller(parts: Parts, wake: () => void): Poller {
  const { index, clock } = parts;
  return {
    run: async (signal, everyMs) => {
      while (!signal.aborted) {
        for (const repository of index.repositories())
          await attempt(parts, "poll", repository, () =>
            lookAround(parts, repository, { everything: false, reread: 0 }),
          );
        wake();
        await clock.sleep(everyMs, signal);
      }
    },
  };
}
