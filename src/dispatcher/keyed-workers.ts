/**
 * Runs work for many keys in parallel, at most one worker per key. The least recently served key goes first,
 * so a flood for one key cannot starve the others; in order of arrival, the flood would always be first.
 */
import type { Millis } from "../base/clock.ts";
import { correctWait, endOfWait, type Wait } from "../base/wait.ts";
import type { FailureCounts } from "./failure/failure-counts.ts";

export interface KeyedWorkersOptions<K> {
  readonly width: number;
  /** Keys whose work may take long to begin leave some places to the others. Asked when a worker starts. */
  readonly yielding?: { readonly isYielding: (key: K) => boolean; readonly leaves: number } | undefined;
  readonly work: (key: K) => Promise<void>;
  readonly failures: FailureCounts;
  /** Called after each worker; `thrown` is what it failed with, if it failed. */
  readonly onEnd: (key: K, thrown: unknown) => void;
}

export class KeyedWorkers<K> {
  readonly #options: KeyedWorkersOptions<K>;
  readonly #running = new Map<K, Promise<void>>();
  readonly #yieldingNow = new Set<K>();
  readonly #waits = new Map<K, Wait>();
  readonly #servedAt = new Map<K, number>();
  #served = 0;

  constructor(options: KeyedWorkersOptions<K>) {
    this.#options = options;
  }

  /** Starts workers for keys that are due, within capacity. */
  start(due: readonly K[], now: Millis): void {
    const servedAt = (key: K): number => this.#servedAt.get(key) ?? 0;
    for (const key of this.waiting(due, now).toSorted((a, b) => servedAt(a) - servedAt(b))) {
      if (this.#running.size >= this.#options.width) return;
      if (this.#takePlace(key)) this.#running.set(key, this.#serve(key, now));
    }
  }

  /** The keys in `due` that are neither running nor deferred after a failure. */
  waiting(due: readonly K[], now: Millis): readonly K[] {
    return due.filter((key) => !this.#running.has(key) && !this.#isHeld(key, now));
  }

  get running(): number {
    return this.#running.size;
  }

  isRunning(key: K): boolean {
    return this.#running.has(key);
  }

  /** Resolves when the workers that run now have finished. */
  async drain(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  async #serve(key: K, now: Millis): Promise<void> {
    const { work, failures, onEnd } = this.#options;
    this.#servedAt.set(key, ++this.#served);
    let failure: unknown;
    try {
      await work(key);
      failures.forget(String(key));
    } catch (thrown) {
      failure = thrown;
      this.#waits.set(key, { since: now, forMs: failures.countOne(String(key)) });
    }
    this.#running.delete(key);
    this.#yieldingNow.delete(key);
    onEnd(key, failure);
  }

  #isHeld(key: K, now: Millis): boolean {
    const known = this.#waits.get(key);
    if (known === undefined) return false;
    const wait = correctWait(known, now);
    if (endOfWait(wait) > now) this.#waits.set(key, wait);
    else this.#waits.delete(key);
    return endOfWait(wait) > now;
  }

  /** Whether there is a place for the key, which it then has. */
  #takePlace(key: K): boolean {
    const { width, yielding } = this.#options;
    if (yielding?.isYielding(key) !== true) return true;
    if (this.#yieldingNow.size >= width - yielding.leaves) return false;
    this.#yieldingNow.add(key);
    return true;
  }
}
