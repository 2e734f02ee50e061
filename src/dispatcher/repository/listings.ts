/**
 * Remembers when the changes of each repository were last listed, by whatever part. A list finds what a lost
 * delivery would have said, so it is due at times, and sooner where something may have been lost.
 */
import type { Clock, Millis } from "../../base/clock.ts";
import type { RepositoryId } from "../../engine/model/fact.ts";
import type { Pace } from "../pace.ts";

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

export class Listings {
  readonly #clock: Pick<Clock, "now">;
  readonly #pace: Pick<Pace, "changesGapMs" | "changesEveryMs">;
  readonly #last = new Map<RepositoryId, Listing>();
  readonly #suspected = new Map<RepositoryId, Millis>();
  #allSuspected = Number.NEGATIVE_INFINITY;
  #ended = 0;

  constructor(clock: Pick<Clock, "now">, pace: Pick<Pace, "changesGapMs" | "changesEveryMs">) {
    this.#clock = clock;
    this.#pace = pace;
  }

  /** How many lists have ended. */
  get ended(): number {
    return this.#ended;
  }

  /**
   * Whether a reconcile pass has to list the changes of a repository.
   * @param isNeeded whether the pass may decide something that cannot be undone
   * @param since what `ended` was when the pass took its work: it lacks what a later list requested
   */
  isDue(repositoryId: RepositoryId, isNeeded: boolean, since = this.#ended): boolean {
    const { changesGapMs, changesEveryMs } = this.#pace;
    const listing = this.#last.get(repositoryId);
    if (listing === undefined || listing.ended > since) return true;
    const agoMs = this.#clock.now() - listing.at;
    // A clock that was set back must not put off lists until it has caught up.
    if (agoMs < 0 || agoMs >= changesEveryMs) return true;
    const restMs = listing.tookMs > longListMs ? Math.max(changesGapMs, 10 * listing.tookMs) : changesGapMs;
    return agoMs >= restMs && (isNeeded || this.#isSuspected(repositoryId, listing));
  }

  /** Runs a list and remembers it, unless it fails. */
  async run<T>(repositoryId: RepositoryId, list: () => Promise<T>): Promise<T> {
    const at = this.#clock.now();
    const listed = await list();
    this.#ended += 1;
    this.#last.set(repositoryId, { at, tookMs: this.#clock.now() - at, ended: this.#ended });
    return listed;
  }

  /** Something about a repository may have been lost: its next pass lists. Every repository's if undefined. */
  suspect(repositoryId: RepositoryId | undefined): void {
    if (repositoryId === undefined) this.#allSuspected = this.#clock.now();
    else this.#suspected.set(repositoryId, this.#clock.now());
  }

  #isSuspected(repositoryId: RepositoryId, { at }: Listing): boolean {
    const suspectedAt = this.#suspected.get(repositoryId) ?? Number.NEGATIVE_INFINITY;
    return Math.max(this.#allSuspected, suspectedAt) >= at;
  }
}
