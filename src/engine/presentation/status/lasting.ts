/**
 * Selects the part of the persisted state that a rebuild would not find again. A first status comment
 * notifies people, so it is written for this part only.
 */
import { declaredEnds, nativeEnds } from "../../blocking/dependencies/declared-ends.ts";
import { taskState } from "../../blocking/task-state.ts";
import { hintKey } from "../../fold/remarks.ts";
import { visibilityMs } from "../../fold/seen-record.ts";
import { isAnnounced } from "../../messages/unblock-notices.ts";
import type { NodeId } from "../../model/fact.ts";
import { parseNoticeId } from "../../model/keys/notice-id.ts";
import type { PersistedState } from "../../model/persisted-state.ts";
import type { IssueRecord } from "../../model/snapshot.ts";
import { spokenCommands } from "../../model/spoken-commands.ts";
import type { View } from "../../model/view.ts";
import { currentUnblocking } from "../../notices/unblocking.ts";

export function lastingState(view: View, record: IssueRecord): PersistedState {
  const { persisted, seen } = record;
  return {
    ...persisted,
    edges: persisted.edges.filter(isUnderivable(view, record)),
    heldBy:
      persisted.doubts?.some(({ isUnknown }) => isUnknown !== true) || isHolderForgotten(view, record)
        ? persisted.heldBy
        : [],
    doubts: undefined,
    silence: undefined,
    // An existing notice proves that it was sent; a deleted one does not.
    woken: persisted.woken.filter((name) => !isAnnounced(seen.own, parseNoticeId(name))),
    unsaid: [],
    declined: [],
    obeyed: persisted.obeyed.filter((id) => !isOnlyTold(seen, id)),
    mentions: [],
    // An assignment tells it again, under a greater token. What ended leaves nothing to keep.
    lease: persisted.lease?.isUntold === true ? persisted.lease : undefined,
    lastLease: undefined,
    earlierEnds: undefined,
    locks: isToldByTask(persisted) ? undefined : persisted.locks,
    restsSince: undefined,
    lapses: persisted.lapses?.isSetAside === true ? persisted.lapses : undefined,
    // An existing hint proves that it was given.
    hinted: seen.own.some(({ key }) => key === hintKey) ? undefined : persisted.hinted,
  };
}

/** Paths under *Files* that the lease has locked, or asks for while the index is filled, follow from the two. */
function isToldByTask({ locks = [] }: PersistedState): boolean {
  return locks.every(({ isFromTask, hasWaited }) => isFromTask === true && hasWaited !== true);
}

/** Telling agents something again changes nothing. */
function isOnlyTold({ comments }: IssueRecord["seen"], id: NodeId): boolean {
  const comment = comments.find((each) => each.id === id);
  const commands = comment === undefined ? [] : spokenCommands(comment);
  return commands.length > 0 && commands.every(({ name }) => name === "tell");
}

/**
 * A dependency that a text names and that exists is recorded again on any read. A removed one would be
 * created again, and one that the text no longer names would count as created by a person.
 */
function isUnderivable(view: View, record: IssueRecord): (id: NodeId) => boolean {
  const declared = new Set(declaredEnds(view, record));
  const native = nativeEnds(view, record);
  const isOnItsWay = (id: NodeId): boolean => record.readAt - (record.edgeMadeAt[id] ?? 0) < visibilityMs;
  return (id) => !declared.has(id) || !(native.has(id) || isOnItsWay(id));
}

/**
 * While a task is blocked, GitHub shows by what, and later when that was resolved. A removed dependency
 * leaves no trace.
 */
function isHolderForgotten(view: View, record: IssueRecord): boolean {
  if (record.reading.kind !== "task" || record.seen.issueState.state === "closed") return false;
  const { blockers, unresolved } = taskState(view, record);
  return unresolved.length === 0 && currentUnblocking(record, blockers)?.type === "removed";
}
