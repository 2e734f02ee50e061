/**
 * Builds a task's next unblock notice and its recipients. Whether there is a recipient is checked separately.
 */
import { toIsoSeconds } from "../../base/clock.ts";
import type { Blocker } from "../blocking/blocker.ts";
import { taskState } from "../blocking/task-state.ts";
import type { Actor } from "../model/fact.ts";
import { formatNoticeId, type NoticeId } from "../model/keys/notice-id.ts";
import { askersOf, assigneesOf } from "../model/people.ts";
import type { RuleInput } from "../model/rule.ts";
import { changedDecisions } from "./changed-decisions.ts";
import { currentUnblocking, resolvedSinceLastNotice } from "./unblocking.ts";

export interface UnblockNotice {
  readonly id: NoticeId;
  /** Whether a decision changed after an earlier notice. */
  readonly isChange: boolean;
  /** The blockers that ended, or whose decision changed, and that have not been announced yet. */
  readonly ended: readonly Blocker[];
  readonly because: string;
  /** The assignees; for a task without any, the askers of what blocked it. */
  readonly people: readonly Actor[];
}

/** Undefined while the task is blocked, and if the notice was sent or had no recipient. */
export function unblockNotice(input: RuleInput): UnblockNotice | undefined {
  const notice = noticeFor(input);
  if (notice === undefined) return undefined;
  const assignees = assigneesOf(input);
  const isAssigned = input.record.seen.assignees.length > 0;
  const { heldBy } = input.record.persisted;
  const ids = [
    ...notice.ended.flatMap(({ id }) => id ?? []),
    ...(notice.id.type === "removed" ? heldBy : []),
  ];
  return { ...notice, people: isAssigned ? assignees : askersOf(input, ids) };
}

function noticeFor({ view, record }: RuleInput): Omit<UnblockNotice, "people"> | undefined {
  const { unresolved, blockers } = taskState(view, record);
  const unblocking = currentUnblocking(record, blockers);
  const over = [...record.persisted.woken, ...record.persisted.unsaid];
  if (unresolved.length > 0 || unblocking === undefined) return undefined;
  if (!over.includes(formatNoticeId(unblocking))) {
    const ended = resolvedSinceLastNotice(record, blockers);
    const how = unblocking.type === "removed" ? "a dependency was removed" : whenSettled(blockers);
    const because = `Nothing blocks it any more (${how}).`;
    return { id: unblocking, isChange: false, ended, because };
  }
  const changed = changedDecisions(view, blockers).find(({ id }) => !over.includes(formatNoticeId(id)));
  if (changed === undefined) return undefined;
  const { id, blocker } = changed;
  const because = `A person changed the decision of ${blocker.name} after an earlier notice.`;
  return { id, isChange: true, ended: [blocker], because };
}

function whenSettled(blockers: readonly Blocker[]): string {
  const closed = blockers.flatMap(({ closedAt }) => closedAt ?? []);
  return closed.length === 0 ? "resolved" : `last resolved at ${toIsoSeconds(Math.max(...closed))}`;
}
