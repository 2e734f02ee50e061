/**
 * The state that a tenure leaves to the next one of its installation. Without it, the next begins like a server after a
 * start: it surveys everything, and counts the silence of agents from now on.
 */
import type { Millis } from "../../base/clock.ts";
import type { RepositoryId } from "../../engine/model/fact.ts";

export interface Carryover {
  /** When something last happened there. */
  readonly activeAt: Millis;
  /** Undefined if it was never swept. */
  readonly lastSweep: LastSweep | undefined;
  /** When its repositories are to be listed without a sign that they changed. */
  readonly listDueAt: Millis;
  /** Since when we received every delivery from there, by GitHub's clock; undefined to begin now. */
  readonly heardSince: Millis | undefined;
  /** Up to when GitHub's delivery log was compared, by GitHub's clock; undefined if never. */
  readonly comparedUntil: Millis | undefined;
  /** What accounts had us read in the last hour. A tenure ends within seconds of quiet, and gives nobody a fresh share. */
  readonly spent: SpentShares;
  /** The repositories whose open pull requests were listed, because something is locked there. */
  readonly pullsListed: readonly ListedPulls[];
}

export interface ListedPulls {
  readonly repository: RepositoryId;
  readonly listedAt: Millis;
  /** When they are to be listed for accounts that had used up their share; absent if nothing was put off. */
  readonly listAt?: Millis | undefined;
}

/** What is used of the shares of the reads (`ReadShares`). */
export interface SpentShares {
  readonly accounts: readonly SpentShare[];
  /** What all accounts without write access used together, by repository. */
  readonly strangers: readonly SpentShare[];
}

export interface SpentShare {
  readonly of: string;
  readonly minutes: readonly SpentMinute[];
}

/** GitHub's points that were used within a minute. */
export interface SpentMinute {
  readonly at: Millis;
  readonly points: number;
}

export const nothingSpent: SpentShares = { accounts: [], strangers: [] };

/** The last sweep of an installation. */
export interface LastSweep {
  readonly at: Millis;
  /** The time to the next if nothing happens. */
  readonly everyMs: Millis;
  /** The part of that time after which the next is due, so that installations are not swept all at once. */
  readonly share: number;
}
