/** Caches git's answers about commits. Commits never change, so entries never expire. */

/** Caches the latest answers by a key that names the commits in question. */
export class Remembered<T> {
  readonly #answers = new Map<string, T>();
  readonly #most: number;

  /** @param most how many are kept; use few where one may be large */
  constructor(most: number) {
    this.#most = most;
  }

  of(key: string, ask: () => T): T {
    const known = this.#answers.get(key);
    const answer = known ?? ask();
    this.#answers.delete(key);
    this.#answers.set(key, answer);
    const oldest = this.#answers.size > this.#most ? this.#answers.keys().next().value : undefined;
    if (oldest !== undefined) this.#answers.delete(oldest);
    return answer;
  }
}
