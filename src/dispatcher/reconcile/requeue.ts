/**
 * Requeues work that could not be done now. An outage costs a delivery no attempt; only failures of its own
 * count towards the dead letters.
 */

import type { Failures } from "../failure/backoff.ts";
import type { RetryDecision } from "../failure/handle-failure.ts";
import { deadLetterRow } from "../ledger.ts";
import type { Parts } from "../parts.ts";
import type { Delivery } from "../ports/inbox.ts";
import { nothingSettled } from "../repository/changes.ts";
import type { Translated, WorkBatch } from "./work-batch.ts";

type Needs = Pick<Parts, "inbox" | "index" | "clock" | "pace" | "logger">;

export async function requeue(parts: Needs, batch: WorkBatch, trouble: RetryDecision): Promise<void> {
  const { deliveries, refreshes, page } = batch;
  const dueAt = trouble.retryAt;
  await postpone(parts, deliveries, trouble);
  const queued = [...refreshes, ...(page === undefined ? [] : [page])];
  if (queued.length === 0) return;
  await parts.index.commit({
    ...nothingSettled,
    refreshed: queued.map(({ id }) => id),
    refreshes: refreshes.map(({ id: _, ...request }) => ({ ...request, dueAt })),
    page: page && { repositoryId: page.repositoryId, after: page.after, dueAt },
  });
}

/** Requeues deliveries whose processing could not even begin, each with its own delay. */
export async function giveBackPoison(
  parts: Needs,
  poison: Translated["poison"],
  failures: Failures,
): Promise<void> {
  for (const { delivery, error } of poison) {
    const retryAt = parts.clock.now() + failures.again(delivery.guid);
    await postpone(parts, [delivery], { type: "defect", retryAt, message: error });
  }
}

async function postpone(
  parts: Needs,
  deliveries: readonly Delivery[],
  trouble: RetryDecision,
): Promise<void> {
  if (deliveries.length === 0) return;
  const { inbox, index, clock, pace, logger } = parts;
  const guids = deliveries.map(({ guid }) => guid);
  const maxAttempts = trouble.type === "outage" ? undefined : pace.maxAttempts;
  const dead = new Set(await inbox.postpone(guids, trouble.retryAt, trouble.message, maxAttempts));
  if (dead.size === 0) return;
  for (const guid of dead)
    logger.error({ delivery: guid, message: trouble.message }, "a delivery became a dead letter");
  const letters = deliveries.filter(({ guid }) => dead.has(guid));
  await index.note(letters.map((delivery) => deadLetterRow(clock.now(), delivery, trouble.message)));
}
