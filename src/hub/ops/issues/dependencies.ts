/** "Blocked by" edges. One edge is two timeline events, one for each side. What GitHub does not document is `UnknownBehaviour`. */
import { unreachable } from "../../../base/errors.ts";
import type { HubCore } from "../../core.ts";
import { presentIssue } from "../../present/issues/issue.ts";
import { presentRepository, requiredRepository } from "../../present/repository.ts";
import {
  deleteDependency,
  dependenciesSummary,
  hasDependency,
  insertDependency,
  waitsFor,
} from "../../state/issues/dependencies.ts";
import { type Issue, saveIssue } from "../../state/issues/issues.ts";
import { emit } from "../../webhooks/emit.ts";
import { needs } from "../access/access.ts";
import type { Actor } from "../access/actor.ts";
import { notFound, type OpResult, ok, unprocessable } from "../result.ts";
import { findIssueById } from "../search/find.ts";
import { current, type IssueWrite, issueWrite, note, write } from "../write.ts";

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
    if (hasDependency(core.state, blocked.id, blocking.id)) return answerAgain(core, { blocked, blocking });
    const refusal = refusalOf(core, { blocked, blocking });
    if (refusal !== undefined) return unprocessable(`Validation failed: ${refusal}`);
    insertDependency(core.state, blocked.id, blocking.id, session.at);
    return ok(announceBoth(session, { blocked, blocking }, "added"));
  });
}

export function removeDependency(core: HubCore, actor: Actor, input: DependencyInput): OpResult<Dependency> {
  return write(core, () => {
    const ends = findEnds(core, actor, input);
    if (ends.kind !== "ok") return ends;
    const { session, blocked, blocking } = ends.value;
    if (!deleteDependency(core.state, blocked.id, blocking.id)) return notFound;
    return ok(announceBoth(session, { blocked, blocking }, "removed"));
  });
}

/** The answer to an edge that is there already. */
function answerAgain({ unknown }: HubCore, edge: Dependency): OpResult<Dependency> {
  switch (unknown.edgeAgain) {
    case "accepted":
      return ok(edge);
    case "taken":
      return unprocessable("Validation failed: Target issue has already been taken");
    case "other words":
      return unprocessable("Validation failed: These issues have this relationship");
    default:
      return unreachable(unknown.edgeAgain);
  }
}

/** Why an edge that is not there yet cannot be added; undefined if it can. */
function refusalOf({ state, unknown }: HubCore, { blocked, blocking }: Dependency): string | undefined {
  if (unknown.edgesPerIssue !== "any") {
    const most = Number(unknown.edgesPerIssue);
    if (dependenciesSummary(state, blocked.id).totalBlockedBy >= most)
      return `Issue cannot be blocked by more than ${most} issues`;
    if (dependenciesSummary(state, blocking.id).totalBlocking >= most)
      return `Issue cannot block more than ${most} issues`;
  }
  return unknown.cycle === "refused" && waitsFor(state, blocking.id, blocked.id)
    ? "Issue cannot be blocked by an issue that it blocks"
    : undefined;
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
): Dependency {
  const { core, writer, at } = session;
  const edge =
    core.unknown.edgeTouches === "both"
      ? { blocked: touch(core, blocked.id, at), blocking: touch(core, blocking.id, at) }
      : { blocked, blocking };
  const isTold = core.unknown.edgeDeliveries === "2" || blocked.repositoryId !== blocking.repositoryId;
  const sides = [
    {
      issue: edge.blocked,
      other: edge.blocking,
      action: `blocked_by_${change}`,
      otherRepo: "blocking_issue_repo",
    },
    {
      issue: edge.blocking,
      other: edge.blocked,
      action: `blocking_${change}`,
      otherRepo: "blocked_issue_repo",
    },
  ] as const;
  for (const side of sides) {
    note({ ...session, issueId: side.issue.id }, { event: side.action, otherIssueId: side.other.id });
    if (side.issue !== edge.blocked && !isTold) continue;
    emit(core, {
      event: "issue_dependencies",
      action: side.action,
      repository: requiredRepository(core, side.issue.repositoryId),
      sender: writer.user,
      payload: {
        blocked_issue_id: blocked.id,
        blocked_issue: presentIssue(core, edge.blocked),
        blocking_issue_id: blocking.id,
        blocking_issue: presentIssue(core, edge.blocking),
        [side.otherRepo]: presentRepository(
          core.state,
          core.site,
          requiredRepository(core, side.other.repositoryId),
        ),
      },
    });
  }
  return edge;
}

/** The issue with a new `updated_at`. */
function touch(core: HubCore, issueId: number, at: string): Issue {
  saveIssue(core.state, { ...current({ core, issueId }), updatedAt: at });
  return current({ core, issueId });
}
