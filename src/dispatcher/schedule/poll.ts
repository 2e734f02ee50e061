/**
 * Polls the list of changes every few seconds, for hosts without webhooks; it costs nothing while unchanged.
 * A poll only adds refresh requests, as a delivery does. Changed edges are found by the sweep.
 */
import { attempt } from "../failure/best-effort.ts";
import type { Parts } from "../parts.ts";
import { refreshNeighbours } from "./refresh-neighbours.ts";

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
            refreshNeighbours(parts, repository, { everything: false, reread: 0 }),
          );
        wake();
        await clock.sleep(everyMs, signal);
      }
    },
  };
}
