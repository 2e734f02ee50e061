/**
 * How long finished work is kept: a delivery's GUID as long as GitHub may send it again, and the ledger as
 * long as its reasons may be needed.
 */
import type { Clock } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import type { Logger } from "../../base/logger.ts";
import type { Store } from "../../store/store.ts";

export interface Retention {
  /**
   * Retention of a processed delivery's GUID and hash (its payload is deleted immediately), of an order, of an
   * agent's session after it was last heard from, and of a note that no longer applies.
   */
  readonly deliveriesMs: number;
  /** Retention of a ledger row. */
  readonly ledgerMs: number;
  /** Retention of a repository's data after it was removed from the installation. */
  readonly removedMs: number;
}

const dayMs = 24 * 60 * 60_000;
/** GitHub can redeliver for three days; a month leaves people time to do so. */
export const defaultRetention: Retention = {
  deliveriesMs: 30 * dayMs,
  ledgerMs: 365 * dayMs,
  removedMs: 30 * dayMs,
};
const everyMs = 6 * 60 * 60_000;
/**
 * A repository may have been added again while no server ran, or after the backup that the index was restored from. By then
 * the lists of repositories have been read.
 */
const listedMs = 10 * 60_000;

export interface RetentionParts {
  readonly store: Pick<
    Store,
    "prune" | "pruneOrders" | "pruneSessions" | "pruneNotes" | "pruneGrants" | "pruneLedger" | "pruneRemoved"
  >;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Deletes expired rows at the start, data of removed repositories ten minutes later, and both again every six hours, until
 * `signal` aborts. Never rejects.
 */
export async function forgetOld(
  parts: RetentionParts,
  retention: Retention,
  signal: AbortSignal,
): Promise<void> {
  await Promise.all([
    repeat(parts, () => forgetRows(parts, retention, signal), signal),
    parts.clock
      .sleep(listedMs, signal)
      .then(() => repeat(parts, () => forgetRemoved(parts, retention, signal), signal)),
  ]);
}

async function repeat(
  { clock, logger }: Pick<RetentionParts, "clock" | "logger">,
  forget: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await forget();
    } catch (thrown) {
      logger.warn({ error: messageOf(thrown) }, "could not delete expired data, will retry", thrown);
    }
    await clock.sleep(everyMs, signal);
  }
}

async function forgetRows(
  { store, clock, logger }: RetentionParts,
  { deliveriesMs, ledgerMs }: Retention,
  signal: AbortSignal,
): Promise<void> {
  const deliveries = await store.prune(clock.now() - deliveriesMs, signal);
  const orders = await store.pruneOrders(clock.now() - deliveriesMs, signal);
  const sessions = await store.pruneSessions(clock.now() - deliveriesMs, signal);
  const notes = await store.pruneNotes(clock.now() - deliveriesMs, signal);
  const grants = await store.pruneGrants(clock.now(), signal);
  const ledger = await store.pruneLedger(clock.now() - ledgerMs, signal);
  if (deliveries + orders + sessions + notes + grants + ledger > 0)
    logger.info({ deliveries, orders, sessions, notes, grants, ledger }, "expired data deleted");
}

async function forgetRemoved(
  { store, clock, logger }: RetentionParts,
  { removedMs }: Retention,
  signal: AbortSignal,
): Promise<void> {
  for (const { name: repository, issues } of await store.pruneRemoved(clock.now() - removedMs, signal))
    logger.info({ repository, issues }, "data of a removed repository deleted");
}
