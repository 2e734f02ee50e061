/**
 * Admits deliveries that never reached us, from GitHub's own log. Compares GUIDs with the inbox: a delivery
 * that we acknowledged and lost counts as delivered in that log.
 */
import type { Millis } from "../../base/clock.ts";
import { gapRow } from "../ledger.ts";
import type { Parts } from "../parts.ts";

/** GitHub's delivery log and its redelivery reach back three days. */
export const logReachMs = 3 * 24 * 60 * 60_000;
/** Deliveries fetched in one round; the next round continues. */
const perRound = 500;

type Needs = Pick<Parts, "inbox" | "index" | "tracker" | "clock" | "logger">;

/** Admits what is in the log and not in the inbox, oldest first. */
export async function admitMissing(
  { inbox, tracker }: Needs,
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

/** Whether we received nothing for longer than the log reaches; noted in the log and the ledger. */
export async function noteGap({ inbox, index, clock, logger }: Needs): Promise<boolean> {
  const heardAt = await inbox.newestReceivedAt();
  const now = clock.now();
  if (heardAt === undefined || now - heardAt <= logReachMs) return false;
  const days = Math.floor((now - heardAt) / (24 * 60 * 60_000));
  const because = `No delivery came for ${days} days, and GitHub keeps them for 3.`;
  logger.warn({ days }, "deliveries are permanently lost; everything is read again");
  await index.note([gapRow(now, because)]);
  return true;
}
