/**
 * Limits and intervals of the dispatcher. Batch sizes fit GitHub's requests; larger ones do not make it
 * faster, because a pass needs one commit and one coalesced read either way.
 */
import type { Backoff } from "./failure/failure-counts.ts";
import type { CreationLimits } from "./ports/account.ts";

export interface Pace {
  /** Repositories reconciled at the same time; one worker each. */
  readonly repositoriesAtOnce: number;
  /** Those of them whose issues are still being adopted, in all installations that a worker serves. */
  readonly adoptingAtOnce: number;
  /** Installations written to at the same time; one worker each. */
  readonly installationsAtOnce: number;
  readonly deliveriesPerCycle: number;
  /** Issues that the deliveries of one pass may request; later deliveries wait for the next pass. */
  readonly issuesPerCycle: number;
  readonly refreshesPerCycle: number;
  /** Issues read in one pass, neighbours included; the rest is read in the next. */
  readonly readsPerCycle: number;
  readonly rolesAtOnce: number;
  /** So that what becomes urgent meanwhile waits for five requests at most, of 20 creations each. */
  readonly effectsPerBatch: number;
  /** How many of its own failures make a delivery a dead letter. */
  readonly maxAttempts: number;
  /** A repository with work also lists its changes when it has not done so for this long. */
  readonly changesEveryMs: number;
  /** It does so earlier if a delivery may have been lost or much depends on it, but no more often than this. */
  readonly changesGapMs: number;
  /** How far the cursor stays behind the newest change seen: lists show changes late. */
  readonly cursorOverlapMs: number;
  /** How long a create may stay invisible to a lookup before it counts as not done. */
  readonly visibilityMs: number;
  /** How often an installation is surveyed in which something happens. */
  readonly sweepEveryMs: number;
  /** After how long without anything it is surveyed more and more rarely, and how rarely at most. */
  readonly idle: { readonly afterMs: number; readonly maxMs: number };
  /** How often to check whether a sweep is due. */
  readonly sweepTickMs: number;
  /** How often the repositories that we serve are listed without a sign that they changed. */
  readonly listEveryMs: number;
  /**
   * What one sweep reads again without any sign of a change, because edges have no version: issues and
   * repositories of an installation, issues of a repository.
   */
  readonly rereads: {
    readonly issues: number;
    readonly repositories: number;
    readonly perRepository: number;
  };
  /** How far back a running sweep compares the delivery log with the inbox. */
  readonly logOverlapMs: number;
  /**
   * Status comments and replies written per hour, out of GitHub's 500: for one author with write access, for
   * one without, for all authors without write access in a repository, for one repository.
   */
  readonly creations: {
    readonly author: number;
    readonly stranger: number;
    readonly strangers: number;
    readonly repository: number;
  };
  /**
   * What one account may cause to be read per hour in a repository, in GitHub's points: with write access, without, and
   * all accounts without together. An installation has 5,000 at least.
   */
  readonly reads: { readonly writer: number; readonly stranger: number; readonly strangers: number };
  /** How often what an account causes beyond its share is read, all of it together. */
  readonly beyondShareMs: number;
  /** GitHub's limits on new comments and issues; undefined for a host without. */
  readonly creationLimits: CreationLimits | undefined;
  readonly failures: Backoff;
  /** Delay before repeating a read that was older than our own write. */
  readonly staleReads: Backoff;
  /** Delay before another read of an issue of which a role, or who did something, could not be read. */
  readonly missingReads: Backoff;
}

/** What people wait for may use all of GitHub's limit; the rest leaves a fifth. */
export const githubCreations: CreationLimits = {
  awaited: { perMinute: 80, perHour: 500 },
  others: { perMinute: 64, perHour: 400 },
};

/** GitHub's own limits. */
export const githubPace: Pace = {
  repositoriesAtOnce: 16,
  adoptingAtOnce: 16,
  installationsAtOnce: 8,
  deliveriesPerCycle: 2_000,
  issuesPerCycle: 100,
  refreshesPerCycle: 50,
  readsPerCycle: 200,
  rolesAtOnce: 4,
  effectsPerBatch: 100,
  maxAttempts: 8,
  changesEveryMs: 60_000,
  changesGapMs: 2_000,
  cursorOverlapMs: 10_000,
  visibilityMs: 10_000,
  sweepEveryMs: 5 * 60_000,
  idle: { afterMs: 60 * 60_000, maxMs: 6 * 60 * 60_000 },
  sweepTickMs: 30_000,
  listEveryMs: 60 * 60_000,
  // Comparing a hundred issues costs 4 points, and reading those that differ about 12: twelve sweeps take at least a tenth of
  // an installation's 5,000 an hour, and at most a third.
  rereads: { issues: 1_000, repositories: 50, perRepository: 200 },
  logOverlapMs: 15 * 60_000,
  creations: { author: 300, stranger: 20, strangers: 100, repository: 350 },
  creationLimits: githubCreations,
  reads: { writer: 1_000, stranger: 150, strangers: 600 },
  beyondShareMs: 60_000,
  failures: { firstMs: 1_000, maxMs: 5 * 60_000 },
  staleReads: { firstMs: 1_000, maxMs: 60_000 },
  missingReads: { firstMs: 2_000, maxMs: 10 * 60_000 },
};

/** The limits of hosts that do not limit our comments, such as the hub. */
export const endlessCreations: Pick<Pace, "creations" | "creationLimits"> = {
  creations: {
    author: Number.POSITIVE_INFINITY,
    stranger: Number.POSITIVE_INFINITY,
    strangers: Number.POSITIVE_INFINITY,
    repository: Number.POSITIVE_INFINITY,
  },
  creationLimits: undefined,
};
