/** What the server says about itself, for the page about it. */
import type { Millis } from "../../base/clock.ts";

export interface ServerStatus {
  readonly version: string;
  readonly startedAt: Millis;
  readonly state: "ready" | "starting" | "failing";
  /** The stages that must complete before it is ready. */
  readonly missing: readonly string[];
  /** What does not work: a part of the store, the release, or GitHub. */
  readonly failing: readonly { readonly part: string; readonly error: string; readonly since?: string }[];
  readonly deliveries: { readonly pending: number; readonly dead: number };
  readonly effects: { readonly pending: number; readonly held: number; readonly refused: number };
  /** When the newest delivery came in; undefined if none has. */
  readonly heardAt: Millis | undefined;
  /** How many installations deny us access. */
  readonly unhealthy: number;
  /** How many accounts have used up this hour's share of GitHub's quota in a repository. */
  readonly beyondShare: number;
  /** Repositories in which the App may read and not write: `owner/name`. */
  readonly readOnly: readonly string[];
  readonly paused: number;
  readonly claimsPaused: number;
  readonly passive: number;
  /** When the index was last compared with all of GitHub since the start; undefined if it was not. */
  readonly rebuiltAt: Millis | undefined;
  readonly quotas: readonly QuotaLeft[];
  /** Absent where one process does everything. */
  readonly cluster?: ClusterStatus | undefined;
}

/** What is known of the workers that share the database. */
export interface ClusterStatus {
  readonly workers: readonly WorkerStatus[];
  /** How many tenures workers lost in the last hour, because heartbeats failed or another worker took over. */
  readonly tenuresLost: number;
  /** What an operator should look at: a phrase each. */
  readonly degraded: readonly string[];
}

export interface WorkerStatus {
  readonly release: string;
  readonly startedAt: Millis;
  /** How many installations it serves now. */
  readonly tenures: number;
  /** Its event loop has hardly any time left. */
  readonly isBusy: boolean;
}

export interface QuotaLeft {
  /** GitHub's number of it; undefined for the App itself. */
  readonly installation: number | undefined;
  /** As GitHub calls it, such as `core` or `graphql`. */
  readonly resource: string;
  readonly remaining: number;
  /** When GitHub said so. */
  readonly at: Millis;
}
