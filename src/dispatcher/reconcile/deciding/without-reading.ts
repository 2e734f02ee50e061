/** Commits for batches that are settled without reading or deciding anything. */
import type { Millis } from "../../../base/clock.ts";
import { droppedRow } from "../../ledger.ts";
import { nothingReady, refuseOrders } from "../../orders/answer.ts";
import type { PassCommit } from "../../ports/issue-index.ts";
import { nothingSettled } from "../../repository/changes.ts";
import type { ReadPlan, WorkBatch } from "../work-batch.ts";

/** The commit for a batch that reports only what the index shows. */
export function buildKnownCommit(
  { deliveries, refreshes, orders }: WorkBatch,
  { ledger }: ReadPlan,
): PassCommit {
  return {
    ...nothingSettled,
    settled: deliveries.map(({ guid }) => guid),
    refreshed: refreshes.map(({ id }) => id),
    ledger,
    orders: refuseOrders(orders, nothingReady),
  };
}

/** The commit for a batch that needs no reading: a delivery without a repository, or one that is not ours. */
export function buildUnservedCommit(batch: WorkBatch, plan: ReadPlan, now: Millis): PassCommit {
  const because = "No installation of ours covers this repository.";
  const strangers = batch.repositoryId === "" ? [] : batch.deliveries;
  return {
    ...buildKnownCommit(batch, plan),
    orders: refuseOrders(batch.orders, "the App no longer serves the repository"),
    ledger: [...plan.ledger, ...strangers.map((delivery) => droppedRow(now, delivery, because))],
  };
}
