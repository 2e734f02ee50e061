/** Requests to refresh an issue. A request says only which issue, never what changed. */
import type { Millis } from "../../base/clock.ts";
import type { NodeId, RepositoryId } from "../../engine/model/fact.ts";

/** A request to refresh what we decided about an issue, usually by reading it again: what a delivery, a sweep or another repository's pass leads to. */
export interface RefreshRequest {
  readonly repositoryId: RepositoryId;
  readonly target: { readonly id: NodeId } | { readonly number: number };
  readonly dueAt: Millis;
  readonly because: string;
  /**
   * Set if the index shows the latest, as after a write of ours: the issue is decided on from there, and read
   * only if the last read is older than a minute.
   */
  readonly unlessFresh?: true;
}

/**
 * A refresh request as stored. Asking again for the same target, with or without `unlessFresh`, creates a
 * new `id` that keeps the earlier `dueAt`, so that completing the old request never drops the new one.
 */
export interface QueuedRefreshRequest extends RefreshRequest {
  readonly id: number;
}
