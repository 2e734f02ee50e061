/**
 * Remembers when the changes of each repository were last listed, by whatever part. A list finds what a lost
 * delivery would have said, so it is due at times, and sooner where something may have been lost.
 */
import type { Clock, Millis } from "../../base/clock.ts";
import type { RepositoryId } from "../../engine/model/fact.ts";
import type { Pace } from "../pace.ts";

export interface Listings {
  /**
   * Whether a reconcile pass has to list the changes of a repository.
   * @param isNeeded whether the pass may decide something that cannot be undone
   * @param ended what `ended` was when the pass took its work: it lacks what a later list requested
   */
  readonly isDue: (repositoryId: RepositoryId, isNeeded: boolean, ended?: number) => boolean;
  /** How many lists have ended. */
  readonly ended: () => number;
  /** Runs a list and remembers it, unless it fails. */
  readonly run: <T>(repositoryId: RepositoryId, list: () => Promise<T>) => Promise<T>;
  /** Something about a repository may have been lost: its next pass lists. Every repository's if undefined. */
  readonly suspect: (repositoryId: RepositoryId | undefined) => void;
}

interface Listing {
  /** When it began: it may lack what came later. */
  readonly at: Millis;
  readonly tookMs: number;
  /** How many had ended, with this one. */
  readonly ended: number;
}

/**
 * During a flood a list shows hundreds of issues again; lists slower than this take at most a tenth of the
 * time.
 */
const longListMs = 100;

export function createListings(
  clock: Pick<Clock, "now">,
  { changesGapMs, changesEveryMs }: Pick<Pace, "changesGapMs" | "changesEveryMs">,
): Listings {
  const last = new Map<RepositoryId, Listing>();
  const suspected = new Map<RepositoryId, Millis>();
  let ended = 0;
  let allSuspected = Number.NEGATIVE_INFINITY;

  const isSuspected = (repositoryId: RepositoryId, { at }: Listing): boolean =>
    Math.max(allSuspected, suspected.get(repositoryId) ?? Number.NEGATIVE_INFINITY) >= at;

  return {
    ended: () => ended,
    isDue: (repositoryId, isNeeded, since = ended) => {
      const listing = last.get(repositoryId);
      if (listing === undefined || listing.ended > since) return true;
      const agoMs = clock.now() - listing.at;
      // A clock that was set back must not put off lists until it has caught up.
      if (agoMs < 0 || agoMs >= changesEveryMs) return true;
      const restMs = listing.tookMs > longListMs ? Math.max(changesGapMs, 10 * listing.tookMs) : changesGapMs;
      return agoMs >= restMs && (isNeeded || isSuspected(repositoryId, listing));
    },
    run: async (repositoryId, list) => {
      const at = clock.now();
      const listed = await list();
      ended += 1;
      last.set(repositoryId, { at, tookMs: clock.now() - at, ended });
      return listed;
    },
    suspect: (repositoryId) => {
      if (repositoryId === undefined) allSuspected = clock.now();
      else suspected.set(repositoryId, clock.now());
    },
  };
}
