/** Requests to refresh an issue. A request says only which issue, never what changed. */
import type { Millis } from "../../base/clock.ts";
import type { NodeId, RepositoryId } from "../../engine/model/fact.ts";

/**
 * A request to refresh what we decided about an issue, usually by rereading it: the result of a delivery, a
 * sweep or a different repository's pass.
 */
export interface RefreshRequest {
  readonly repositoryId: RepositoryId;
  readonly target: { readonly id: NodeId } | { readonly number: number };
  readonly dueAt: Millis;
  readonly because: string;
  /**
   * Set if the index shows the latest, as after one of our writes: the issue is decided on from there, and
   * read only if the last read is older than a minute. A read that is no older than `dueAt` serves for an
   * hour.
   */
  readonly unlessFresh?: true;
  /**
   * Set if there is nothing to do while the task's holder gives signs of life on this machine: then the request
   * waits until it has been silent for long enough.
   */
  readonly unlessHeard?: true;
  /** Set if there is nothing to do once the issue is closed: where the index shows that, it is decided on from there. */
  readonly unlessClosed?: true;
  /**
   * Set if only what has no version may have changed: where GitHub shows that as the index does, the issue is decided on
   * from there.
   */
  readonly unlessUnchanged?: true;
  /**
   * Set for an issue of which the index does not have yet what GitHub shows of earlier decisions, such as who holds it.
   * While one such request waits, no files of the repository are given to anyone.
   */
  readonly adopts?: true;
}

/**
 * A refresh request as stored. Asking again for the same target, with the same flags, creates a
 * new `id` that keeps the earlier `dueAt`, so that completing the old request never drops the new one.
 */
export interface QueuedRefreshRequest extends RefreshRequest {
  readonly id: number;
}

/** A page of the list of all of a repository's issues, to be read when the repository is new to us. */
export interface PageRequest {
  readonly repositoryId: RepositoryId;
  /** Where the page before ended; undefined for the first. */
  readonly after: string | undefined;
  readonly dueAt: Millis;
}

export interface QueuedPageRequest extends PageRequest {
  /** Completed like a refresh request. */
  readonly id: number;
}
