/**
 * Requeues work that could not be done now. An outage costs a delivery no attempt; only its own failures
 * count towards the dead letters.
 */
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { Failures } from "../failure/backoff.ts";
import type { RetryDecision } from "../failure/handle-failure.ts";
import { deadLetterRow } from "../ledger.ts";
import type { Pace } from "../pace.ts";
import type { Delivery, Inbox } from "../ports/inbox.ts";
import type { Index } from "../ports/issue-index.ts";
import { nothingSettled } from "../repository/changes.ts";
import type { Translated, WorkBatch } from "./work-batch.ts";

export interface Requeue {
  readonly batch: (batch: WorkBatch, trouble: RetryDecision) => Promise<void>;
  /** Requeues deliveries whose processing could not even begin, each with its own delay. */
  readonly poison: (poison: Translated["poison"]) => Promise<void>;
}

interface Needs {
  readonly inbox: Pick<Inbox, "postpone">;
  readonly index: Pick<Index, "commit" | "note">;
  readonly clock: Clock;
  readonly pace: Pick<Pace, "maxAttempts">;
  readonly logger: Logger;
  /** Failures in a row, by delivery. */
  readonly counts: Failures;
}

export function createRequeue({ inbox, index, clock, pace, logger, counts }: Needs): Requeue {
  async function postpone(deliveries: readonly Delivery[], trouble: RetryDecision): Promise<void> {
    if (deliveries.length === 0) return;
    const guids = deliveries.map(({ guid }) => guid);
    const maxAttempts = trouble.type === "outage" ? undefined : pace.maxAttempts;
    const dead = new Set(await inbox.postpone(guids, trouble.retryAt, trouble.message, maxAttempts));
    if (dead.size === 0) return;
    for (const guid of dead)
      logger.error({ delivery: guid, message: trouble.message }, "a delivery became a dead letter");
    const letters = deliveries.filter(({ guid }) => dead.has(guid));
    await index.note(letters.map((delivery) => deadLetterRow(clock.now(), delivery, trouble.message)));
  }

  return {
    batch: async ({ deliveries, refreshes, page }, trouble) => {
      const dueAt = trouble.retryAt;
      await postpone(deliveries, trouble);
      const queued = [...refreshes, ...(page === undefined ? [] : [page])];
      if (queued.length === 0) return;
      await index.commit({
        ...nothingSettled,
        refreshed: queued.map(({ id }) => id),
        refreshes: refreshes.map(({ id: _, ...request }) => ({ ...request, dueAt })),
        page: page && { repositoryId: page.repositoryId, after: page.after, dueAt },
      });
    },
    poison: async (poison) => {
      for (const { delivery, error } of poison) {
        const retryAt = clock.now() + counts.again(delivery.guid);
        await postpone([delivery], { type: "defect", retryAt, message: error });
      }
    },
  };
}
