/**
 * Assigns the holder of a task on GitHub, takes away other agents and the holder before, and tells those who
 * may be at work.
 */
import { isAgentAccount } from "../../protocol/settings/agents/roster.ts";
import type { Actor, NodeId } from "../model/fact.ts";
import { formatCommentKey } from "../model/keys/comment-key.ts";
import { nothing, type ProjectionRule, type ProposedEffect, type RuleInput } from "../model/rule.ts";
import { agentsAssigned } from "./assignments/adopt-assignment.ts";
import { isLeftOver } from "./assignments/assigned.ts";
import { isAssigned } from "./assignments/lost-assignment.ts";
import { isReassignmentDue } from "./assignments/reassigned.ts";
import { tellReassigned } from "./assignments/tell-reassigned.ts";
import { type Lease, nameOf } from "./holder.ts";
import { sayRefusal } from "./refusal.ts";

export const showHolder: ProjectionRule = { name: "show-holder", project };

function project(input: RuleInput) {
  const { record } = input;
  if (record.reading.kind !== "task" || record.seen.issueState.state === "closed") return nothing;
  const { lease } = record.persisted;
  const found = lease === undefined ? withoutHolder(input) : besideHolder(input, lease);
  return { effects: [...found, ...announceEnd(input)] };
}

function besideHolder(input: RuleInput, lease: Lease): readonly ProposedEffect[] {
  const { record, context } = input;
  const name = nameOf(lease.holder);
  const others = record.seen.assignees.filter(
    (each) =>
      each.id !== lease.holder.account &&
      (isAgentAccount(context.settings, each.id) || isLeftOver(input, each)),
  );
  const why = sayRefusal({ type: "held", by: name, since: lease.since });
  return [
    ...assigning(input, lease),
    ...tellReassigned(input, lease.reassigned, { holder: name, token: lease.token }),
    ...unassigning(others, `${name} holds it.`),
    // One word is enough for an agent that unassigned the holder and assigned itself.
    ...others
      .filter((each) => !isLeftOver(input, each) && each.id !== lease.reassigned?.by?.id)
      .flatMap((each) => telling(input, each, lease.token, why)),
  ];
}

function assigning({ record }: RuleInput, lease: Lease): readonly ProposedEffect[] {
  const { holder, token, assigned, reassigned } = lease;
  if (holder.isApp === true || isAssigned(record, holder.account)) return [];
  const isDue = assigned !== true && record.assignedFor !== token;
  if (!isDue && !isReassignmentDue(record, reassigned)) return [];
  const assignees = [holder.account];
  return [
    {
      slot: { type: "assignees" },
      key: { type: "assignees", ids: assignees },
      effect: { type: "AddAssignees", assignees },
      reason: { rule: showHolder.name, because: `${nameOf(holder)} holds it.` },
    },
  ];
}

/**
 * Nobody holds it: what a lease left is taken away, and agents that assigned themselves and may not have it.
 */
function withoutHolder(input: RuleInput): readonly ProposedEffect[] {
  const left = input.record.seen.assignees.filter((each) => isLeftOver(input, each));
  const refused = agentsAssigned(input).flatMap(({ holder, at, refusal }) => {
    const assignee = input.record.seen.assignees.find(({ id }) => id === holder.account);
    return refusal === undefined || refusal === "unknown" || assignee === undefined
      ? []
      : { assignee, at, refusal };
  });
  const because = input.record.persisted.lastLease?.because ?? "The agent may not hold it.";
  return [
    ...unassigning([...left, ...refused.map(({ assignee }) => assignee)], because),
    ...refused.flatMap(({ assignee, at = 0, refusal }) => telling(input, assignee, at, sayRefusal(refusal))),
  ];
}

function unassigning(all: readonly Actor[], because: string): readonly ProposedEffect[] {
  const assignees = all.map(({ id }) => id);
  if (assignees.length === 0) return [];
  return [
    {
      slot: { type: "no-assignees" },
      key: { type: "no-assignees", ids: assignees },
      effect: { type: "RemoveAssignees", assignees },
      reason: { rule: showHolder.name, because },
    },
  ];
}

/** An agent whose lease ended without its doing may be at work. */
function announceEnd(input: RuleInput): readonly ProposedEffect[] {
  const { lastLease } = input.record.persisted;
  if (lastLease?.isShown !== true || (lastLease.how !== "assigned" && lastLease.how !== "settings"))
    return [];
  const { account: id, login } = lastLease.holder;
  return telling(input, { id, login }, lastLease.token, lastLease.because.replace(/\.$/, ""));
}

function telling(
  { record, context }: RuleInput,
  { id, login }: { readonly id: NodeId; readonly login?: string | undefined },
  /** The token of its lease, or when it was assigned, so that it is reported once. */
  token: number,
  why: string,
): readonly ProposedEffect[] {
  const marker = formatCommentKey({ type: "lease-notice", account: id, token });
  if (record.seen.own.some(({ key }) => key === marker)) return [];
  const text = context.render({
    name: "lease-notice",
    data: { people: login === undefined ? [] : [login], why },
  });
  return [
    {
      slot: { type: "lease-notice", id },
      key: { type: "post", marker },
      effect: { type: "AddComment", marker, text },
      reason: { rule: showHolder.name, because: `${login ?? id} is not its holder: ${why}.` },
    },
  ];
}
