/**
 * Sub-issues: a parent and its children, within one owner. GitHub allows a hundred children, eight levels and
 * one parent; a new parent replaces the old one only on request. One edge is two deliveries, one for each
 * side.
 */
import type { HubCore } from "../../core.ts";
import { presentIssue } from "../../present/issues/issue.ts";
import { presentRepository, requiredRepository } from "../../present/repository.ts";
import type { Issue } from "../../state/issues/issues.ts";
import {
  attachSubIssue,
  detachSubIssue,
  levelsBelow,
  lineageOf,
  orderSubIssues,
  parentOf,
  subIssuesOf,
} from "../../state/issues/sub-issues.ts";
import { emit } from "../../webhooks/emit.ts";
import { needs } from "../access/access.ts";
import type { Actor } from "../access/actor.ts";
import { notFound, type OpResult, ok, unprocessable } from "../result.ts";
import { findIssueById } from "../search/find.ts";
import { current, type IssueWrite, issueWrite, note, write } from "../write.ts";

export interface SubIssueInput {
  readonly parentId: number;
  readonly childId: number;
}

export interface SubIssue {
  readonly parent: Issue;
  readonly child: Issue;
}

const maxChildren = 100;
const maxLevels = 8;

export function addSubIssue(
  core: HubCore,
  actor: Actor,
  input: SubIssueInput & { readonly replacesParent: boolean },
): OpResult<SubIssue> {
  return onSubIssue(core, actor, input, (session, { parent, child }) => {
    const old = parentOf(core.state, child.id);
    const problem = problemOf(core, { parent, child }, input.replacesParent ? undefined : old);
    if (problem !== undefined) return unprocessable(problem);
    if (old !== undefined) {
      detachSubIssue(core.state, old.id, child.id);
      announceBoth(session, { parent: old, child }, "removed");
    }
    attachSubIssue(core.state, parent.id, child.id);
    announceBoth(session, { parent, child }, "added");
    return ok({ parent, child });
  });
}

export function removeSubIssue(core: HubCore, actor: Actor, input: SubIssueInput): OpResult<SubIssue> {
  return onSubIssue(core, actor, input, (session, ends) => {
    if (!detachSubIssue(core.state, ends.parent.id, ends.child.id)) return notFound;
    announceBoth(session, ends, "removed");
    return ok(ends);
  });
}

/** Moves a child before or after another one. No webhook is sent. */
export function reprioritizeSubIssue(
  core: HubCore,
  actor: Actor,
  input: SubIssueInput & { readonly side: "after" | "before"; readonly otherId: number },
): OpResult<SubIssue> {
  return onSubIssue(core, actor, input, (_session, ends) => {
    const ids = subIssuesOf(core.state, ends.parent.id).map(({ id }) => id);
    if (!ids.includes(ends.child.id)) return notFound;
    const rest = ids.filter((id) => id !== ends.child.id);
    const place = rest.indexOf(input.otherId);
    if (place < 0) return unprocessable("The other issue is not a sub-issue of this parent.");
    orderSubIssues(core.state, rest.toSpliced(input.side === "after" ? place + 1 : place, 0, ends.child.id));
    return ok(ends);
  });
}

function onSubIssue(
  core: HubCore,
  actor: Actor,
  input: SubIssueInput,
  work: (session: IssueWrite, ends: SubIssue) => OpResult<SubIssue>,
): OpResult<SubIssue> {
  return write(core, () => {
    const session = issueWrite(core, actor, input.parentId, needs.triage);
    if (session.kind !== "ok") return session;
    const child = findIssueById(core, actor, input.childId);
    if (child.kind !== "ok") return notFound;
    return work(session.value, { parent: current(session.value), child: child.value });
  });
}

/** @param old a parent that may not be replaced */
function problemOf(core: HubCore, { parent, child }: SubIssue, old: Issue | undefined): string | undefined {
  const { state } = core;
  const ownerOf = (issue: Issue): number => requiredRepository(core, issue.repositoryId).ownerId;
  const children = subIssuesOf(state, parent.id);
  if (parent.pullId !== null) return "Parent may only be an issue";
  if (child.pullId !== null) return "Sub issue may only be an issue";
  if (children.some(({ id }) => id === child.id)) return "Issue may not contain duplicate sub-issues";
  if (old !== undefined) return "Sub issue may only have one parent";
  if (ownerOf(parent) !== ownerOf(child)) return "Sub issue must be in a repository of the same owner";
  if (children.length >= maxChildren) return `Parent cannot have more than ${maxChildren} sub-issues`;
  const line = lineageOf(state, parent.id);
  if (line.includes(child.id)) return "Sub issue may not create a circular dependency";
  const levels = line.length + levelsBelow(state, child.id);
  return levels > maxLevels ? `Parent cannot have more than ${maxLevels} layers of sub-issues` : undefined;
}

function announceBoth(session: IssueWrite, { parent, child }: SubIssue, change: "added" | "removed"): void {
  const { core, writer } = session;
  const shownRepository = ({ repositoryId }: Issue) =>
    presentRepository(core.state, core.site, requiredRepository(core, repositoryId));
  const ends = {
    parent_issue_id: parent.id,
    parent_issue: presentIssue(core, parent),
    sub_issue_id: child.id,
    sub_issue: presentIssue(core, child),
  };
  const sides = [
    { issue: parent, other: child, action: `sub_issue_${change}`, otherRepo: "sub_issue_repo" },
    { issue: child, other: parent, action: `parent_issue_${change}`, otherRepo: "parent_issue_repo" },
  ] as const;
  for (const { issue, other, action, otherRepo } of sides) {
    note({ ...session, issueId: issue.id }, { event: action, otherIssueId: other.id });
    const payload = { ...ends, [otherRepo]: shownRepository(other) };
    const repository = requiredRepository(core, issue.repositoryId);
    emit(core, { event: "sub_issues", action, repository, sender: writer.user, payload });
  }
}
