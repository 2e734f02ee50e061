/**
 * Mutex around reading records and committing. Without it, a reconcile pass and a write receipt could
 * overwrite each other. Never call GitHub while holding it: every other commit waits.
 */
export interface Mutex {
  /** Runs `work` once all earlier calls have finished; a failure reaches only its own caller. */
  readonly take: <T>(work: () => Promise<T>) => Promise<T>;
}

export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve();
  return {
    take: (work) => {
      const turn = last.then(work, work);
      last = turn.catch(() => {});
      return turn;
    },
  };
}
