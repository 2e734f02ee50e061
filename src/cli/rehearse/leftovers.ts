/** What a run made, and how each of it is deleted again. */
import { setTimeout as delay } from "node:timers/promises";
import { messageOf } from "../../base/errors.ts";

interface Leftover {
  /** For example `Issue #5`. */
  readonly what: string;
  /** Resolves to why it could not be deleted; undefined if it is gone. */
  readonly remove: () => Promise<string | undefined>;
}

export class Leftovers {
  readonly #made: Leftover[] = [];

  add(what: string, remove: Leftover["remove"]): void {
    this.#made.push({ what, remove });
  }

  /**
   * The newest first: a pull request goes before its branch.
   * @param paceMs between two of them: GitHub asks for a second between two writes
   * @returns what is left, a sentence each
   */
  async removeAll(paceMs: number): Promise<readonly string[]> {
    const left: string[] = [];
    for (const { what, remove } of this.#made.splice(0).toReversed()) {
      if (paceMs > 0) await delay(paceMs);
      const reason = await remove().catch(messageOf);
      if (reason !== undefined) left.push(`${what} is left: ${reason}`);
    }
    return left;
  }
}
