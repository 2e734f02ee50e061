/** Caches git's results about commits. Commits never change, so entries never expire. */
import { LRUCache } from "lru-cache";

/** Caches the latest results by a key that contains the commits in question. */
export class LatestResults<T extends object> {
  readonly #answers: LRUCache<string, T>;

  /** @param max how many are kept; use few where one may be large */
  constructor(max: number) {
    this.#answers = new LRUCache({ max });
  }

  of(key: string, ask: () => T): T {
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const response = ask();
    this.#answers.set(key, response);
    return response;
  }
}
