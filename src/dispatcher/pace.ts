/**
 * How much at once, how often, how long. A newcomer would raise the portions to go faster: a cycle settles in one
 * commit and one coalesced read, so portions are sized for GitHub's requests, not for throughput.
 */
import type { Backoff } from "./failure/backoff.ts";

export interface Pace {
  /** Repositories served at the same time; one worker each. */
  readonly repositoriesAtOnce: number;
  /** Installations written to at the same time; one worker each. */
  readonly installationsAtOnce: number;
  readonly deliveriesPerCycle: number;
  /** Issues that the deliveries of one cycle may ask for; the deliveries after these wait for the next. */
  readonly issuesPerCycle: number;
  readonly looksPerCycle: number;
  /** Issues read in one cycle with all neighbours; what is beyond is looked at in the next. */
  readonly readsPerCycle: number;
  readonly rolesAtOnce: number;
  readonly effectsPerBatch: number;
  /** Failures of a delivery's own making before it is a dead letter. */
  readonly maxAttempts: number;
  /** A repository with work lists its changes too, but no more often than this. */
  readonly changesGapMs: number;
  /** How far behind the newest change seen the cursor stays: lists show changes late. */
  readonly cursorOverlapMs: number;
  /** How long a create may stay invisible to a look before it counts as not done. */
  readonly visibilityMs: number;
  readonly sweepEveryMs: number;
  /** Issues that one sweep of a repository reads again although nothing says that they changed: edges have no version. */
  readonly rereadPerSweep: number;
  /** How far back the delivery log is compared with the inbox by a running sweep. */
  readonly logOverlapMs: number;
  /**
   * Status comments and replies that are written in an hour, out of GitHub's 500: for one author whose word counts, for
   * one stranger, for all strangers of a repository, for one repository.
   */
  readonly creations: {
    readonly author: number;
    readonly stranger: number;
    readonly strangers: number;
    readonly repository: number;
  };
  readonly failures: Backoff;
  /** Waiting time before a read that was older than our own write is repeated. */
  readonly staleReads: Backoff;
}

/** GitHub's own pace. */
export const githubPace: Pace = {
  repositoriesAtOnce: 4,
  installationsAtOnce: 8,
  deliveriesPerCycle: 500,
  issuesPerCycle: 100,
  looksPerCycle: 50,
  readsPerCycle: 200,
  rolesAtOnce: 4,
  effectsPerBatch: 20,
  maxAttempts: 8,
  changesGapMs: 2_000,
  cursorOverlapMs: 10_000,
  visibilityMs: 10_000,
  sweepEveryMs: 5 * 60_000,
  rereadPerSweep: 200,
  logOverlapMs: 15 * 60_000,
  creations: { author: 300, stranger: 20, strangers: 100, repository: 350 },
  failures: { firstMs: 1_000, longestMs: 5 * 60_000 },
  staleReads: { firstMs: 1_000, longestMs: 60_000 },
};

/** Where nobody counts our comments, as at the hub. */
export const endlessCreations: Pace["creations"] = {
  author: Number.POSITIVE_INFINITY,
  stranger: Number.POSITIVE_INFINITY,
  strangers: Number.POSITIVE_INFINITY,
  repository: Number.POSITIVE_INFINITY,
};
