/** Takes what is due for a repository, and notes what the index was like when it did. */
import type { Clock, Millis } from "../../base/clock.ts";
import type { InstallationId, RepositoryId } from "../../engine/model/fact.ts";
import type { TakeDue } from "../orders/take.ts";
import type { Pace } from "../pace.ts";
import type { Index } from "../ports/issue-index.ts";
import type { Listings } from "../repository/listings.ts";
import type { BatchSize } from "./batch-size.ts";
import { sizeOf, type WorkBatch } from "./work-batch.ts";

/** How a pass may read what changed. */
export interface PassReading {
  /** False while the item that makes a pass fail is looked for. */
  readonly mayReadChanges: boolean;
  /**
   * How many lists of changes had ended when the pass took its work, and where the next one began: what a
   * later list requested is not part of the pass, so the pass may not rely on it.
   */
  readonly listsEnded: number;
  readonly cursor: Millis | undefined;
}

export interface Taken {
  readonly batch: WorkBatch;
  readonly reading: PassReading;
  /** How many items were taken. */
  readonly pieces: number;
  readonly installationId: InstallationId | undefined;
  readonly at: Millis;
}

/** Resolves to undefined if nothing is due. */
export type TakeWork = (repositoryId: RepositoryId) => Promise<Taken | undefined>;

interface Needs {
  readonly takeDue: TakeDue;
  readonly index: Pick<Index, "cursor" | "repository">;
  readonly listings: Pick<Listings, "ended">;
  readonly portions: Pick<BatchSize, "of">;
  readonly pace: Pick<Pace, "deliveriesPerCycle" | "refreshesPerCycle">;
  readonly clock: Clock;
}

export function createIntake({ takeDue, index, listings, portions, pace, clock }: Needs): TakeWork {
  return async (repositoryId) => {
    const at = clock.now();
    const inAll = portions.of(repositoryId);
    const listsEnded = listings.ended();
    const cursor = index.cursor(repositoryId);
    const portion = { deliveries: pace.deliveriesPerCycle, refreshes: pace.refreshesPerCycle, inAll };
    const batch = { repositoryId, ...(await takeDue(repositoryId, at, portion)) };
    const pieces = sizeOf(batch) + (batch.page === undefined ? 0 : 1);
    if (pieces === 0) return undefined;
    const installationId = index.repository(repositoryId)?.installationId;
    return { batch, reading: { mayReadChanges: inAll > 1, listsEnded, cursor }, pieces, installationId, at };
  };
}
