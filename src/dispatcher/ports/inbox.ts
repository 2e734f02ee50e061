/**
 * Stores webhook deliveries durably before we answer 202. GitHub never resends a delivery that we
 * acknowledged.
 */
import type { Millis } from "../../base/clock.ts";
import type { InstallationId, RepositoryId } from "../../engine/model/fact.ts";
import type { QueuedPageRequest, QueuedRefreshRequest } from "./refresh-request.ts";

/** A verified webhook delivery as received. */
export interface Delivery {
  /** `X-GitHub-Delivery`: the same when GitHub redelivers. */
  readonly guid: string;
  readonly event: string;
  readonly action: string | undefined;
  readonly repositoryId: RepositoryId | undefined;
  readonly installationId: InstallationId | undefined;
  readonly payload: Buffer;
  /**
   * Identifies the payload, so that it is recognised under a different GUID: its signature, or its SHA-256.
   */
  readonly bodyHash: string;
  readonly receivedAt: Millis;
  readonly source: "webhook" | "delivery log";
}

export type Admission = "new" | "duplicate" | "suspected replay";

/** How much one reconcile pass takes at most. */
export interface BatchLimits {
  readonly deliveries: number;
  readonly refreshes: number;
  /** The limit for both together; deliveries come first. */
  readonly inAll: number;
}

/** A repository's due work. */
export interface DueWork {
  /** In order of arrival. */
  readonly deliveries: readonly Delivery[];
  /** The earliest first; none while a page is due, because decisions wait for what it brings. */
  readonly refreshes: readonly QueuedRefreshRequest[];
  readonly page: QueuedPageRequest | undefined;
}

/** Stores webhook deliveries durably before we answer 202. */
export interface Inbox {
  /** Stores a delivery once. Resolves when it is durable; many callers share one commit. */
  readonly admit: (delivery: Delivery) => Promise<Admission>;
  /** Which of `guids` have never been admitted. */
  readonly missing: (guids: readonly string[]) => Promise<readonly string[]>;
  /**
   * Repositories with work that is due, the longest waiting first; deliveries without a repository have `""`.
   */
  readonly dueRepositories: (now: Millis, limit: number) => Promise<readonly RepositoryId[]>;
  /**
   * Due deliveries and refresh requests of a repository. Marks nothing: a commit does, or `postpone`.
   */
  readonly take: (repositoryId: RepositoryId, now: Millis, limits: BatchLimits) => Promise<DueWork>;
  /**
   * Counts a failed attempt; after `maxAttempts` the deliveries become dead letters, kept and visible.
   * Resolves to those that became dead letters now. `undefined`: the fault is not theirs (an outage), so no
   * attempt is counted and none becomes a dead letter.
   */
  readonly postpone: (
    guids: readonly string[],
    until: Millis,
    error: string,
    maxAttempts: number | undefined,
  ) => Promise<readonly string[]>;
  /** Earliest due time of a waiting delivery or refresh request, in milliseconds, to sleep until. */
  readonly nextDueAt: () => Promise<Millis | undefined>;
  /** Makes due now what waits for a time that only a clock that was ahead can have meant. Resolves to how many. */
  readonly bringForward: (late: PutOffTooLong) => Promise<number>;
  readonly counts: () => Promise<DeliveryCounts>;
  /** When the newest delivery arrived. A sweep derives from it how long we received nothing. */
  readonly newestReceivedAt: () => Promise<Millis | undefined>;
}

/** Deliveries and effects that are due later than `after`. */
export interface PutOffTooLong {
  readonly now: Millis;
  readonly after: Millis;
  /** Refresh requests too: most wait for a deadline, which a decision ahead of time only finds again. */
  readonly refreshes: boolean;
}

export interface DeliveryCounts {
  readonly pending: number;
  readonly dead: number;
}
