/** Computes when a tenure has something to do next, according to its store and its sweeper. */
import type { Millis } from "../../base/clock.ts";
import type { ServedInstallation } from "./begin-tenure.ts";

/** The delay before work that is due but failed is tried again. */
const retryDelayMs = 5_000;

/** `Infinity` if only a wake-up can bring more work. */
export async function nextDueAt(
  { installationId, store, processors }: ServedInstallation,
  now: Millis,
): Promise<Millis> {
  const { sweeper, dispatch } = processors;
  const [inbox, orders, effects] = await Promise.all([
    store.inbox.nextDueAt(),
    store.orders.nextDueAt(now),
    store.outbox.nextDueAt(),
  ]);
  const heldUntil = dispatch.repositories.backoff.until(installationId, now) ?? now;
  const sent = effects === undefined ? Number.POSITIVE_INFINITY : Math.max(effects, heldUntil);
  const decided = inbox ?? Number.POSITIVE_INFINITY;
  const ordered = orders ?? Number.POSITIVE_INFINITY;
  const next = Math.min(decided, ordered, sent, sweeper.nextAt());
  return next <= now ? now + retryDelayMs : next;
}
