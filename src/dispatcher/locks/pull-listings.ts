/**
 * When the open pull requests of each repository are listed. It outlives a tenure: each one lists for nobody what the last
 * one has listed, and does not forget that a list was put off.
 */
import type { Millis } from "../../base/clock.ts";
import type { RepositoryId, RepositorySeen } from "../../engine/model/fact.ts";
import type { ListedPulls } from "../ports/carryover.ts";
import type { ReadShares } from "../shares/read-shares.ts";
import type { PullNews } from "./pull-news.ts";

export interface PullListing {
  /** When they were last listed; undefined while nothing needs them, or if they have to be listed now. */
  readonly listedAt: Millis | undefined;
  /** When to list them again for accounts that have used up their share; undefined if nothing was put off. */
  readonly listAt: Millis | undefined;
}

const toList: PullListing = { listedAt: undefined, listAt: undefined };

export class PullListings {
  readonly #shares: Pick<ReadShares, "take">;
  readonly #beyondShareMs: Millis;
  readonly #known: Map<RepositoryId, PullListing>;

  /**
   * @param beyondShareMs how often pull requests are listed for accounts that have used up their share
   * @param earlier what the last tenure left
   */
  constructor(shares: Pick<ReadShares, "take">, beyondShareMs: Millis, earlier: readonly ListedPulls[] = []) {
    this.#shares = shares;
    this.#beyondShareMs = beyondShareMs;
    this.#known = new Map(
      earlier.map(({ repository, listedAt, listAt }) => [repository, { listedAt, listAt }]),
    );
  }

  of(id: RepositoryId): PullListing {
    return this.#known.get(id) ?? toList;
  }

  keep(id: RepositoryId, { listedAt, listAt }: PullListing): void {
    if (listedAt === undefined) this.#known.delete(id);
    else this.#known.set(id, { listedAt, listAt });
  }

  forget(id: RepositoryId): void {
    this.#known.delete(id);
  }

  /** What the next tenure needs to know. */
  left(): readonly ListedPulls[] {
    return [...this.#known].flatMap(([repository, { listedAt, listAt }]) =>
      listedAt === undefined ? [] : [{ repository, listedAt, ...(listAt === undefined ? {} : { listAt }) }],
    );
  }

  /**
   * When the list was last read, undefined if it has to be now, and for when it was put off: news that accounts beyond
   * their share bring are listed together, once in a while.
   */
  async plan(
    repository: RepositorySeen,
    { hasPulls, by = [] }: PullNews,
    isNeeded: boolean,
    now: Millis,
  ): Promise<PullListing> {
    const { listedAt, listAt } = this.of(repository.id);
    if (listAt !== undefined && listAt <= now) return toList;
    if (!hasPulls || listedAt === undefined) return { listedAt: hasPulls ? undefined : listedAt, listAt };
    if (!isNeeded || by.length === 0) return toList;
    for (const account of by)
      if ((await this.#shares.take(repository, account, 1)) === undefined) return toList;
    return { listedAt, listAt: listAt ?? now + this.#beyondShareMs };
  }
}
