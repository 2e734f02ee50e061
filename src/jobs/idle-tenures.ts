/** The idle tenures of a worker. A worker serves a limited number of installations, so idle ones end when others wait. */
export class IdleTenures {
  /** What ends each, the longest idle first. */
  readonly #idle = new Set<() => void>();
  #toEvict = 0;

  /**
   * Call it when a tenure becomes idle, and the returned function when it no longer is.
   * @param end called at most once, perhaps immediately: another installation waits to be served
   */
  add(end: () => void): () => void {
    const once = (): void => end();
    this.#idle.add(once);
    this.#evictIdle();
    return () => void this.#idle.delete(once);
  }

  /** Ends this many idle tenures, now or as soon as there are some. Replaces the number of the call before. */
  evict(count: number): void {
    this.#toEvict = count;
    this.#evictIdle();
  }

  #evictIdle(): void {
    for (const end of this.#idle) {
      if (this.#toEvict === 0) return;
      this.#toEvict -= 1;
      this.#idle.delete(end);
      end();
    }
  }
}
