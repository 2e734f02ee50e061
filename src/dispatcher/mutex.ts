/**
 * Mutex around reading records and committing. Without it, a reconcile pass and a write receipt could
 * overwrite each other. Never call GitHub while holding it: every other commit waits.
 */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs `work` once all earlier calls have finished; a failure reaches only its own caller. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work, work);
    this.#last = result.catch(() => {});
    return result;
  }
}
