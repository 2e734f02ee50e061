/** Applies an assignment that GitHub confirmed, and keeps it while reads may not show it yet. */

import type { Millis } from "../../base/clock.ts";
import { isSameAccount } from "../../protocol/settings/agents/account-key.ts";
import type { IssueSeen, NodeId } from "../model/fact.ts";
import type { PersistedState } from "../model/persisted-state.ts";
import type { IssueRecord } from "../model/snapshot.ts";

/** Who is assigned, and since when. */
export type AssignedSeen = Pick<
  IssueSeen,
  "assignees" | "assignments" | "unassignments" | "hidesAssignments"
>;

/** A task's holder, or people asked for a decision. Neither is assigned a second time. */
export function applyAssignment(
  record: IssueRecord,
  assignees: readonly NodeId[],
  shown: AssignedSeen | undefined,
): IssueRecord {
  const { persisted, reading } = record;
  if (reading.kind !== "task")
    return {
      ...record,
      ...reassignedFor(persisted.reassigned),
      persisted: { ...persisted, asked: [...new Set([...persisted.asked, ...assignees])] },
    };
  const { lease } = persisted;
  if (lease === undefined) return record;
  const assigned = { ...record, assignedFor: lease.token, ...reassignedFor(lease.reassigned) };
  return shown === undefined || !showsAll(shown, assignees) ? assigned : withShown(assigned, lease, shown);
}

function reassignedFor(reassigned: Lease["reassigned"]): Pick<IssueRecord, "reassignedFor"> {
  return reassigned === undefined ? {} : { reassignedFor: reassigned.event };
}

/** An assignment without its event might be taken for one by a user. */
function showsAll({ assignees, assignments = [] }: AssignedSeen, wanted: readonly NodeId[]): boolean {
  return wanted.every(
    (each) =>
      assignees.some(({ id }) => isSameAccount(id, each)) &&
      assignments.some(({ assignee }) => isSameAccount(assignee, each)),
  );
}

type Lease = NonNullable<PersistedState["lease"]>;

/** GitHub's own answer, so it counts as a read that shows the holder assigned. */
function withShown(record: IssueRecord, lease: Lease, shown: AssignedSeen): IssueRecord {
  const isHolderShown = shown.assignees.some(({ id }) => id === lease.holder.account);
  const persisted = isHolderShown
    ? { ...record.persisted, lease: { ...lease, assigned: true } }
    : record.persisted;
  return { ...record, seen: { ...record.seen, ...shown }, persisted };
}

/**
 * Part of GitHub may show neither a new assignment nor its event yet: without this, a read from there would look as
 * if someone had unassigned the holder.
 */
export function withJustAssigned(
  { assignees, assignments = [] }: AssignedSeen,
  before: AssignedSeen | undefined,
  since: Millis,
): Partial<AssignedSeen> {
  const missing = (before?.assignments ?? []).filter(
    (known) => known.at > since && !assignments.some((each) => isAtLeast(each, known)),
  );
  const carried = (before?.assignees ?? []).filter(
    ({ id }) => missing.some(({ assignee }) => assignee === id) && !assignees.some((each) => each.id === id),
  );
  if (carried.length === 0) return {};
  return { assignees: [...assignees, ...carried], assignments: [...assignments, ...missing] };
}

type Assignment = NonNullable<AssignedSeen["assignments"]>[number];

function isAtLeast(shown: Assignment, known: Assignment): boolean {
  return shown.assignee === known.assignee && shown.at >= known.at;
}
