/**
 * Limits how much work of several keys runs at once. Of what waits, a key with the least work under way goes first, and
 * among these the one that was served longest ago: a key whose work takes long keeps no more than its share.
 */
export interface FairGate<K> {
  /** Runs `work` once there is room; not at all if `signal` aborts before. */
  readonly run: (key: K, work: () => Promise<void>, signal: AbortSignal) => Promise<void>;
}

interface Place {
  underWay: number;
  /** When it was served last, or arrived; counted for all keys together. */
  servedAt: number;
  readonly waiting: Set<() => void>;
}

export function createFairGate<K>(width: number): FairGate<K> {
  const places = new Map<K, Place>();
  let free = width;
  let served = 0;

  function placeOf(key: K): Place {
    const known = places.get(key);
    if (known !== undefined) return known;
    const place = { underWay: 0, servedAt: ++served, waiting: new Set<() => void>() };
    places.set(key, place);
    return place;
  }

  function next(): Place | undefined {
    const [first] = [...places.values()]
      .filter(({ waiting }) => waiting.size > 0)
      .sort((a, b) => a.underWay - b.underWay || a.servedAt - b.servedAt);
    return first;
  }

  function letIn(): void {
    for (let place = next(); free > 0 && place !== undefined; place = next()) {
      const [enter] = place.waiting;
      if (enter === undefined) return;
      free -= 1;
      place.waiting.delete(enter);
      place.underWay += 1;
      place.servedAt = ++served;
      enter();
    }
  }

  function forget(key: K, { underWay, waiting }: Place): void {
    if (underWay + waiting.size === 0) places.delete(key);
  }

  function leave(place: Place): void {
    free += 1;
    place.underWay -= 1;
    place.servedAt = ++served;
    letIn();
  }

  /** Resolves to false if the signal aborted first. */
  function enter(place: Place, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const giveUp = (): void => {
        if (place.waiting.delete(admit)) resolve(false);
      };
      const admit = (): void => {
        signal.removeEventListener("abort", giveUp);
        resolve(true);
      };
      place.waiting.add(admit);
      signal.addEventListener("abort", giveUp, { once: true });
      letIn();
    });
  }

  return {
    run: async (key, work, signal) => {
      if (signal.aborted) return;
      const place = placeOf(key);
      const isIn = await enter(place, signal);
      try {
        if (isIn) await work();
      } finally {
        if (isIn) leave(place);
        forget(key, place);
      }
    },
  };
}
