/**
 * Admits deliveries that never reached us, from GitHub's own log. Compares GUIDs with the inbox: a delivery
 * that we acknowledged and lost counts as delivered in that log.
 */
import type { Clock, Millis } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import { gapRow } from "../ledger.ts";
import type { Pace } from "../pace.ts";
import type { Inbox } from "../ports/inbox.ts";
import type { Index } from "../ports/issue-index.ts";
import type { Tracker } from "../ports/tracker.ts";

/** GitHub's delivery log and its redelivery reach back three days. */
const logReachMs = 3 * 24 * 60 * 60_000;
/** How much later than a delivery its row may be there, and how far a clock may be off. */
const lateRowsMs = 3 * 60_000;
/** Deliveries fetched in one sweep; the next sweep continues. */
const perRound = 500;

export interface MissedDeliveries {
  /**
   * Makes the next `read` go back as far as the log reaches. Resolves to whether we received nothing for even
   * longer, which is noted in the log and the ledger.
   */
  readonly start: () => Promise<boolean>;
  /** Admits what is in the log and not in the inbox, oldest first, from where it ended the last time. */
  readonly read: () => Promise<void>;
  /** Whether the last reading is as long ago as the last sweep of a busy installation. */
  readonly isDue: () => boolean;
  readonly dueAt: () => Millis;
  /** Up to when everything was compared, by GitHub's clock; undefined if never. */
  readonly comparedUntil: () => Millis | undefined;
}

/** For a process that leaves the log, which is the App's, to another. */
export const noMissedDeliveries: MissedDeliveries = {
  start: async () => false,
  read: async () => {},
  isDue: () => false,
  dueAt: () => Number.POSITIVE_INFINITY,
  comparedUntil: () => undefined,
};

interface Needs {
  readonly inbox: Pick<Inbox, "missing" | "admit" | "newestReceivedAt">;
  readonly index: Pick<Index, "note">;
  readonly tracker: Pick<Tracker, "aheadMs" | "deliveredSince" | "deliveryFromLog">;
  readonly pace: Pick<Pace, "logOverlapMs" | "sweepEveryMs">;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Up to when an earlier process has compared everything. */
  readonly compared?: Millis | undefined;
}

export function createMissedDeliveries(needs: Needs): MissedDeliveries {
  const { inbox, index, tracker, pace, clock, logger, compared } = needs;
  /** Where the next reading has to begin if the last one failed or was not finished. */
  let unreadSince = compared === undefined ? undefined : compared - lateRowsMs;
  /** Up to when everything was compared, by GitHub's clock. */
  let comparedUntil = compared ?? Number.NEGATIVE_INFINITY;
  let readAt: Millis = -Infinity;

  async function admitMissing(
    since: Millis,
  ): Promise<{ readonly admitted: number; readonly isFinished: boolean }> {
    const logged = await tracker.deliveredSince(since);
    const missing = new Set(await inbox.missing(logged.map(({ guid }) => guid)));
    const wanted = logged.filter(({ guid }) => missing.has(guid)).toReversed();
    let admitted = 0;
    for (const { logId } of wanted.slice(0, perRound)) {
      const delivery = await tracker.deliveryFromLog(logId);
      if (delivery !== undefined && (await inbox.admit(delivery)) === "new") admitted++;
    }
    return { admitted, isFinished: wanted.length <= perRound };
  }

  async function noteGap(): Promise<boolean> {
    const heardAt = await inbox.newestReceivedAt();
    const now = clock.now();
    if (heardAt === undefined || now - heardAt <= logReachMs) return false;
    const days = Math.floor((now - heardAt) / (24 * 60 * 60_000));
    const because = `No delivery came for ${days} days, and GitHub keeps them for 3.`;
    logger.warn({ days }, "deliveries are permanently lost; everything is read again");
    await index.note([gapRow(now, because)]);
    return true;
  }

  return {
    start: async () => {
      const hasGap = await noteGap();
      if ((await inbox.newestReceivedAt()) !== undefined) unreadSince = clock.now() - logReachMs;
      return hasGap;
    },
    isDue: () => clock.now() - readAt >= pace.sweepEveryMs,
    dueAt: () => readAt + pace.sweepEveryMs,
    comparedUntil: () => (Number.isFinite(comparedUntil) ? comparedUntil : undefined),
    read: async () => {
      readAt = clock.now();
      const heardAt = await inbox.newestReceivedAt();
      // If nothing was ever received there is nothing to compare: the first refresh of everything is enough.
      if (heardAt === undefined) return;
      const began = readAt - tracker.aheadMs();
      unreadSince ??= Math.max(heardAt - pace.logOverlapMs, comparedUntil - lateRowsMs);
      const { admitted, isFinished } = await admitMissing(unreadSince);
      if (isFinished) unreadSince = undefined;
      if (isFinished) comparedUntil = began;
      if (admitted > 0) logger.warn({ admitted }, "lost deliveries were fetched from GitHub's log");
    },
  };
}
