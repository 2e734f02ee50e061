/**
 * "Blocked by" edges. One edge is two timeline events and two deliveries, one for each side, and does not
 * change `updated_at`. GitHub does not refuse dependency cycles, so neither does the hub.
 */
import type { HubCore } from "../../core.ts";
import { presentIssue } from "../../present/issues/issue.ts";
import { presentRepository, requiredRepository } from "../../present/repository.ts";
import { deleteDependency, dependenciesSummary, insertDependency } from "../../state/issues/dependencies.ts";
import type { Issue } from "../../state/issues/issues.ts";
import { emit } from "../../webhooks/emit.ts";
import { needs } from "../access/access.ts";
import type { Actor } from "../access/actor.ts";
import { notFound, type OpResult, ok, unprocessable } from "../result.ts";
import { findIssueById } from "../search/find.ts";
import { type IssueWrite, issueWrite, note, write } from "../write.ts";

export interface DependencyInput {
  readonly blockedId: number;
  readonly blockingId: number;
}

export interface Dependency {
  readonly blocked: Issue;
  readonly blocking: Issue;
}

export function addDependency(core: HubCore, actor: Actor, input: DependencyInput): OpResult<Dependency> {
  return write(core, () => {
    const ends = findEnds(core, actor, input);
    if (ends.kind !== "ok") return ends;
    const { session, blocked, blocking } = ends.value;
    if (blocked.pullId !== null) return unprocessable("Validation failed: Source issue may only be an issue");
    if (blocking.pullId !== null)
      return unprocessable("Validation failed: Target issue may only be an issue");
    if (blocked.id === blocking.id)
      return unprocessable("Validation failed: Issue cannot be blocked by itself");
    const limit = core.limits.dependencies;
    if (limit !== undefined && dependenciesSummary(core.state, blocked.id).totalBlockedBy >= limit)
      return unprocessable(`Validation failed: Issue cannot be blocked by more than ${limit} issues`);
    if (!insertDependency(core.state, blocked.id, blocking.id, session.at))
      return unprocessable("Validation failed: Target issue has already been taken");
    announceBoth(session, { blocked, blocking }, "added");
    return ok({ blocked, blocking });
  });
}

export function removeDependency(core: HubCore, actor: Actor, input: DependencyInput): OpResult<Dependency> {
  return write(core, () => {
    const ends = findEnds(core, actor, input);
    if (ends.kind !== "ok") return ends;
    const { session, blocked, blocking } = ends.value;
    if (!deleteDependency(core.state, blocked.id, blocking.id)) return notFound;
    announceBoth(session, { blocked, blocking }, "removed");
    return ok({ blocked, blocking });
  });
}

function findEnds(
  core: HubCore,
  actor: Actor,
  input: DependencyInput,
): OpResult<Dependency & { readonly session: IssueWrite }> {
  const session = issueWrite(core, actor, input.blockedId, needs.triage);
  if (session.kind !== "ok") return session;
  const blocking = findIssueById(core, actor, input.blockingId);
  if (blocking.kind !== "ok") return notFound;
  return ok({ session: session.value, blocked: session.value.issue, blocking: blocking.value });
}

function announceBoth(
  session: IssueWrite,
  { blocked, blocking }: Dependency,
  change: "added" | "removed",
): void {
  const { core, writer } = session;
  const sides = [
    { issue: blocked, other: blocking, action: `blocked_by_${change}`, otherRepo: "blocking_issue_repo" },
    { issue: blocking, other: blocked, action: `blocking_${change}`, otherRepo: "blocked_issue_repo" },
  ] as const;
  for (const side of sides) {
    note({ ...session, issueId: side.issue.id }, { event: side.action, otherIssueId: side.other.id });
    emit(core, {
      event: "issue_dependencies",
      action: side.action,
      repository: requiredRepository(core, side.issue.repositoryId),
      sender: writer.user,
      payload: {
        blocked_issue_id: blocked.id,
        blocked_issue: presentIssue(core, blocked),
        blocking_issue_id: blocking.id,
        blocking_issue: presentIssue(core, blocking),
        [side.otherRepo]: presentRepository(
          core.state,
          core.site,
          requiredRepository(core, side.other.repositoryId),
        ),
      },
    });
  }
}
