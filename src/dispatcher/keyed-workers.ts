/**
 * Runs work for many keys in parallel, at most one worker per key. The least recently served key goes first,
 * so a flood for one key cannot starve the others; in order of arrival, the flood would always be first.
 */
import type { Millis } from "../base/clock.ts";
import type { Failures } from "./failure/backoff.ts";

export interface KeyedWorkers<K> {
  /** Starts workers for keys that are due, within capacity. */
  readonly start: (due: readonly K[], now: Millis) => void;
  /** The keys in `due` that are neither running nor deferred after a failure. */
  readonly waiting: (due: readonly K[], now: Millis) => readonly K[];
  readonly running: () => number;
  readonly isRunning: (key: K) => boolean;
  /** Resolves when the workers that run now have finished. */
  readonly drained: () => Promise<void>;
}

export interface KeyedWorkersOptions<K> {
  readonly width: number;
  /** Keys whose work may take long to begin leave some places to the others. Asked when a worker starts. */
  readonly yielding?: { readonly isYielding: (key: K) => boolean; readonly leaves: number } | undefined;
  readonly work: (key: K) => Promise<void>;
  readonly failures: Failures;
  /** Called after each worker; `thrown` is what it failed with, if it failed. */
  readonly onEnd: (key: K, thrown: unknown) => void;
}

export function createKeyedWorkers<K>({
  width,
  yielding,
  work,
  failures,
  onEnd,
}: KeyedWorkersOptions<K>): KeyedWorkers<K> {
  const running = new Map<K, Promise<void>>();
  const yieldingNow = new Set<K>();
  const heldUntil = new Map<K, Millis>();
  const servedAt = new Map<K, number>();
  let served = 0;

  const isHeld = (key: K, now: Millis): boolean => {
    if ((heldUntil.get(key) ?? 0) > now) return true;
    heldUntil.delete(key);
    return false;
  };
  const waiting = (due: readonly K[], now: Millis): readonly K[] =>
    due.filter((key) => !running.has(key) && !isHeld(key, now));

  async function serve(key: K, now: Millis): Promise<void> {
    servedAt.set(key, ++served);
    let failure: unknown;
    try {
      await work(key);
      failures.forget(String(key));
    } catch (thrown) {
      failure = thrown;
      heldUntil.set(key, now + failures.again(String(key)));
    }
    running.delete(key);
    yieldingNow.delete(key);
    onEnd(key, failure);
  }

  /** Whether there is a place for the key, which it then has. */
  function hasPlace(key: K): boolean {
    if (yielding?.isYielding(key) !== true) return true;
    if (yieldingNow.size >= width - yielding.leaves) return false;
    yieldingNow.add(key);
    return true;
  }

  return {
    waiting,
    start: (due, now) => {
      const next = waiting(due, now).toSorted((a, b) => (servedAt.get(a) ?? 0) - (servedAt.get(b) ?? 0));
      for (const key of next) {
        if (running.size >= width) return;
        if (hasPlace(key)) running.set(key, serve(key, now));
      }
    },
    running: () => running.size,
    isRunning: (key) => running.has(key),
    drained: async () => {
      await Promise.all(running.values());
    },
  };
}
