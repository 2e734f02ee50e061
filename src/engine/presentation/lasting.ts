/**
 * The part of a memory that a look from nothing would not find again. A newcomer would write all of it down at once; a
 * first status comment notifies people, so that it is written for this part alone.
 */
import { declaredEnds, nativeEnds } from "../blocking/declared-ends.ts";
import { taskStanding } from "../blocking/task-status.ts";
import { hintKey } from "../fold/remarks.ts";
import { visibilityMs } from "../fold/seen-record.ts";
import { isTold } from "../messages/wakes.ts";
import type { NodeId } from "../model/fact.ts";
import { parseNoticeId } from "../model/keys/notice-id.ts";
import type { Memory } from "../model/memory.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import type { View } from "../model/view.ts";
import { freeingOf } from "../notices/freeing.ts";

export function lastingMemory(view: View, record: IssueRecord): Memory {
  const { memory, seen } = record;
  return {
    ...memory,
    edges: memory.edges.filter(isUntold(view, record)),
    heldBy: isHolderForgotten(view, record) ? memory.heldBy : [],
    // A wake that stands says itself that it was given; one that somebody deleted does not.
    woken: memory.woken.filter((name) => !isTold(seen.own, parseNoticeId(name))),
    unsaid: [],
    // A hint that stands says itself that it was given.
    hinted: seen.own.some(({ key }) => key === hintKey) ? undefined : memory.hinted,
  };
}

/**
 * An edge that a text names and that stands is adopted again by whoever looks. One that somebody removed would be made
 * again, and one that the text names no more would count as a person's.
 */
function isUntold(view: View, record: IssueRecord): (id: NodeId) => boolean {
  const declared = new Set(declaredEnds(view, record));
  const native = nativeEnds(view, record);
  const isOnItsWay = (id: NodeId): boolean => record.readAt - (record.edgeMadeAt[id] ?? 0) < visibilityMs;
  return (id) => !declared.has(id) || !(native.has(id) || isOnItsWay(id));
}

/** While a task is held, GitHub shows by what; when it settled, GitHub shows that too. A removed edge leaves no trace. */
function isHolderForgotten(view: View, record: IssueRecord): boolean {
  if (record.reading.kind !== "task" || record.seen.standing.state === "closed") return false;
  const { blockers, inTheWay } = taskStanding(view, record);
  return inTheWay.length === 0 && freeingOf(record, blockers)?.type === "removed";
}
