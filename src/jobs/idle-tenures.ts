/** The idle tenures of a worker. A worker serves a limited number of installations, so idle ones end when others wait. */

export interface IdleTenures {
  /**
   * Call it when a tenure becomes idle, and the returned function when it no longer is.
   * @param end called at most once, perhaps immediately: another installation waits to be served
   */
  readonly add: (end: () => void) => () => void;
  /** Ends this many idle tenures, now or as soon as there are some. Replaces the number of the call before. */
  readonly evict: (count: number) => void;
}

export function createIdleTenures(): IdleTenures {
  /** The longest idle first. */
  const idle = new Set<() => void>();
  let toEvict = 0;

  function evictIdle(): void {
    for (const end of idle) {
      if (toEvict === 0) return;
      toEvict -= 1;
      idle.delete(end);
      end();
    }
  }

  return {
    add: (end) => {
      const once = (): void => end();
      idle.add(once);
      evictIdle();
      return () => void idle.delete(once);
    },
    evict: (count) => {
      toEvict = count;
      evictIdle();
    },
  };
}
