/**
 * Identifies the unblockings of a task, so that people are notified once for each: by the last blocker
 * resolved or, if a dependency was removed and nothing was resolved, by a count. Never use our clock: a
 * rebuild would notify everyone again.
 */
import type { Millis } from "../../base/clock.ts";
import { type Blocker, isUnresolved, keyOfBlocker } from "../blocking/blocker.ts";
import { isAnnounced } from "../messages/unblock-notices.ts";
import type { NodeId } from "../model/fact.ts";
import { type NoticeId, parseNoticeId } from "../model/keys/notice-id.ts";
import type { IssueRecord } from "../model/snapshot.ts";

/** How many dependency removals unblocked a task, by the unblockings that were announced. */
export function countRemovals(woken: readonly string[]): number {
  const counts = woken.map(parseNoticeId).map((id) => (id.type === "removed" ? id.count + 1 : 0));
  return Math.max(0, ...counts);
}

/** The id of the task's current unblocking; undefined if it was never blocked. */
export function currentUnblocking(task: IssueRecord, blockers: readonly Blocker[]): NoticeId | undefined {
  const over = blockers.filter((blocker) => hasBlocked(task, blocker) && blocker.closedAt !== undefined);
  const { heldBy, unlinked } = task.persisted;
  const wasHeld = heldBy.length > 0;
  if (wasHeld && !over.some((blocker) => heldBy.includes(keyOfBlocker(blocker))))
    return { type: "removed", count: unlinked };
  const last = over.map(endOf).reduce<End | undefined>(laterOf, undefined);
  return last && noticeOf(last);
}

/** The blockers that ended since the last announced unblocking: that notice covered the ones before. */
export function resolvedSinceLastNotice(task: IssueRecord, blockers: readonly Blocker[]): readonly Blocker[] {
  const { persisted, seen } = task;
  const lastAnnounced = persisted.woken.flatMap(endIn).reduce<End | undefined>(laterOf, undefined);
  return blockers.filter((blocker) => {
    const end = endOf(blocker);
    return hasBlocked(task, blocker) && isLater(end, lastAnnounced) && !isAnnounced(seen.own, noticeOf(end));
  });
}

/**
 * Whether a blocker that ended has blocked the task: one that was resolved before the task existed neither
 * blocked nor unblocks it. A question may have been answered long after it was closed.
 */
function hasBlocked(
  { seen, persisted }: IssueRecord,
  { id, verdict, closedAt = 0, decision }: Blocker,
): boolean {
  if (isUnresolved(verdict)) return false;
  return closedAt >= seen.createdAt || decision !== undefined || persisted.heldBy.includes(id ?? "");
}

/** When a blocker ended; of two in one second, the one of the greater id counts as later. */
interface End {
  readonly id: NodeId;
  readonly at: Millis;
}

function endOf({ id = "", closedAt = 0 }: Blocker): End {
  return { id, at: closedAt };
}

function noticeOf({ id, at }: End): NoticeId {
  return { type: "resolved", blockerId: id, at };
}

/** Empty for an unblocking by a removed dependency, and for a changed decision. */
function endIn(written: string): readonly End[] {
  const id = parseNoticeId(written);
  return id.type === "resolved" ? [{ id: id.blockerId, at: id.at }] : [];
}

function laterOf(latest: End | undefined, next: End): End {
  return latest === undefined || isLater(next, latest) ? next : latest;
}

function isLater(next: End, latest: End | undefined): boolean {
  if (latest === undefined) return true;
  return next.at > latest.at || (next.at === latest.at && next.id > latest.id);
}
