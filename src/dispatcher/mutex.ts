/**
 * Mutex around reading records and committing. Without it, a reconcile pass and a write receipt could
 * overwrite each other. Never call GitHub while holding it: every other commit waits.
 */
export interface Mutex {
  /** Runs `work` once all earlier calls have finished; a failure reaches only its own caller. */
  readonly run: <T>(work: () => Promise<T>) => Promise<T>;
}

export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run: (work) => {
      const result = last.then(work, work);
      last = result.catch(() => {});
      return result;
    },
  };
}
