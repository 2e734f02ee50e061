/** Finds what a path or a node id names, if the actor may see it. */
import type { HubCore } from "../../core.ts";
import { type Comment, commentById } from "../../state/issues/comments.ts";
import { formerIssue, type Issue, issueById, issueByNumber } from "../../state/issues/issues.ts";
import { type Label, labelById } from "../../state/issues/labels.ts";
import type { NodePrefix } from "../../state/node-id.ts";
import { readNodeId } from "../../state/older-node-id.ts";
import { type Pull, pullById, pullByNumber } from "../../state/pulls/pulls.ts";
import { type Repository, repositoryById, repositoryByName } from "../../state/repositories.ts";
import { canSee, needFor, needs, repositoryFor } from "../access/access.ts";
import type { Actor } from "../access/actor.ts";
import { notFound, type OpResult, ok } from "../result.ts";

export function findRepository(
  core: HubCore,
  actor: Actor,
  owner: string,
  name: string,
): OpResult<Repository> {
  const repository = repositoryByName(core.state, owner, name);
  return repository !== undefined && canSee(core.state, actor, repository) ? ok(repository) : notFound;
}

/** Finds an issue by number. Deleted ones are `gone`, transferred ones `moved`. */
export function findIssue(
  core: HubCore,
  actor: Actor,
  repository: Repository,
  number: number,
): OpResult<Issue> {
  const issue = issueByNumber(core.state, repository.id, number);
  const need = issue === undefined ? needs.readIssues : needFor(core.state, actor, issue, needs.readIssues);
  const readable = repositoryFor(core.state, actor, repository.id, need);
  if (readable.kind !== "ok") return readable;
  if (!repository.hasIssues && (issue?.pullId ?? null) === null)
    return { kind: "gone", message: "Issues are disabled for this repo" };
  if (issue !== undefined) return ok(issue);
  const former = formerIssue(core.state, repository.id, number);
  if (former === undefined) return notFound;
  if (former.movedTo !== null && findIssueById(core, actor, former.movedTo).kind === "ok")
    return { kind: "moved", issueId: former.movedTo };
  return { kind: "gone", message: "This issue was deleted" };
}

export function findIssueById(core: HubCore, actor: Actor, issueId: number): OpResult<Issue> {
  const issue = issueById(core.state, issueId);
  if (issue === undefined) return notFound;
  const need = needFor(core.state, actor, issue, needs.readIssues);
  const readable = repositoryFor(core.state, actor, issue.repositoryId, need);
  return readable.kind === "ok" ? ok(issue) : readable;
}

/** Finds a pull request by number. */
export function findPull(
  core: HubCore,
  actor: Actor,
  repository: Repository,
  number: number,
): OpResult<Pull> {
  const readable = repositoryFor(core.state, actor, repository.id, needs.readPulls);
  if (readable.kind !== "ok") return readable;
  const pull = pullByNumber(core.state, repository.id, number);
  return pull === undefined ? notFound : ok(pull);
}

export function findPullById(core: HubCore, actor: Actor, pullId: number): OpResult<Pull> {
  const pull = pullById(core.state, pullId);
  if (pull === undefined) return notFound;
  const readable = repositoryFor(core.state, actor, pull.repositoryId, needs.readPulls);
  return readable.kind === "ok" ? ok(pull) : readable;
}

export function findComment(core: HubCore, actor: Actor, commentId: number): OpResult<Comment> {
  const comment = commentById(core.state, commentId);
  if (comment === undefined) return notFound;
  const readable = repositoryFor(core.state, actor, comment.repositoryId, needs.readIssues);
  return readable.kind === "ok" ? ok(comment) : readable;
}

export function findLabelById(core: HubCore, actor: Actor, labelId: number): OpResult<Label> {
  const label = labelById(core.state, labelId);
  if (label === undefined) return notFound;
  const readable = repositoryFor(core.state, actor, label.repositoryId, needs.see);
  return readable.kind === "ok" ? ok(label) : readable;
}

export function findRepositoryById(core: HubCore, actor: Actor, repositoryId: number): OpResult<Repository> {
  const repository = repositoryById(core.state, repositoryId);
  return repository !== undefined && canSee(core.state, actor, repository) ? ok(repository) : notFound;
}

/** The database id in a node id of the wanted type; undefined for any other text. */
export function databaseId(nodeId: string, prefix: NodePrefix): number | undefined {
  const decoded = readNodeId(nodeId);
  return decoded?.prefix === prefix ? decoded.id : undefined;
}
