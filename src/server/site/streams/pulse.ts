/**
 * Wakes the streams when there may be something to tell. One loop changeReader for all of them, and only while there are any:
 * the version of the index says whether a transaction has changed it.
 */
import type { Clock, Millis } from "../../../base/clock.ts";
import type { Board } from "../../../operations/ports.ts";

export interface PulsePorts {
  readonly board: Pick<Board, "version">;
  readonly clock: Clock;
  /** Rises whenever what people may see may have changed. */
  readonly accessEpoch: () => number;
  /** Aborted when the server stops. */
  readonly closing: AbortSignal;
}

export interface Pulse {
  /** The version of the index when it was last checked. */
  readonly version: () => Promise<number>;
  /**
   * Resolves when the index is no longer at `version`, when somebody's access may have changed, when a while has
   * passed, or when `signal` is aborted. Rejects if the index cannot be read.
   */
  readonly next: (version: number, signal: AbortSignal) => Promise<void>;
  /** Wakes all streams, as when a session has ended. */
  readonly wake: () => void;
  /** How often they were woken. */
  readonly wakes: () => number;
}

/** Transactions that follow each other closely are told together. */
const checkEveryMs: Millis = 50;
/** Much shorter than the silence that a stream may keep: sessions end, and lists of repositories get old. */
const beatMs: Millis = 5_000;

export function createPulse({ board, clock, accessEpoch, closing }: PulsePorts): Pulse {
  const sleepers = new Set<(failure?: unknown) => void>();
  let seen: { readonly version: number; readonly epoch: number } | undefined;
  let wokeAt = 0;
  let wakes = 0;
  let isChecking = false;

  function wake(failure?: unknown): void {
    wokeAt = clock.now();
    wakes += 1;
    for (const rise of [...sleepers]) rise(failure);
  }

  async function check(): Promise<void> {
    const before = seen;
    seen = { version: await board.version(), epoch: accessEpoch() };
    const isNew = seen.version !== before?.version || seen.epoch !== before.epoch;
    if (isNew || clock.now() - wokeAt >= beatMs) wake();
  }

  async function lookOn(): Promise<void> {
    if (isChecking) return;
    isChecking = true;
    try {
      while (sleepers.size > 0 && !closing.aborted) {
        await check();
        await clock.sleep(checkEveryMs, closing);
      }
    } catch (thrown) {
      wake(thrown);
    } finally {
      [isChecking, seen] = [false, undefined];
    }
  }

  return {
    version: async () => seen?.version ?? board.version(),
    next: (version, signal) => {
      if (signal.aborted || (seen !== undefined && seen.version !== version)) return Promise.resolve();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const rise = (failure?: unknown): void => {
        sleepers.delete(rise);
        signal.removeEventListener("abort", onAbort);
        if (failure === undefined) resolve();
        else reject(failure);
      };
      const onAbort = (): void => rise();
      sleepers.add(rise);
      signal.addEventListener("abort", onAbort, { once: true });
      void lookOn();
      return promise;
    },
    wake: () => wake(),
    wakes: () => wakes,
  };
}
