/**
 * How the freeings of a task are called, so that nobody is woken twice for one: by what settled last, or, where an edge was
 * removed and nothing settled, by a count. A newcomer would name them by our clock: then a rebuild wakes everybody again.
 */
import type { Millis } from "../../base/clock.ts";
import { type Blocker, isInTheWay } from "../blocking/blockers.ts";
import { isTold } from "../messages/wakes.ts";
import type { NodeId } from "../model/fact.ts";
import { type NoticeId, parseNoticeId } from "../model/keys/notice-id.ts";
import type { IssueRecord } from "../model/snapshot.ts";

/** How many removals freed a task, by the freeings that somebody was woken for. */
export function removalsAmong(woken: readonly string[]): number {
  const counts = woken.map(parseNoticeId).map((id) => (id.type === "removed" ? id.count + 1 : 0));
  return Math.max(0, ...counts);
}

/** Names the freeing that a task stands in now, so that nobody is woken twice for it; undefined if it was never held. */
export function freeingOf(task: IssueRecord, blockers: readonly Blocker[]): NoticeId | undefined {
  const over = blockers.filter((blocker) => hasHeld(task, blocker) && blocker.closedAt !== undefined);
  const { heldBy, unlinked } = task.memory;
  const wasHeld = heldBy.length > 0;
  if (wasHeld && !over.some((blocker) => heldBy.includes(blocker.id ?? blocker.name)))
    return { type: "removed", count: unlinked };
  const last = over.map(endOf).reduce<End | undefined>(laterOf, undefined);
  return last && noticeOf(last);
}

/** What came to an end and nobody was told of: what ended before the last freeing was told of with that. */
export function untoldEnds(task: IssueRecord, blockers: readonly Blocker[]): readonly Blocker[] {
  const { memory, seen } = task;
  const told = memory.woken.flatMap(endIn).reduce<End | undefined>(laterOf, undefined);
  return blockers.filter((blocker) => {
    const end = endOf(blocker);
    return hasHeld(task, blocker) && isLater(end, told) && !isTold(seen.own, noticeOf(end));
  });
}

/**
 * Whether a blocker that is over was in the way once: what was done before the task was there held nobody, and frees
 * nobody. A question may have been answered long after it was closed.
 */
function hasHeld({ seen, memory }: IssueRecord, { id, verdict, closedAt = 0, decision }: Blocker): boolean {
  if (isInTheWay(verdict)) return false;
  return closedAt >= seen.createdAt || decision !== undefined || memory.heldBy.includes(id ?? "");
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

/** None for a freeing by a removed edge, and for a changed decision. */
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
