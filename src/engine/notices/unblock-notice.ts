/**
 * Builds a task's next unblock notice and its recipients. Whether there is a recipient is checked separately.
 */
import { toIsoSeconds } from "../../base/clock.ts";
import type { Blocker } from "../blocking/blockers.ts";
import { taskStanding } from "../blocking/task-status.ts";
import type { Actor } from "../model/fact.ts";
import { formatNoticeId, type NoticeId } from "../model/keys/notice-id.ts";
import { askersOf, assigneesOf } from "../model/people.ts";
import type { Situation } from "../model/rule.ts";
import { changedDecisions } from "./changed-decisions.ts";
import { freeingOf, untoldEnds } from "./freeing.ts";

export interface UnblockNotice {
  readonly id: NoticeId;
  /** Whether a decision changed after an earlier notice. */
  readonly isChange: boolean;
  /** The blockers that ended, or whose decision changed, and that were not announced yet. */
  readonly ended: readonly Blocker[];
  readonly because: string;
  /** The assignees; for a task without any, the askers of what blocked it. */
  readonly people: readonly Actor[];
}

/** Undefined while the task is blocked, and if the notice was sent or had no recipient. */
export function unblockNotice(situation: Situation): UnblockNotice | undefined {
  const notice = noticeFor(situation);
  if (notice === undefined) return undefined;
  const assignees = assigneesOf(situation);
  const isAssigned = situation.record.seen.assignees.length > 0;
  const { heldBy } = situation.record.memory;
  const ids = [
    ...notice.ended.flatMap(({ id }) => id ?? []),
    ...(notice.id.type === "removed" ? heldBy : []),
  ];
  return { ...notice, people: isAssigned ? assignees : askersOf(situation, ids) };
}

function noticeFor({ view, record }: Situation): Omit<UnblockNotice, "people"> | undefined {
  const { inTheWay, blockers } = taskStanding(view, record);
  const freeing = freeingOf(record, blockers);
  const over = [...record.memory.woken, ...record.memory.unsaid];
  if (inTheWay.length > 0 || freeing === undefined) return undefined;
  if (!over.includes(formatNoticeId(freeing))) {
    const ended = untoldEnds(record, blockers);
    const how = freeing.type === "removed" ? "an edge was removed" : whenSettled(blockers);
    const because = `Nothing blocks it any more (${how}).`;
    return { id: freeing, isChange: false, ended, because };
  }
  const changed = changedDecisions(view, blockers).find(({ id }) => !over.includes(formatNoticeId(id)));
  if (changed === undefined) return undefined;
  const { id, blocker } = changed;
  const because = `A person changed the decision of ${blocker.name} after somebody was woken with another.`;
  return { id, isChange: true, ended: [blocker], because };
}

function whenSettled(blockers: readonly Blocker[]): string {
  const closed = blockers.flatMap(({ closedAt }) => closedAt ?? []);
  return closed.length === 0 ? "settled" : `last settled at ${toIsoSeconds(Math.max(...closed))}`;
}
