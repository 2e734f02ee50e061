/**
 * Records what blocks a task and which status it had, so that its unblocking is detected and the status
 * restored.
 */
import { type Blocker, keyOfBlocker } from "../blocking/blocker.ts";
import { startedAs } from "../blocking/started-as.ts";
import { type TaskState, taskState } from "../blocking/task-state.ts";
import { isAnnounced, unblockNoticesIn } from "../messages/unblock-notices.ts";
import { formatNoticeId, parseNoticeId } from "../model/keys/notice-id.ts";
import { isSameState, type PersistedState } from "../model/persisted-state.ts";
import { nothing, type RuleInput, type StateRule } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import type { View } from "../model/view.ts";
import { changedDecisions } from "./changed-decisions.ts";
import { countRemovals, currentUnblocking } from "./unblocking.ts";

export const recordBlockers: StateRule = { name: "note-holders", updateState };

/** How many announced unblockings a task's persisted state keeps. */
const maxAnnounced = 20;

function updateState({ view, record }: RuleInput) {
  if (record.reading.kind !== "task") return nothing;
  const state = taskState(view, record);
  const known = announcedInComments(record.persisted, record.seen.own);
  const reread = { ...record, persisted: { ...record.persisted, woken: known } };
  const announced = { ...reread, persisted: withAnnouncedChanges(view, reread, state) };
  const fresh = announced.persisted.woken.filter((name) => !record.persisted.woken.includes(name));
  const blocked = withBlockers(announced.persisted, state, statusToKeep(record));
  const unblocked = afterRelease(blocked, announced, state, fresh);
  const next = withRemovalCount(withAnnounced({ ...announced, persisted: unblocked }, state));
  return isSameState(next, record.persisted) ? nothing : { persisted: next };
}

/**
 * Once an unblocking has been announced, earlier blockers no longer count, even if the dependency on a
 * resolved one has since been removed, which would look like another unblocking.
 * @param fresh unblockings whose notices are new to us
 */
function afterRelease(
  persisted: PersistedState,
  record: IssueRecord,
  state: TaskState,
  fresh: readonly string[],
): PersistedState {
  if (state.unresolved.length > 0 || persisted.heldBy.length === 0) return persisted;
  if (
    fresh.map(parseNoticeId).some((id) => id.type === "resolved" && persisted.heldBy.includes(id.blockerId))
  )
    return { ...persisted, heldBy: [] };
  const unblocking = currentUnblocking(record, state.blockers);
  if (unblocking === undefined) return persisted;
  const written = formatNoticeId(unblocking);
  if (persisted.unsaid.includes(written)) return { ...persisted, heldBy: [] };
  if (!persisted.woken.includes(written)) return persisted;
  return { ...persisted, heldBy: [], unlinked: persisted.unlinked + (unblocking.type === "removed" ? 1 : 0) };
}

/**
 * Anything that a notice covered along with something else needs no separate notice, unless the task has
 * since been blocked.
 */
function withAnnounced(record: IssueRecord, { unresolved, blockers }: TaskState): PersistedState {
  const { persisted, seen } = record;
  const unblocking = currentUnblocking(record, blockers);
  if (unresolved.length > 0 || persisted.heldBy.length > 0 || unblocking === undefined) return persisted;
  const written = formatNoticeId(unblocking);
  if (persisted.woken.includes(written) || !isAnnounced(seen.own, unblocking)) return persisted;
  return { ...persisted, woken: [...persisted.woken, written].slice(-maxAnnounced) };
}

/** A lease already says that the task is in progress. */
function statusToKeep(record: IssueRecord): PersistedState["started"] {
  const started = startedAs(record);
  return started === "in-progress" && record.persisted.lease !== undefined ? undefined : started;
}

/** Counts removals from existing notices, even if the persisted state was lost. */
function withRemovalCount(persisted: PersistedState): PersistedState {
  return { ...persisted, unlinked: Math.max(persisted.unlinked, countRemovals(persisted.woken)) };
}

function withBlockers(
  persisted: PersistedState,
  state: TaskState,
  label: PersistedState["started"],
): PersistedState {
  if (state.status === "blocked") {
    const heldBy = blockerNames(state.unresolved) ?? persisted.heldBy;
    return { ...persisted, heldBy, ...(label === undefined ? {} : { started: label }) };
  }
  if (label === undefined) return persisted;
  const { started: _, ...rest } = persisted;
  return rest;
}

/**
 * What stands for the blockers, sorted. Undefined if only the task's own text blocks it: fixing
 * that needs no notice.
 */
function blockerNames(unresolved: readonly Blocker[]): string[] | undefined {
  const others = unresolved.filter(({ verdict }) => verdict !== "unread");
  return others.length === 0 ? undefined : [...new Set(others.map(keyOfBlocker))].sort();
}

/** Until people are notified, a changed decision needs no separate notice: the next one will include it. */
function withAnnouncedChanges(
  view: View,
  record: IssueRecord,
  { unresolved, blockers }: TaskState,
): PersistedState {
  const { persisted } = record;
  const unblocking = currentUnblocking(record, blockers);
  const isHandled =
    unblocking !== undefined &&
    [...persisted.woken, ...persisted.unsaid].includes(formatNoticeId(unblocking));
  if (unresolved.length === 0 && isHandled) return persisted;
  const changes = changedDecisions(view, blockers).map(({ id }) => formatNoticeId(id));
  return { ...persisted, woken: [...new Set([...persisted.woken, ...changes])].slice(-maxAnnounced) };
}

/** Existing notices in our own comments count, even if the persisted state was lost. */
function announcedInComments(persisted: PersistedState, own: readonly { readonly key: string }[]): string[] {
  return [...new Set([...persisted.woken, ...unblockNoticesIn(own).map(formatNoticeId)])].slice(
    -maxAnnounced,
  );
}
