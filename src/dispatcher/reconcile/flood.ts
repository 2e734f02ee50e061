/**
 * Spaces the passes of a repository with a flood of deliveries. Most of them are about the same issues, and each
 * pass reads and decides on these again, so fewer passes with more deliveries each cost GitHub and us less.
 */
import type { Clock, Millis } from "../../base/clock.ts";
import type { RepositoryId } from "../../engine/model/fact.ts";

/** A pass with at least this many deliveries is part of a flood. */
const manyDeliveries = 200;
/** A person or an agent may wait for one of the deliveries. */
const maxRestMs = 250;

export interface Flood {
  /** Resolves when the next pass may take its work: at once, unless the last one was part of a flood. */
  readonly rest: (repositoryId: RepositoryId) => Promise<void>;
  /** Notes a pass that has ended now. */
  readonly passed: (repositoryId: RepositoryId, deliveries: number, beganAt: Millis) => void;
}

export function createFlood(clock: Clock): Flood {
  const restUntil = new Map<RepositoryId, Millis>();
  return {
    rest: async (repositoryId) => {
      const until = restUntil.get(repositoryId);
      if (until === undefined) return;
      restUntil.delete(repositoryId);
      const restMs = Math.min(until - clock.now(), maxRestMs);
      if (restMs > 0) await clock.sleep(restMs);
    },
    passed: (repositoryId, deliveries, beganAt) => {
      if (deliveries < manyDeliveries) return;
      const now = clock.now();
      restUntil.set(repositoryId, now + Math.min(now - beganAt, maxRestMs));
    },
  };
}
