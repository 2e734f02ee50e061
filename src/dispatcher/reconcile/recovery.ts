/**
 * What becomes of work whose pass failed, and of work that arrives while its repository waits: after an
 * outage new arrivals wait with the rest instead of failing one by one.
 */
import type { Millis } from "../../base/clock.ts";
import type { InstallationId, RepositoryId } from "../../engine/model/fact.ts";
import type { Failures } from "../failure/backoff.ts";
import type { FailureHandler } from "../failure/handle-failure.ts";
import type { InstallationBackoff } from "../failure/installation-backoff.ts";
import type { Listings } from "../repository/listings.ts";
import type { BatchSize } from "./batch-size.ts";
import type { Requeue } from "./requeue.ts";
import type { Taken } from "./take-work.ts";
import type { WorkBatch } from "./work-batch.ts";

export interface Recovery {
  /** Requeues the work if its repository has to wait. Resolves to whether it has to. */
  readonly putOff: (taken: Taken) => Promise<boolean>;
  readonly succeeded: (repositoryId: RepositoryId) => void;
  /** @param left what is left of the work */
  readonly failed: (taken: Taken, left: WorkBatch, thrown: unknown) => Promise<void>;
}

interface Needs {
  readonly waits: Waits;
  readonly portions: BatchSize;
  /** Failures in a row, by repository. */
  readonly counts: Failures;
  readonly failures: Pick<FailureHandler, "handle">;
  readonly requeue: Pick<Requeue, "batch">;
  /**
   * Lists our repositories; never rejects. The installation may have lost access to one: then its work ends
   * instead of being retried forever.
   */
  readonly tryRefresh: () => Promise<unknown>;
}

export function createRecovery(needs: Needs): Recovery {
  const { waits, portions, counts, failures, requeue, tryRefresh } = needs;
  return {
    putOff: async ({ batch, installationId, at }) => {
      const retryAt = waits.until(batch.repositoryId, installationId, at);
      if (retryAt === undefined) return false;
      const message = "GitHub asked this installation to wait";
      await requeue.batch(batch, { type: "outage", retryAt, message });
      return true;
    },
    succeeded: (repositoryId) => {
      counts.forget(repositoryId);
      waits.end(repositoryId);
      portions.widen(repositoryId);
    },
    failed: async ({ installationId, pieces }, left, thrown) => {
      const { repositoryId } = left;
      const backoffMs = counts.again(repositoryId);
      const trouble = failures.handle(thrown, { installationId, doing: `cycle ${repositoryId}`, backoffMs });
      if (trouble.type === "defect" && pieces > 1) return portions.narrow(repositoryId);
      if (trouble.type === "outage") waits.begin(repositoryId, trouble.retryAt);
      if (trouble.type === "refusal") await tryRefresh();
      await requeue.batch(left, trouble);
    },
  };
}

/** Repositories that wait. Changes made while they wait may be missed, so their next pass lists them. */
interface Waits {
  /** Until when a repository waits; undefined if it does not. */
  readonly until: (
    repositoryId: RepositoryId,
    installationId: InstallationId | undefined,
    now: Millis,
  ) => Millis | undefined;
  readonly begin: (repositoryId: RepositoryId, until: Millis) => void;
  readonly end: (repositoryId: RepositoryId) => void;
}

export function createWaits(
  backoff: Pick<InstallationBackoff, "until">,
  listings: Pick<Listings, "suspect">,
): Waits {
  const waiting = new Map<RepositoryId, Millis>();
  return {
    until: (repositoryId, installationId, now) => {
      const backedOff = installationId === undefined ? undefined : backoff.until(installationId, now);
      const until = Math.max(waiting.get(repositoryId) ?? 0, backedOff ?? 0);
      if (until <= now) return undefined;
      listings.suspect(repositoryId);
      return until;
    },
    begin: (repositoryId, until) => {
      waiting.set(repositoryId, until);
      listings.suspect(repositoryId);
    },
    end: (repositoryId) => {
      waiting.delete(repositoryId);
    },
  };
}
