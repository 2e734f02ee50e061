/**
 * What becomes of work whose pass failed, and of work that arrives while its repository waits: after an
 * outage new arrivals wait with the rest instead of failing one by one.
 */
import type { Clock, Millis } from "../../base/clock.ts";
import { beginWait, correctWait, endOfWait, type Wait } from "../../base/wait.ts";
import type { InstallationId, RepositoryId } from "../../engine/model/fact.ts";
import type { DispatcherPorts } from "../dispatcher-ports.ts";
import { FailureCounts } from "../failure/failure-counts.ts";
import type { FailureHandler } from "../failure/failure-handler.ts";
import type { InstallationBackoff } from "../failure/installation-backoff.ts";
import type { ProgressWatch } from "../progress-watch.ts";
import type { Listings } from "../repository/listings.ts";
import type { RepositoryList } from "../repository/repository-list.ts";
import type { BatchSize } from "./batch-size.ts";
import type { WorkBatch } from "./work-batch.ts";
import type { TakenWork, WorkQueue } from "./work-queue.ts";

export interface RecoveryParts {
  readonly queue: WorkQueue;
  readonly batchSize: BatchSize;
  readonly backoff: InstallationBackoff;
  readonly listings: Listings;
  readonly failures: FailureHandler;
  readonly repositoryList: RepositoryList;
  readonly progress: Pick<ProgressWatch, "noteDone" | "noteFailed">;
}

export class Recovery {
  readonly #parts: RecoveryParts;
  readonly #clock: Clock;
  /** Failures in a row, by repository. */
  readonly #counts: FailureCounts;
  /** Repositories that wait. Changes made meanwhile may be missed, so their next pass lists them. */
  readonly #waits = new Map<RepositoryId, Wait>();

  constructor({ pace, runtime }: DispatcherPorts, parts: RecoveryParts) {
    this.#parts = parts;
    this.#clock = runtime.clock;
    this.#counts = new FailureCounts(pace.failures, runtime.random);
  }

  /** Requeues the work if its repository has to wait. Resolves to whether it has to. */
  async requeueIfWaiting({ batch, installationId, at }: TakenWork): Promise<boolean> {
    const retryAt = this.#findWaitEnd(batch.repositoryId, installationId, at);
    if (retryAt === undefined) return false;
    this.#parts.progress.noteFailed();
    this.#parts.listings.suspect(batch.repositoryId);
    const message = "GitHub asked this installation to wait";
    await this.#parts.queue.putBack(batch, { type: "outage", retryAt, message });
    return true;
  }

  noteSuccess(repositoryId: RepositoryId): void {
    this.#parts.progress.noteDone();
    this.#counts.forget(repositoryId);
    this.#waits.delete(repositoryId);
    this.#parts.batchSize.widen(repositoryId);
  }

  /** @param left what is left of the work */
  async requeueFailed(
    { installationId, pieces }: TakenWork,
    left: WorkBatch,
    thrown: unknown,
  ): Promise<void> {
    const { queue, batchSize, failures, listings, repositoryList } = this.#parts;
    const { repositoryId } = left;
    this.#parts.progress.noteFailed();
    const backoffMs = this.#counts.countOne(repositoryId);
    const trouble = failures.handle(thrown, { installationId, doing: `cycle ${repositoryId}`, backoffMs });
    if (trouble.type === "defect" && pieces > 1) return batchSize.narrow(repositoryId);
    if (trouble.type === "outage") {
      this.#waits.set(repositoryId, beginWait(this.#clock.now(), trouble.retryAt));
      listings.suspect(repositoryId);
    }
    // The installation may have lost access to it: then its work ends instead of being retried forever.
    if (trouble.type === "refusal") await repositoryList.tryRefresh();
    await queue.putBack(left, trouble);
  }

  #findWaitEnd(
    repositoryId: RepositoryId,
    installationId: InstallationId | undefined,
    now: Millis,
  ): Millis | undefined {
    const { backoff } = this.#parts;
    const backedOff = installationId === undefined ? undefined : backoff.until(installationId, now);
    const own = this.#waits.get(repositoryId);
    if (own !== undefined) this.#waits.set(repositoryId, correctWait(own, now));
    const until = Math.max(own === undefined ? 0 : endOfWait(correctWait(own, now)), backedOff ?? 0);
    return until <= now ? undefined : until;
  }
}
