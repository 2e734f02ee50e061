/**
 * Sub-issues: a parent and its parts, within one owner. GitHub allows 100 parts and 8 levels, and one parent; a new
 * one replaces the old only where that is asked for. Each edge is two deliveries, one for each side.
 */
import type { HubCore } from "../core.ts";
import { presentIssue, repositoryOf } from "../present/issue.ts";
import { presentRepository } from "../present/repository.ts";
import type { Issue } from "../state/issues.ts";
import { emit } from "../webhooks/emit.ts";
import { needs } from "./access.ts";
import type { Actor } from "./actor.ts";
import { findIssueById } from "./find.ts";
import { notFound, type OpResult, ok, unprocessable } from "./result.ts";
import { deleteSubIssue, insertSubIssue, parentOf, subIssuesOf } from "./sub-issue-rows.ts";
import { type IssueWrite, issueWrite, write } from "./write.ts";

export interface SubIssueInput {
  readonly parentId: number;
  readonly childId: number;
}

export interface SubIssue {
  readonly parent: Issue;
  readonly child: Issue;
}

const mostChildren = 100;
const mostLevels = 8;

export function addSubIssue(
  core: HubCore,
  actor: Actor,
  input: SubIssueInput & { readonly replaceParent: boolean },
): OpResult<SubIssue> {
  return write(core, () => {
    const ends = findEnds(core, actor, input);
    if (ends.kind !== "ok") return ends;
    const { session, parent, child } = ends.value;
    const old = parentOf(core.state, child.id);
    const problem = problemOf(core, parent, child, old, input.replaceParent);
    if (problem !== undefined) return unprocessable(problem);
    if (old !== undefined) {
      deleteSubIssue(core.state, old.id, child.id);
      announceBoth(session, { parent: old, child }, "removed");
    }
    insertSubIssue(core.state, parent.id, child.id);
    announceBoth(session, { parent, child }, "added");
    return ok({ parent, child });
  });
}

export function removeSubIssue(core: HubCore, actor: Actor, input: SubIssueInput): OpResult<SubIssue> {
  return write(core, () => {
    const ends = findEnds(core, actor, input);
    if (ends.kind !== "ok") return ends;
    const { session, parent, child } = ends.value;
    if (!deleteSubIssue(core.state, parent.id, child.id)) return notFound;
    announceBoth(session, { parent, child }, "removed");
    return ok({ parent, child });
  });
}

function findEnds(
  core: HubCore,
  actor: Actor,
  input: SubIssueInput,
): OpResult<SubIssue & { readonly session: IssueWrite }> {
  const session = issueWrite(core, actor, input.parentId, needs.triage);
  if (session.kind !== "ok") return session;
  const child = findIssueById(core, actor, input.childId);
  if (child.kind !== "ok") return notFound;
  return ok({ session: session.value, parent: session.value.issue, child: child.value });
}

function problemOf(
  core: HubCore,
  parent: Issue,
  child: Issue,
  old: Issue | undefined,
  replaceParent: boolean,
): string | undefined {
  const ownerOf = (issue: Issue): number => repositoryOf(core, issue.repositoryId).ownerId;
  if (old?.id === parent.id) return "Issue may not contain duplicate sub-issues";
  if (old !== undefined && !replaceParent) return "Sub issue may only have one parent";
  if (ownerOf(parent) !== ownerOf(child)) return "Sub issue must be in a repository of the same owner";
  if (subIssuesOf(core.state, parent.id).length >= mostChildren)
    return `Parent cannot have more than ${mostChildren} sub-issues`;
  const above = ancestorsOf(core, parent);
  if (above.some((issue) => issue.id === child.id)) return "Sub issue may not create a circular dependency";
  const levels = above.length + levelsBelow(core, child);
  return levels > mostLevels ? `Parent cannot have more than ${mostLevels} layers of sub-issues` : undefined;
}

/** The issue itself and everything that it is part of. */
function ancestorsOf(core: HubCore, issue: Issue): readonly Issue[] {
  const parent = parentOf(core.state, issue.id);
  return parent === undefined ? [issue] : [issue, ...ancestorsOf(core, parent)];
}

/** How many levels hang below, the issue's own included. */
function levelsBelow(core: HubCore, issue: Issue): number {
  const below = subIssuesOf(core.state, issue.id).map((child) => levelsBelow(core, child));
  return 1 + Math.max(0, ...below);
}

function announceBoth(session: IssueWrite, { parent, child }: SubIssue, change: "added" | "removed"): void {
  const { core, writer } = session;
  const sides = [
    { issue: parent, other: child, action: `sub_issue_${change}`, otherRepo: "sub_issue_repo" },
    { issue: child, other: parent, action: `parent_issue_${change}`, otherRepo: "parent_issue_repo" },
  ] as const;
  for (const side of sides)
    emit(core, {
      event: "sub_issues",
      action: side.action,
      repository: repositoryOf(core, side.issue.repositoryId),
      sender: writer.user,
      payload: {
        parent_issue_id: parent.id,
        parent_issue: presentIssue(core, parent),
        sub_issue_id: child.id,
        sub_issue: presentIssue(core, child),
        [side.otherRepo]: presentRepository(
          core.state,
          core.site,
          repositoryOf(core, side.other.repositoryId),
        ),
      },
    });
}
