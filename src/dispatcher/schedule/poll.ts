/**
 * Polls the list of changes every few seconds, for hosts without webhooks; it costs nothing while unchanged.
 * A poll only adds refresh requests, as a delivery does. Changed edges are found by the sweep.
 */
import type { Clock } from "../../base/clock.ts";
import type { FailureHandler } from "../failure/failure-handler.ts";
import type { Index } from "../ports/issue-index.ts";
import type { ChangeRefresher } from "./change-refresher.ts";

export interface Poller {
  /** Polls every `everyMs` until `signal` aborts. */
  readonly run: (signal: AbortSignal, everyMs: number) => Promise<void>;
}

interface Needs {
  readonly index: Pick<Index, "repositories">;
  readonly clock: Clock;
  readonly failures: Pick<FailureHandler, "attempt">;
  readonly changeRefresher: Pick<ChangeRefresher, "refresh">;
}

/** @param wake called after each poll */
export function createPoller({ index, clock, failures, changeRefresher }: Needs, wake: () => void): Poller {
  return {
    run: async (signal, everyMs) => {
      while (!signal.aborted) {
        for (const repository of index.repositories())
          await failures.attempt("poll", repository, () =>
            changeRefresher.refresh(repository, { everything: false, reread: 0 }),
          );
        wake();
        await clock.sleep(everyMs, signal);
      }
    },
  };
}
