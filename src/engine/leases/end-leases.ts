/**
 * Ends the lease of a task that is closed, that a person takes over, whose holder was unassigned by somebody who may
 * do that, or whose holder the settings no longer name.
 */
import { type Doer, doerOf } from "../admission/doer.ts";
import { visibilityMs } from "../fold/seen-record.ts";
import { comingCompletionOf, completionOf } from "../handovers/completion.ts";
import { isByHolder } from "../handovers/fence.ts";
import type { Actor } from "../model/fact.ts";
import type { PersistedState } from "../model/persisted-state.ts";
import {
  type DelayedRefresh,
  nothing,
  type RuleInput,
  retryRead,
  type StateRule,
  type StateUpdate,
} from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { issueNameById } from "../wording/issue-name.ts";
import { isAssigned, isFresh, lostAssignment } from "./assignments/lost-assignment.ts";
import { peopleInPlace } from "./assignments/people-in-place.ts";
import { reassignedAgain } from "./assignments/reassigned.ts";
import { closed, type EndReason, withoutLease } from "./award.ts";
import { isInRoster, type Lease, nameOf } from "./holder.ts";

export const endLeases: StateRule = { name: "end-leases", updateState };

function updateState(input: RuleInput) {
  const { record, context } = input;
  const { lease } = record.persisted;
  if (context.isPassive === true) return nothing;
  if (lease === undefined) return toStateChange(record, withoutTraces(record));
  if (record.seen.issueState.state === "closed") return whenClosed(input, lease);
  const { people, isOpen } = peopleInPlace(input, lease);
  const lost = lostAssignment(input, lease);
  const ending =
    endingOf(input, lease, people) ??
    (lost?.type === "ended" ? { how: "unassigned", because: lost.because } : undefined);
  if (ending !== undefined) return { persisted: withoutLease(record, ending, context.now) };
  const refreshes = isOpen || lost?.type === "open" ? [lookAgain(record)] : [];
  if (lost?.type !== "not theirs")
    return { ...toStateChange(record, withAssignment(record, lease)), refreshes };
  const reassigned = reassignedAgain(lease.reassigned, lost);
  if (reassigned === undefined) return { refreshes };
  return { persisted: { ...record.persisted, lease: { ...lease, reassigned } }, refreshes };
}

function lookAgain(record: IssueRecord): DelayedRefresh {
  return retryRead(record, "It is not known yet who changed its assignees.");
}

/**
 * A close by anybody else ends no lease: an agent would take a task and its locks by closing and reopening it. The
 * holder keeps it until it falls silent.
 */
function whenClosed(input: RuleInput, lease: Lease): StateUpdate {
  const { record, context } = input;
  switch (closerOf(input, lease)) {
    case "us":
    case "person":
      return { persisted: withoutLease(record, closingOf(input, lease), context.now) };
    case "unknown":
      return {
        refreshes: [retryRead(record, "The role of who closed it could not be read.")],
      };
    case "other":
      return nothing;
  }
}

/** What the holder handed over itself is no loss of its task. */
function closingOf(input: RuleInput, lease: Lease): EndReason {
  const { view, record, context } = input;
  const handover = comingCompletionOf(input, record);
  if (handover === undefined || !isByHolder(view, handover, lease, context)) return closed;
  return { ...closed, handover: issueNameById(input, handover.seen.id) };
}

function closerOf(input: RuleInput, { holder }: Lease): Doer {
  const { view, record, context } = input;
  const { closedBy, closedFor, repositoryId } = record.seen;
  // Agents on one account are one voice, and each of them merges and closes what it has done.
  if (closedBy?.id === holder.account || closedFor?.id === holder.account) return "person";
  return completionOf(input, record) === undefined ? doerOf(view, repositoryId, closedBy, context) : "us";
}

function toStateChange(record: IssueRecord, persisted: PersistedState) {
  return persisted === record.persisted ? nothing : { persisted };
}

function endingOf(
  { context }: RuleInput,
  { holder }: Lease,
  people: readonly Actor[],
): EndReason | undefined {
  const name = nameOf(holder);
  if (!isInRoster(holder, context))
    return { how: "settings", because: `${name} is no longer in the settings with this account.` };
  if (people.length > 0) {
    const logins = people.map(({ login }) => login).join(", ");
    return { how: "assigned", because: `${logins} ${people.length === 1 ? "was" : "were"} assigned.` };
  }
  return undefined;
}

function withAssignment(record: IssueRecord, lease: Lease): PersistedState {
  const isNew =
    lease.assigned !== true &&
    isFresh(record) &&
    isAssigned(record, lease.holder.account) &&
    !mayGoAway(record, lease);
  return isNew ? { ...record.persisted, lease: { ...lease, assigned: true } } : record.persisted;
}

/**
 * Whether the assignment may be that of the lease before, on the same account, which we are about to take away: it
 * would look as if someone had unassigned the new holder.
 */
function mayGoAway({ persisted, readAt, assignedFor }: IssueRecord, { holder, token }: Lease): boolean {
  const { lastLease } = persisted;
  if (lastLease?.isShown !== true || lastLease.holder.account !== holder.account) return false;
  return assignedFor !== token && readAt <= lastLease.endedAt + visibilityMs;
}

/** Once GitHub must show our last writes, its assignees are those that people left there. */
function withoutTraces(record: IssueRecord): PersistedState {
  const { persisted, seen } = record;
  const { lastLease } = persisted;
  if (lastLease?.isShown !== true || record.readAt <= lastLease.endedAt + visibilityMs) return persisted;
  const hasLabel = seen.labels.some(
    (label) => label === "status:in-progress" || label === "status:in-review",
  );
  if (hasLabel || isAssigned(record, lastLease.holder.account)) return persisted;
  const { isShown: _, ...ended } = lastLease;
  return { ...persisted, lastLease: ended };
}
