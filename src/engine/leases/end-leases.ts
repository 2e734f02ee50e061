/**
 * Ends the lease of a task that is closed, that a person takes over, whose holder was unassigned, or whose
 * holder the settings no longer name.
 */
import { visibilityMs } from "../fold/seen-record.ts";
import type { PersistedState } from "../model/persisted-state.ts";
import { nothing, type RuleInput, type StateRule } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { type EndReason, withoutLease } from "./award.ts";
import { isInRoster, type Lease, nameOf } from "./holder.ts";
import { peopleAssigned } from "./may-hold.ts";

export const endLeases: StateRule = { name: "end-leases", updateState };

function updateState(input: RuleInput) {
  const { record, context } = input;
  const { lease } = record.persisted;
  if (context.isPassive === true) return nothing;
  if (lease === undefined) return toStateChange(record, withoutTraces(record));
  const ending = endingOf(input, lease);
  if (ending !== undefined) return { persisted: withoutLease(record, ending, context.now) };
  return toStateChange(record, withAssignment(record, lease));
}

function toStateChange(record: IssueRecord, persisted: PersistedState) {
  return persisted === record.persisted ? nothing : { persisted };
}

function endingOf({ record, context }: RuleInput, lease: Lease): EndReason | undefined {
  const { holder, assigned } = lease;
  const name = nameOf(holder);
  if (record.seen.issueState.state === "closed") return { how: "closed", because: "The task was closed." };
  if (!isInRoster(holder, context))
    return { how: "settings", because: `${name} is no longer in the settings with this account.` };
  const people = holder.agent === undefined ? [] : peopleAssigned({ record, context });
  if (people.length > 0) {
    const logins = people.map(({ login }) => login).join(", ");
    return { how: "assigned", because: `${logins} ${people.length === 1 ? "was" : "were"} assigned.` };
  }
  if (assigned === true && isFresh(record) && !isAssigned(record, holder.account))
    return { how: "unassigned", because: `${name} was unassigned.` };
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

/** Whether the record shows a read, and not our own writes since. */
function isFresh({ readAt, wroteAt = 0 }: IssueRecord): boolean {
  return readAt >= wroteAt;
}

function isAssigned({ seen }: IssueRecord, account: string): boolean {
  return seen.assignees.some(({ id }) => id === account);
}
