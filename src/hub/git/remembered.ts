/** Caches git's answers about commits. Commits never change, so entries never expire. */
import { LRUCache } from "lru-cache";

/** Caches the latest answers by a key that names the commits in question. */
export class LatestAnswers<T extends object> {
  readonly #answers: LRUCache<string, T>;

  /** @param most how many are kept; use few where one may be large */
  constructor(most: number) {
    this.#answers = new LRUCache({ max: most });
  }

  of(key: string, ask: () => T): T {
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const answer = ask();
    this.#answers.set(key, answer);
    return answer;
  }
}
