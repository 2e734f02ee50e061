/**
 * What processes that serve no installation ask of the one that serves it, and its answers. Bodies and answers are text
 * here: the processes may be of different releases, so both sides check what they read.
 */
import type { Millis } from "../../base/clock.ts";
import type { InstallationId } from "../../engine/model/fact.ts";

export type RequestId = number;

export interface Asked {
  readonly installationId: InstallationId;
  readonly kind: string;
  readonly body: string;
}

/** Who serves an installation: a later one has a higher token. */
export interface Owner {
  readonly installationId: InstallationId;
  readonly token: number;
}

export interface TakenRequest {
  readonly id: RequestId;
  readonly kind: string;
  readonly body: string;
}

/** How a request that was withdrawn stood. */
export type LastWord =
  | { readonly type: "answered"; readonly answer: string }
  /** An owner has begun it, and may still carry it out. */
  | { readonly type: "begun" }
  /** It is not begun any more. */
  | { readonly type: "not begun" };

export interface Requests {
  /** Stores them, and wakes the owners. Each may be begun within `waitMs`. Resolves to their ids, in order. */
  readonly ask: (asked: readonly Asked[], waitMs: Millis) => Promise<readonly RequestId[]>;
  readonly answersTo: (ids: readonly RequestId[]) => Promise<ReadonlyMap<RequestId, string>>;
  /**
   * Lets another owner begin it within `waitMs` if this one ends. Resolves to false, and changes nothing, if nobody has
   * said for `silentMs` that it is being worked on.
   */
  readonly extend: (id: RequestId, silentMs: Millis, waitMs: Millis) => Promise<boolean>;
  /**
   * Lets a request that nobody has begun be begun within `waitMs`. Resolves to false, and changes nothing, unless one of
   * `among` was begun, worked on or answered in the last `silentMs`: then the workers are busy with others.
   */
  readonly waitTurn: (
    id: RequestId,
    among: readonly RequestId[],
    silentMs: Millis,
    waitMs: Millis,
  ) => Promise<boolean>;
  readonly withdraw: (id: RequestId) => Promise<LastWord>;
  /** Begins what is asked of the owner, the oldest first, also what an earlier owner had begun and did not answer. */
  readonly take: (owner: Owner, limit: number) => Promise<readonly TakenRequest[]>;
  /** Says that they are being worked on. */
  readonly working: (owner: Owner, ids: readonly RequestId[]) => Promise<void>;
  /** Kept unless another owner has begun it. */
  readonly answer: (owner: Owner, id: RequestId, answer: string) => Promise<void>;
  /** Deletes up to `limit` that were asked `ageMs` ago or earlier and may not be begun any more. Resolves to how many. */
  readonly prune: (ageMs: Millis, limit: number) => Promise<number>;
}
