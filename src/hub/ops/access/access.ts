/**
 * Who may do what. There are two questions with different answers: whether an actor may know that a thing
 * exists (no: 404), and whether the actor may act on it (no: 403). People are checked by role, installations
 * by permission.
 */
import { installationsOn, isInstalledOn } from "../../state/accounts/installations.ts";
import { grants, type PermissionLevel, type PermissionName } from "../../state/accounts/permissions.ts";
import { effectiveRole, type RepositoryRole, roleAtLeast } from "../../state/accounts/roles.ts";
import type { Issue } from "../../state/issues/issues.ts";
import { type Repository, repositoryById } from "../../state/repositories.ts";
import type { State } from "../../state/state.ts";
import { forbidden, needsAdmin, notFound, type OpResult, ok } from "../result.ts";
import { type Actor, isWriter, type UserActor, type WriteActor } from "./actor.ts";

/** The role and the permission that an action requires. */
export interface RequiredAccess {
  readonly role: RepositoryRole;
  readonly permission: PermissionName;
  readonly level: PermissionLevel;
}

export const needs = {
  see: { role: "read", permission: "metadata", level: "read" },
  readIssues: { role: "read", permission: "issues", level: "read" },
  /** Open an issue, comment, react. */
  participate: { role: "read", permission: "issues", level: "write" },
  /** Label, assign, close, relate. */
  triage: { role: "triage", permission: "issues", level: "write" },
  /** Change what others wrote, lock, define labels. */
  moderate: { role: "write", permission: "issues", level: "write" },
  deleteIssues: { role: "admin", permission: "administration", level: "write" },
  readContents: { role: "read", permission: "contents", level: "read" },
  writeContents: { role: "write", permission: "contents", level: "write" },
  readPulls: { role: "read", permission: "pull_requests", level: "read" },
  /** Open a pull request, review, comment. */
  propose: { role: "read", permission: "pull_requests", level: "write" },
  /** Change what others proposed, request reviews, resolve threads. */
  steerPulls: { role: "write", permission: "pull_requests", level: "write" },
  /** Add to a merge queue. Public reports show an App do it that may write merge queues. */
  enqueue: { role: "write", permission: "merge_queues", level: "write" },
  readChecks: { role: "read", permission: "checks", level: "read" },
  /** Only an App writes check runs, whatever a person's role. */
  writeChecks: { role: "write", permission: "checks", level: "write" },
  readStatuses: { role: "read", permission: "statuses", level: "read" },
  writeStatuses: { role: "write", permission: "statuses", level: "write" },
  seeCollaborators: { role: "write", permission: "metadata", level: "read" },
  administer: { role: "admin", permission: "administration", level: "write" },
} as const satisfies Record<string, RequiredAccess>;

/** Whether the actor may know that the repository exists. */
export function canSee(state: State, actor: Actor, repository: Repository): boolean {
  if (!repository.private) return true;
  if (actor.kind === "user")
    return (
      effectiveRole(state, repository, actor.user.id) !== "none" &&
      mayVia(state, actor, repository, needs.see)
    );
  return actor.kind === "installation" && reaches(state, actor, repository);
}

/** Whether the actor meets `need` there. */
export function can(state: State, actor: Actor, repository: Repository, need: RequiredAccess): boolean {
  if (actor.kind === "user")
    return (
      roleAtLeast(effectiveRole(state, repository, actor.user.id), need.role) &&
      mayVia(state, actor, repository, need)
    );
  if (actor.kind === "installation" && reaches(state, actor, repository))
    return need.permission === "metadata" || grants(actor.permissions, need.permission, need.level);
  return !repository.private && need.role === "read" && need.level === "read";
}

/** Whether the App through which a user acts, if there is one, may do it, too. */
function mayVia(state: State, { via }: UserActor, repository: Repository, need: RequiredAccess): boolean {
  if (via === undefined || (!repository.private && need.role === "read" && need.level === "read"))
    return true;
  return installationsOn(state, repository.id).some(
    ({ appId, suspendedAt, permissions }) =>
      appId === via.id &&
      suspendedAt === null &&
      (need.permission === "metadata" || grants(permissions, need.permission, need.level)),
  );
}

/** Finds a repository for an action: 404 if the actor may not see it, 403 if the action is not allowed. */
export function repositoryFor(
  state: State,
  actor: Actor,
  repositoryId: number,
  need: RequiredAccess,
): OpResult<Repository> {
  const repository = repositoryById(state, repositoryId);
  if (repository === undefined || !canSee(state, actor, repository)) return notFound;
  return can(state, actor, repository, need) ? ok(repository) : refuse(actor);
}

/** The same for a write, which also requires an account and a repository that is not archived. */
export function writableFor(
  state: State,
  actor: Actor,
  repositoryId: number,
  need: RequiredAccess,
): OpResult<{ readonly repository: Repository; readonly writer: WriteActor }> {
  const found = repositoryFor(state, actor, repositoryId, need);
  if (found.kind !== "ok") return found;
  if (!isWriter(actor)) return refuse(actor);
  if (found.value.archived) return forbidden("Repository was archived so is read-only.");
  return ok({ repository: found.value, writer: actor });
}

/** What an action on an issue requires: on a pull request, either of two permissions is enough for an App. */
export function needFor(state: State, actor: Actor, issue: Issue, need: RequiredAccess): RequiredAccess {
  if (issue.pullId === null || need.permission !== "issues") return need;
  const repository = repositoryById(state, issue.repositoryId);
  const isEnough = repository !== undefined && can(state, actor, repository, need);
  return isEnough ? need : { ...need, permission: "pull_requests" };
}

/** GitHub's message for a refusal. */
export function refuse(actor: Actor): OpResult<never> {
  return actor.kind === "user" && actor.via === undefined
    ? needsAdmin
    : forbidden("Resource not accessible by integration");
}

function reaches(
  state: State,
  actor: Extract<Actor, { kind: "installation" }>,
  repository: Repository,
): boolean {
  const narrowed = actor.repositoryIds?.includes(repository.id) ?? true;
  return narrowed && isInstalledOn(state, actor.installation.id, repository.id);
}
