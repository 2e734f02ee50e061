/**
 * Requests from web processes to the owner of an installation, and the answers. Bodies and answers are text here: the
 * processes may run different releases, so both validate what they read.
 */
import type { Millis } from "../../base/clock.ts";
import type { InstallationId } from "../../engine/model/fact.ts";

export type RequestId = number;

export interface Asked {
  readonly installationId: InstallationId;
  readonly kind: string;
  readonly body: string;
}

/** The owner of an installation. A later one has a higher token. */
export interface Owner {
  readonly installationId: InstallationId;
  readonly token: number;
}

export interface TakenRequest {
  readonly id: RequestId;
  readonly kind: string;
  readonly body: string;
}

/** The state of a request when it was withdrawn. */
export type WithdrawnState =
  | { readonly type: "answered"; readonly answer: string }
  /** An owner has started it and may still finish it. */
  | { readonly type: "begun" }
  /** No owner will start it. `isBusy`: workers run, but none had room for the installation. */
  | { readonly type: "not begun"; readonly isBusy: boolean };

export interface Requests {
  /** Stores requests and wakes the owners, who may start them within `waitMs`. Resolves to the ids, in order. */
  readonly ask: (asked: readonly Asked[], waitMs: Millis) => Promise<readonly RequestId[]>;
  readonly answersTo: (ids: readonly RequestId[]) => Promise<ReadonlyMap<RequestId, string>>;
  /**
   * Gives a later owner another `waitMs` to start the request if this one ends. Resolves to false and changes nothing if
   * there was no heartbeat for `ownerTimeoutMs`.
   */
  readonly extend: (id: RequestId, ownerTimeoutMs: Millis, waitMs: Millis) => Promise<boolean>;
  /**
   * Gives the owner another `waitMs` to start a request that has not been started. Resolves to false and changes nothing
   * unless workers are busy with others: one of `among` was started, had a heartbeat or was answered in the last
   * `ownerTimeoutMs`, or a worker runs and the request is not older than `capacityWaitMs`.
   */
  readonly extendWhileBusy: (
    id: RequestId,
    among: readonly RequestId[],
    times: { readonly ownerTimeoutMs: Millis; readonly capacityWaitMs: Millis; readonly waitMs: Millis },
  ) => Promise<boolean>;
  readonly withdraw: (id: RequestId) => Promise<WithdrawnState>;
  /** Marks requests as started, the oldest first, including those that an earlier owner started and did not answer. */
  readonly take: (owner: Owner, limit: number) => Promise<readonly TakenRequest[]>;
  /** Writes a heartbeat for each of these requests, which are in progress. */
  readonly saveHeartbeats: (owner: Owner, ids: readonly RequestId[]) => Promise<void>;
  /** Stores the answer, unless another owner has started the request since. */
  readonly answer: (owner: Owner, id: RequestId, answer: string) => Promise<void>;
  /**
   * Deletes up to `limit` requests that were answered `ageMs` ago, or could last be started then without being answered.
   * Resolves to their number.
   */
  readonly prune: (ageMs: Millis, limit: number) => Promise<number>;
}
