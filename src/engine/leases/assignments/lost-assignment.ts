/**
 * Judges why the holder of a task is not assigned to it any more. Anybody with the role *triage* can unassign anybody:
 * if that ended a lease, an agent could take the task of another one.
 */
import { hasSeveralSpeakers } from "../../../protocol/settings/agents/roster.ts";
import { doerOf } from "../../admission/doer.ts";
import type { Actor, Unassignment } from "../../model/fact.ts";
import type { RuleInput } from "../../model/rule.ts";
import type { IssueRecord } from "../../model/snapshot.ts";
import { visibilityMs } from "../../model/visibility.ts";
import { type Holder, type Lease, nameOf } from "../holder.ts";
import { assignmentOf } from "./assigned.ts";

export type LostAssignment =
  /** The holder, a person or we ended it, and with it the lease. `because` is a sentence. */
  | { readonly type: "ended"; readonly because: string }
  /** GitHub does not show yet who did it, or the role of that account could not be read. */
  | { readonly type: "open" }
  /** Somebody else did, or nobody whom GitHub names: the lease goes on, and its holder is assigned again. */
  | { readonly type: "not theirs"; readonly event: string; readonly by?: Actor | undefined };

/** Undefined while the holder is assigned, or not assigned yet. */
export function lostAssignment(input: RuleInput, lease: Lease): LostAssignment | undefined {
  const { record } = input;
  const { account, isApp } = lease.holder;
  if (isApp === true || !isFresh(record) || isAssigned(record, account)) return undefined;
  const unassignment = record.seen.unassignments?.find(({ assignee }) => assignee === account);
  if (unassignment === undefined) return lease.assigned === true ? withoutEvent(record) : undefined;
  return isOfLease(unassignment, lease) ? judged(input, lease, unassignment) : undefined;
}

/** GitHub shows the newest events alone, and part of it may show none for half a minute. */
function withoutEvent({ readAt, seen: { updatedAt } }: IssueRecord): LostAssignment {
  return readAt < updatedAt + visibilityMs
    ? { type: "open" }
    : { type: "not theirs", event: `none at ${updatedAt}` };
}

/** GitHub counts in seconds. */
function isOfLease({ at }: Unassignment, { assigned, since }: Lease): boolean {
  return assigned === true || at >= since - (since % 1000);
}

function judged(input: RuleInput, lease: Lease, { id: event, by }: Unassignment): LostAssignment | undefined {
  const { view, record, context } = input;
  const isOwn = by !== undefined && isHoldersAct(input, lease.holder, by);
  const doer = isOwn ? "person" : doerOf(view, record.seen.repositoryId, by, context);
  const name = nameOf(lease.holder);
  switch (doer) {
    case "person": {
      // It may be of the lease before, on the same account.
      const isSeen = lease.assigned === true || (assignmentAt(record, lease.holder) ?? 0) >= lease.since;
      const who = isOwn || by === undefined ? "" : ` by ${by.login}`;
      return isSeen ? { type: "ended", because: `${name} was unassigned${who}.` } : undefined;
    }
    case "us":
      return lease.assigned === true ? { type: "ended", because: `${name} was unassigned.` } : undefined;
    case "unknown":
      return { type: "open" };
    case "other":
      return { type: "not theirs", event, by };
  }
}

/** On an account of several agents, each might give away what another one holds: there, only a comment tells. */
export function isHoldersAct(
  { context }: Pick<RuleInput, "context">,
  { agent, account }: Holder,
  by: Pick<Actor, "id">,
): boolean {
  return by.id === account && (agent === undefined || !hasSeveralSpeakers(context.settings, account));
}

/** Whether the record shows a read, and not our own writes since. */
export function isFresh({ readAt, wroteAt = 0 }: IssueRecord): boolean {
  return readAt >= wroteAt;
}

export function isAssigned({ seen }: IssueRecord, account: string): boolean {
  return seen.assignees.some(({ id }) => id === account);
}

function assignmentAt(record: IssueRecord, { account }: Holder): number | undefined {
  return assignmentOf(record, { id: account })?.at;
}
