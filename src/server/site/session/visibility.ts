/**
 * Which repositories a person may see, as GitHub lists them to their token. A list is kept for five minutes, and
 * dropped by a delivery that says that access has changed; an old one is never shown instead of an error.
 */
import { LRUCache } from "lru-cache";
import type { Clock, Millis } from "../../../base/clock.ts";
import type { RepositoryId } from "../../../engine/model/fact.ts";

const visibleForMs: Millis = 5 * 60_000;
const maxKept = 1_000;

export type Visible = ReadonlySet<RepositoryId>;

export interface Visibility {
  /** Rejects as `read` does. @param sessionId whose list it is */
  readonly of: (sessionId: string, read: () => Promise<Visible>) => Promise<Visible>;
}

interface Kept {
  readonly list: Promise<Visible>;
  readonly at: Millis;
  readonly epoch: number;
}

/** @param epoch rises whenever access may have changed */
export function createVisibility(clock: Pick<Clock, "now">, epoch: () => number): Visibility {
  const kept = new LRUCache<string, Kept>({ max: maxKept });
  return {
    of: async (sessionId, read) => {
      const known = kept.get(sessionId);
      if (known !== undefined && known.epoch === epoch() && clock.now() - known.at < visibleForMs)
        return known.list;
      // Its age counts from before it was read: what changes meanwhile may be missing from it.
      const asked: Kept = { list: read(), at: clock.now(), epoch: epoch() };
      kept.set(sessionId, asked);
      try {
        return await asked.list;
      } catch (thrown) {
        if (kept.get(sessionId) === asked) kept.delete(sessionId);
        throw thrown;
      }
    },
  };
}
