/**
 * Milestones: create, change, delete, and assign issues to them. An issue that changes milestones is first
 * removed from the old one, in webhooks too.
 */
import { forWebhooks, type HubCore } from "../../core.ts";
import { presentMilestone } from "../../present/issues/milestone.ts";
import { touchIssue } from "../../state/issues/issues.ts";
import {
  deleteMilestoneRow,
  insertMilestone,
  type Milestone,
  milestoneById,
  milestoneByNumber,
  milestonesOf,
  saveMilestone,
  setMilestoneOf,
} from "../../state/issues/milestones.ts";
import type { Repository } from "../../state/repositories.ts";
import { emit } from "../../webhooks/emit.ts";
import { needs, writableFor } from "../access/access.ts";
import type { Actor, WriteActor } from "../access/actor.ts";
import { invalid, notFound, type OpRefusal, type OpResult, ok } from "../result.ts";
import { announce, current, type IssueWrite, note, nowOf, write } from "../write.ts";

export interface MilestoneChange {
  readonly title?: string | undefined;
  readonly description?: string | null | undefined;
  readonly state?: Milestone["state"] | undefined;
  readonly dueOn?: string | null | undefined;
}

interface MilestoneWrite {
  readonly core: HubCore;
  readonly writer: WriteActor;
  readonly repository: Repository;
}

export function createMilestone(
  core: HubCore,
  actor: Actor,
  input: MilestoneChange & { readonly repositoryId: number; readonly title: string },
): OpResult<Milestone> {
  return onRepository(core, actor, input.repositoryId, (session) => {
    const problem = problemWith(session, input.title, undefined);
    if (problem !== undefined) return problem;
    const { title, description = null, dueOn = null } = input;
    const record = { repositoryId: input.repositoryId, title, description, dueOn };
    const id = insertMilestone(core.state, { ...record, creatorId: session.writer.user.id }, nowOf(core));
    tell(session, "created", id);
    return input.state === "closed" ? change(session, id, { state: "closed" }) : findMilestone(core, id);
  });
}

export function updateMilestone(
  core: HubCore,
  actor: Actor,
  input: MilestoneChange & { readonly repositoryId: number; readonly number: number },
): OpResult<Milestone> {
  return onRepository(core, actor, input.repositoryId, (session) => {
    const milestone = milestoneByNumber(core.state, input.repositoryId, input.number);
    if (milestone === undefined) return notFound;
    const problem = input.title === undefined ? undefined : problemWith(session, input.title, milestone.id);
    return problem ?? change(session, milestone.id, input);
  });
}

export function deleteMilestone(
  core: HubCore,
  actor: Actor,
  input: { readonly repositoryId: number; readonly number: number },
): OpResult<undefined> {
  return onRepository(core, actor, input.repositoryId, (session) => {
    const milestone = milestoneByNumber(core.state, input.repositoryId, input.number);
    if (milestone === undefined) return notFound;
    tell(session, "deleted", milestone.id);
    deleteMilestoneRow(core.state, milestone.id);
    return ok(undefined);
  });
}

/**
 * Within a write that is already authorised. @param number null for none; 422 if the repository has no such
 * milestone
 */
export function applyMilestone(session: IssueWrite, number: number | null): OpResult<undefined> {
  const { state } = session.core;
  const issue = current(session);
  const wanted = number === null ? undefined : milestoneByNumber(state, issue.repositoryId, number);
  if (number !== null && wanted === undefined)
    return invalid({ resource: "Issue", field: "milestone", code: "invalid" });
  const before = issue.milestoneId === null ? undefined : milestoneById(state, issue.milestoneId);
  if (before?.id === wanted?.id) return ok(undefined);
  setMilestoneOf(state, issue.id, wanted?.id ?? null);
  touchIssue(state, issue.id, session.at);
  if (before !== undefined) record(session, "demilestoned", before);
  if (wanted !== undefined) record(session, "milestoned", wanted);
  return ok(undefined);
}

function record(session: IssueWrite, event: "milestoned" | "demilestoned", milestone: Milestone): void {
  note(session, { event, title: milestone.title });
  announce(session, event, { milestone: presentMilestone(session.core, milestone) });
}

function onRepository<T>(
  core: HubCore,
  actor: Actor,
  repositoryId: number,
  work: (session: MilestoneWrite) => OpResult<T>,
): OpResult<T> {
  return write(core, () => {
    const session = writableFor(core.state, actor, repositoryId, needs.moderate);
    return session.kind === "ok" ? work({ core: forWebhooks(core), ...session.value }) : session;
  });
}

function problemWith(
  { core, repository }: MilestoneWrite,
  title: string,
  id?: number,
): OpRefusal | undefined {
  if (title.trim() === "") return invalid({ resource: "Milestone", field: "title", code: "missing_field" });
  const isTaken = milestonesOf(core.state, repository.id).some((one) => one.title === title && one.id !== id);
  return isTaken ? invalid({ resource: "Milestone", field: "title", code: "already_exists" }) : undefined;
}

function change(session: MilestoneWrite, id: number, asked: MilestoneChange): OpResult<Milestone> {
  const { core } = session;
  const before = milestoneById(core.state, id);
  if (before === undefined) return notFound;
  const at = nowOf(core);
  const { title = before.title, description = before.description } = asked;
  const { state = before.state, dueOn = before.dueOn } = asked;
  const closedAt = state === "open" ? null : (before.closedAt ?? at);
  const isSame = title === before.title && description === before.description && dueOn === before.dueOn;
  if (isSame && state === before.state) return ok(before);
  saveMilestone(core.state, { ...before, title, description, state, dueOn, closedAt, updatedAt: at });
  const changes = {
    ...(title === before.title ? {} : { title: { from: before.title } }),
    ...(description === before.description ? {} : { description: { from: before.description ?? "" } }),
    ...(dueOn === before.dueOn ? {} : { due_on: { from: before.dueOn ?? "" } }),
  };
  if (!isSame) tell(session, "edited", id, { changes });
  if (state !== before.state) tell(session, state === "open" ? "opened" : "closed", id);
  return findMilestone(core, id);
}

function tell(
  { core, writer, repository }: MilestoneWrite,
  action: string,
  id: number,
  extra: Readonly<Record<string, unknown>> = {},
): void {
  const milestone = milestoneById(core.state, id);
  if (milestone === undefined) return;
  const payload = { milestone: presentMilestone(core, milestone), ...extra };
  emit(core, { event: "milestone", action, repository, sender: writer.user, payload });
}

function findMilestone({ state }: HubCore, id: number): OpResult<Milestone> {
  const milestone = milestoneById(state, id);
  return milestone === undefined ? notFound : ok(milestone);
}
