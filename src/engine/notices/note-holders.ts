/**
 * Records what blocks a task and which status it had, so that its unblocking is detected and the status
 * restored.
 */
import type { Blocker } from "../blocking/blockers.ts";
import { startedLabel, type TaskState, taskState } from "../blocking/task-state.ts";
import { isAnnounced, unblockNoticesIn } from "../messages/unblock-notices.ts";
import { formatNoticeId, parseNoticeId } from "../model/keys/notice-id.ts";
import { isSameState, type PersistedState } from "../model/persisted-state.ts";
import { nothing, type RuleInput, type StateRule } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import type { View } from "../model/view.ts";
import { changedDecisions } from "./changed-decisions.ts";
import { countRemovals, currentUnblocking } from "./unblocking.ts";

export const noteHolders: StateRule = { name: "note-holders", updateState };

/** How many announced unblockings a task's persisted state keeps. */
const remembered = 20;

function updateState({ view, record }: RuleInput) {
  if (record.reading.kind !== "task") return nothing;
  const standing = taskState(view, record);
  const seen = { ...record, memory: { ...record.memory, woken: wakesSeen(record.memory, record.seen.own) } };
  const woken = { ...seen, memory: withToldChanges(view, seen, standing) };
  const news = woken.memory.woken.filter((name) => !record.memory.woken.includes(name));
  const free = released(noted(woken.memory, standing, startedLabel(record)), woken, standing, news);
  const next = counted(withTold({ ...woken, memory: free }, standing));
  return isSameState(next, record.memory) ? nothing : { memory: next };
}

/**
 * Once an unblocking was announced, earlier blockers no longer count, even if the dependency on a resolved
 * one was removed meanwhile, which would look like another unblocking.
 * @param news unblockings whose notices were not known before
 */
function released(
  memory: PersistedState,
  record: IssueRecord,
  standing: TaskState,
  news: readonly string[],
): PersistedState {
  if (standing.inTheWay.length > 0 || memory.heldBy.length === 0) return memory;
  if (news.map(parseNoticeId).some((id) => id.type === "resolved" && memory.heldBy.includes(id.blockerId)))
    return { ...memory, heldBy: [] };
  const unblocking = currentUnblocking(record, standing.blockers);
  if (unblocking === undefined) return memory;
  const written = formatNoticeId(unblocking);
  if (memory.unsaid.includes(written)) return { ...memory, heldBy: [] };
  if (!memory.woken.includes(written)) return memory;
  return { ...memory, heldBy: [], unlinked: memory.unlinked + (unblocking.type === "removed" ? 1 : 0) };
}

/**
 * Anything that a notice covered along with something else needs no notice of its own, unless the task was
 * blocked since.
 */
function withTold(record: IssueRecord, { inTheWay, blockers }: TaskState): PersistedState {
  const { memory, seen } = record;
  const unblocking = currentUnblocking(record, blockers);
  if (inTheWay.length > 0 || memory.heldBy.length > 0 || unblocking === undefined) return memory;
  const written = formatNoticeId(unblocking);
  if (memory.woken.includes(written) || !isAnnounced(seen.own, unblocking)) return memory;
  return { ...memory, woken: [...memory.woken, written].slice(-remembered) };
}

/** Counts removals from existing notices, even if the persisted state was lost. */
function counted(memory: PersistedState): PersistedState {
  return { ...memory, unlinked: Math.max(memory.unlinked, countRemovals(memory.woken)) };
}

function noted(
  memory: PersistedState,
  standing: TaskState,
  label: PersistedState["started"],
): PersistedState {
  if (standing.status === "blocked") {
    const heldBy = holders(standing.inTheWay) ?? memory.heldBy;
    return { ...memory, heldBy, ...(label === undefined ? {} : { started: label }) };
  }
  if (label === undefined) return memory;
  const { started: _, ...rest } = memory;
  return rest;
}

/** By name. Undefined if only the task's own text blocks it: fixing that needs no notice. */
function holders(inTheWay: readonly Blocker[]): string[] | undefined {
  const others = inTheWay.filter(({ verdict }) => verdict !== "unread");
  return others.length === 0 ? undefined : others.map((blocker) => blocker.id ?? blocker.name).sort();
}

/** Until people are notified, a changed decision is not news: the next notice contains the new one. */
function withToldChanges(view: View, record: IssueRecord, { inTheWay, blockers }: TaskState): PersistedState {
  const { memory } = record;
  const unblocking = currentUnblocking(record, blockers);
  const isOver =
    unblocking !== undefined && [...memory.woken, ...memory.unsaid].includes(formatNoticeId(unblocking));
  if (inTheWay.length === 0 && isOver) return memory;
  const told = changedDecisions(view, blockers).map(({ id }) => formatNoticeId(id));
  return { ...memory, woken: [...new Set([...memory.woken, ...told])].slice(-remembered) };
}

/** Existing notices in our own comments count, even if the persisted state was lost. */
function wakesSeen(memory: PersistedState, own: readonly { readonly key: string }[]): string[] {
  return [...new Set([...memory.woken, ...unblockNoticesIn(own).map(formatNoticeId)])].slice(-remembered);
}
