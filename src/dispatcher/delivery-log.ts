/**
 * Deliveries that never reached us, from GitHub's own log. A newcomer would ask GitHub which failed: one that we
 * acknowledged and lost counts as delivered there, so its GUIDs are compared with our inbox.
 */
import type { Millis } from "../base/clock.ts";
import { gapRow } from "./ledger.ts";
import type { Parts } from "./parts.ts";

/** GitHub delivers again, and shows in its log, what is at most three days old. */
export const logReachMs = 3 * 24 * 60 * 60_000;
/** Deliveries fetched in one round; the next round goes on. */
const perRound = 500;

type Needs = Pick<Parts, "inbox" | "index" | "tracker" | "clock" | "logger">;

/** Admits what the log has and the inbox has not, oldest first. */
export async function admitMissing(
  { inbox, tracker }: Needs,
  since: Millis,
): Promise<{ readonly admitted: number; readonly isFinished: boolean }> {
  const logged = await tracker.deliveredSince(since);
  const missing = new Set(inbox.missing(logged.map(({ guid }) => guid)));
  const wanted = logged.filter(({ guid }) => missing.has(guid)).toReversed();
  let admitted = 0;
  for (const { logId } of wanted.slice(0, perRound)) {
    const delivery = await tracker.deliveryFromLog(logId);
    if (delivery !== undefined && (await inbox.admit(delivery)) === "new") admitted++;
  }
  return { admitted, isFinished: wanted.length <= perRound };
}

/** Whether we were deaf for longer than the log reaches; said in the log and the ledger. */
export async function noteGap({ inbox, index, clock, logger }: Needs): Promise<boolean> {
  const heardAt = inbox.newestReceivedAt();
  const now = clock.now();
  if (heardAt === undefined || now - heardAt <= logReachMs) return false;
  const days = Math.floor((now - heardAt) / (24 * 60 * 60_000));
  const because = `No delivery came for ${days} days, and GitHub keeps them for 3.`;
  logger.warn({ days }, "deliveries are lost for good; everything is read again");
  await index.note([gapRow(now, because)]);
  return true;
}
