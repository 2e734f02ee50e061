/**
 * Deliveries on disk before GitHub has its 202. A newcomer would acknowledge first and store later: what GitHub was
 * thanked for it never sends again.
 */
import type { Millis } from "../../base/clock.ts";
import type { NodeId } from "../../engine/model/fact.ts";

/** A verified webhook delivery as it came. */
export interface Delivery {
  /** `X-GitHub-Delivery`: the same when GitHub delivers again. */
  readonly guid: string;
  readonly event: string;
  readonly action: string | undefined;
  readonly repositoryId: NodeId | undefined;
  readonly installationId: number | undefined;
  readonly payload: Buffer;
  /** Names the payload, so that the same is known again under another GUID: its signature, or its SHA-256. */
  readonly bodyHash: string;
  readonly receivedAt: Millis;
  readonly source: "webhook" | "delivery log";
}

export type Admission = "new" | "duplicate" | "suspected replay";

/** Deliveries on disk before GitHub has its 202. */
export interface Inbox {
  /** Stores a delivery once. Resolves when it is durable; many callers share one commit. */
  readonly admit: (delivery: Delivery) => Promise<Admission>;
  /** Which of `guids` have never been admitted. */
  readonly missing: (guids: readonly string[]) => readonly string[];
  /** Repositories with work that is due, the longest waiting first; deliveries without a repository come under `""`. */
  readonly dueRepositories: (now: Millis, limit: number) => readonly NodeId[];
  /** Deliveries of a repository that are due, in order of arrival. */
  readonly due: (repositoryId: NodeId, now: Millis, limit: number) => readonly Delivery[];
  /** Counts a failed attempt; after `maxAttempts` the deliveries are dead letters, kept and visible. Resolves to those
   * that died now. `undefined`: the fault is not theirs (an outage), nothing is counted and none dies. */
  readonly postpone: (
    guids: readonly string[],
    until: Millis,
    error: string,
    maxAttempts: number | undefined,
  ) => Promise<readonly string[]>;
  /** Milliseconds timestamp of the earliest waiting delivery or look, for sleeping until then. */
  readonly nextDueAt: () => Millis | undefined;
  readonly counts: () => { readonly pending: number; readonly dead: number; readonly total: number };
  /** Arrival of the newest delivery; tells a sweep how long we were deaf. */
  readonly newestReceivedAt: () => Millis | undefined;
}
