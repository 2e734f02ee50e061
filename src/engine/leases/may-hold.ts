/**
 * Decides whether an agent or a person may get a task: the same for a claim, an assignment, and a hold that
 * is handed on.
 */

import type { Task } from "../../protocol/kinds/task.ts";
import { isSameAccount } from "../../protocol/settings/agents/account-key.ts";
import { isAgentAccount } from "../../protocol/settings/agents/roster.ts";
import { type AuthorityContext, isAdmitted } from "../admission/trust.ts";
import { isUnresolved } from "../blocking/blocker.ts";
import { taskState } from "../blocking/task-state.ts";
import { comingCompletionOf } from "../handovers/completion.ts";
import type { Actor } from "../model/fact.ts";
import type { RuleInput } from "../model/rule.ts";
import type { IssueRecord } from "../model/snapshot.ts";
import { spokenCommands } from "../model/spoken-commands.ts";
import type { View } from "../model/view.ts";
import { isLeftOver, isOurs } from "./assignments/assigned.ts";
import { type Holder, isSameHolder, limitOf, missingFor, nameOf } from "./holder.ts";
import type { Refusal } from "./refusal.ts";

/** A task, and what is known around it. */
export interface Asked {
  readonly view: View;
  readonly record: IssueRecord;
  readonly context: AuthorityContext;
}

/** Why it may not be given to `wanting` now; undefined if it may, or if they hold it already. */
export function whyNotHold(asked: Asked, wanting: Holder): Refusal | undefined {
  const { lease } = asked.record.persisted;
  if (lease !== undefined && isSameHolder(lease.holder, wanting)) return undefined;
  return (
    whyPaused(asked, wanting) ??
    whyNotOpen(asked) ??
    (lease && { type: "held", by: nameOf(lease.holder), since: lease.since }) ??
    whyCompleted(asked) ??
    whyNotFree(asked, wanting) ??
    whyNotFit(asked, wanting)
  );
}

/** Whether a decision about the issue may give it to an agent: then it matters what that one holds already. */
export function mayGetHolder({ reading, seen, persisted }: IssueRecord): boolean {
  if (reading.kind !== "task" || seen.issueState.state === "closed") return false;
  const isAsked = seen.comments.some((comment) =>
    spokenCommands(comment).some(({ name }) => name === "claim" || name === "release"),
  );
  return isAsked || (persisted.lease === undefined && seen.assignees.length > 0);
}

/** Why it may not be handed on to `wanting`, by its holder or a person. */
export function whyNotHandOn(asked: Asked, wanting: Holder): Refusal | undefined {
  return whyPaused(asked, wanting) ?? whyNotOpen(asked) ?? whyCompleted(asked) ?? whyNotFit(asked, wanting);
}

/** Only agents are stopped: people may take and give tasks as they like. */
export function whyPaused({ context }: Pick<Asked, "context">, { agent }: Holder): Refusal | undefined {
  const { claimsPaused } = context;
  return agent === undefined ? undefined : claimsPaused && { type: "paused", reason: claimsPaused.reason };
}

/**
 * Whether it is not known yet how many tasks `wanting` holds, as the index is still being filled. People have no limit,
 * and are not held up.
 */
export function isLimitOpen({ context }: Pick<RuleInput, "context">, wanting: Holder): boolean {
  return context.isAdopting === true && limitOf(wanting, context) !== undefined;
}

function whyNotOpen({ record }: Asked): Refusal | undefined {
  if (record.reading.kind !== "task") return { type: "not-a-task" };
  if (record.seen.issueState.state === "closed") return { type: "closed" };
  return isAdmitted(record) ? undefined : { type: "not-admitted" };
}

/**
 * GitHub may be slow to close what a handover completed, or its merge may take days: who got the task until then
 * would see it closed for the work of another one.
 */
function whyCompleted(asked: Asked): Refusal | undefined {
  const handover = comingCompletionOf(asked, asked.record);
  return handover && { type: "completed", by: handover.seen.number };
}

function whyNotFree(asked: Asked, wanting: Holder): Refusal | undefined {
  const { view, record } = asked;
  if (record.persisted.lapses?.isSetAside === true) return { type: "set-aside" };
  const { status, blockers } = taskState(view, record);
  if (status === "blocked") {
    const unresolved = blockers.filter(({ verdict }) => isUnresolved(verdict));
    return { type: "blocked", by: unresolved.map(({ name }) => name) };
  }
  const people = peopleAssigned(asked).filter((each) => !isForHolder(asked, each, wanting));
  if (people.length > 0) return { type: "assigned", to: people.map(({ login }) => login) };
  if (status !== "ready") return { type: "started", as: status };
  const pull = foreignPull(record, wanting);
  return pull === undefined ? undefined : { type: "pull-request", number: pull };
}

/** No agent may claim a task that is assigned to the person whose account it shares. */
function isForHolder(asked: Asked, assignee: Actor, { agent, account }: Holder): boolean {
  return assignee.id === account && (agent === undefined || isOurs(asked, assignee));
}

/**
 * A task that was held before is offered again with its open pull request, so that the next holder continues
 * with it.
 */
export function foreignPull({ seen, persisted }: IssueRecord, { account }: Holder): number | undefined {
  if (persisted.lastLease !== undefined) return undefined;
  return seen.linkedPulls?.find(({ by }) => by !== account)?.number;
}

/** Whether the agent is one for this task, whatever the task is like now. */
export function whyNotFit(asked: Asked, wanting: Holder): Refusal | undefined {
  const { record, context } = asked;
  const missing = missingFor(wanting, taskIn(record)?.requires ?? [], context);
  if (missing.length > 0) return { type: "unfit", requires: missing };
  const limit = limitOf(wanting, context);
  const held = limit === undefined ? [] : heldBy(asked, wanting);
  return limit !== undefined && held.length >= limit ? { type: "too-many", held, limit } : undefined;
}

function taskIn({ reading }: IssueRecord): Task | undefined {
  const message = reading.kind === "task" ? reading.message : undefined;
  return message?.kind === "task" ? message : undefined;
}

/** Numbers of the other tasks here that an agent holds: as decided in this pass, otherwise as indexed. */
function heldBy({ view, record }: Asked, { agent }: Holder): readonly number[] {
  const here = [...view.records.values()].filter(
    ({ seen, persisted }) =>
      seen.repositoryId === record.seen.repositoryId && persisted.lease?.holder.agent === agent,
  );
  const elsewhere = (view.holdings ?? []).filter(
    (each) => each.agent === agent && !view.records.has(each.id),
  );
  return [...here.map(({ seen }) => seen), ...elsewhere]
    .filter(({ id }) => id !== record.seen.id)
    .map(({ number }) => number)
    .sort((a, b) => a - b);
}

/**
 * The people who are assigned. An assignment of the holder's account belongs to the lease, also on an account
 * that is a person's too, and until it was taken away after the lease.
 */
export function peopleAssigned({ record, context }: Pick<Asked, "record" | "context">): readonly Actor[] {
  const { lease } = record.persisted;
  return record.seen.assignees.filter(
    ({ id }) =>
      !isSameAccount(id, context.botId) &&
      id !== lease?.holder.account &&
      !isLeftOver({ record, context }, { id }) &&
      !isAgentAccount(context.settings, id),
  );
}
