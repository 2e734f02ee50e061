/**
 * Merges a pull request, or updates its head. Nothing is forced: a head that moved since it was read, a
 * conflict and an unmet rule are refusals, and each changes nothing.
 */
import { unreachable } from "../../../base/errors.ts";
import { forWebhooks, type HubCore } from "../../core.ts";
import { changesBetween } from "../../git/changes.ts";
import { mergeCommits, pickCommit } from "../../git/merge.ts";
import { commitsOfPull, type Range, rangeOf } from "../../git/range.ts";
import { grants } from "../../state/accounts/permissions.ts";
import { userById } from "../../state/accounts/users.ts";
import { getCommit, putCommit } from "../../state/git/git.ts";
import { type Pull, pullById } from "../../state/pulls/pulls.ts";
import { type Repository, repositoryById } from "../../state/repositories.ts";
import { can, needs, refuse, writableFor } from "../access/access.ts";
import type { Actor, WriteActor } from "../access/actor.ts";
import { signatureOf } from "../git/commits.ts";
import { moveRef } from "../git/push.ts";
import {
  forbidden,
  notAllowed,
  notFound,
  type OpRefusal,
  type OpResult,
  ok,
  unprocessable,
} from "../result.ts";
import { write } from "../write.ts";
import { followUpMerge } from "./pull-merged.ts";
import { queueRuleOn } from "./queue-entries.ts";
import { mergeBlockers } from "./readiness.ts";

export const mergeMethods = ["merge", "squash", "rebase"] as const;

export type MergeMethod = (typeof mergeMethods)[number];

export interface MergeInput {
  readonly pullId: number;
  readonly method: MergeMethod;
  /** The expected head; any if omitted. */
  readonly headSha?: string | undefined;
  readonly title?: string | undefined;
  readonly message?: string | undefined;
}

const notMergeable = notAllowed("Pull Request is not mergeable");

/** @returns the commit that the base branch then points to */
export function mergePull(
  core: HubCore,
  actor: Actor,
  input: MergeInput,
): OpResult<{ readonly sha: string }> {
  return write(core, () => {
    const pull = pullById(core.state, input.pullId);
    if (pull === undefined) return notFound;
    const found = writableFor(core.state, actor, pull.repositoryId, needs.writeContents);
    if (found.kind !== "ok") return found;
    const problem = whyNot(core, actor, pull, input);
    if (problem !== undefined) return problem;
    const { writer, repository } = found.value;
    const range = rangeOf(core.state, pull);
    const workflow = workflowAmong(core, pull.repositoryId, range.start, range.head);
    if (workflow !== undefined && !mayChangeWorkflows(writer)) return refuseWorkflow(workflow);
    const made = makeCommit({ core, writer, repository, pull, range, input });
    if (made.kind !== "ok") return made;
    const settling = { core: forWebhooks(core), writer, repository };
    followUpMerge(settling, { ...pull, baseSha: range.base }, made.value);
    const base = { name: `refs/heads/${pull.baseRef}`, after: made.value, as: "pr_merge" } as const;
    moveRef({ core, writer, repository }, base);
    return ok({ sha: made.value });
  });
}

function whyNot(core: HubCore, actor: Actor, pull: Pull, input: MergeInput): OpRefusal | undefined {
  if (pull.issue.state === "closed") return notMergeable;
  if (input.headSha !== undefined && input.headSha !== pull.headSha)
    return { kind: "conflict", message: "Head branch was modified. Review and try the merge again." };
  if (pull.draft) return notAllowed("Pull Request is still a draft");
  const repository = repositoryById(core.state, pull.repositoryId);
  if (repository !== undefined && queueRuleOn(core.state, repository, pull.baseRef) !== undefined)
    return notAllowed("Changes must be made through the merge queue");
  const unmet = mergeBlockers(core.state, pull, actor);
  return unmet.length === 0 ? undefined : notAllowed(unmet.map(({ message }) => message).join(" "));
}

interface MergeContext {
  readonly core: HubCore;
  readonly writer: WriteActor;
  readonly repository: Repository;
  readonly pull: Pull;
  readonly range: Range;
  readonly input: MergeInput;
}

function makeCommit(merging: MergeContext): OpResult<string> {
  const { core, repository, pull, range, input } = merging;
  if (input.method === "rebase") return replay(merging);
  const merged = mergeCommits(core.state, repository.id, range.base, range.head);
  if (merged.kind === "conflict") return notMergeable;
  const { number } = pull.issue;
  switch (input.method) {
    case "merge": {
      const title = input.title ?? `Merge pull request #${number} from ${headLabel(core, pull)}`;
      const message = `${title}\n\n${input.message ?? pull.issue.title}`;
      return ok(commit(merging, merged.tree, [range.base, range.head], message));
    }
    case "squash": {
      const title = input.title ?? `${pull.issue.title} (#${number})`;
      const message = input.message ?? messages(merging);
      const text = message === "" ? title : `${title}\n\n${message}`;
      return ok(commit(merging, merged.tree, [range.base], text));
    }
    default:
      return unreachable(input.method);
  }
}

/** Rebases the commits onto the base; merge commits among them have no their own changes to apply. */
function replay({ core, writer, repository, pull, range }: MergeContext): OpResult<string> {
  let tip = range.base;
  const committer = signatureOf(core, writer.user);
  for (const sha of commitsOfPull(core.state, pull)) {
    const original = getCommit(core.state, repository.id, sha);
    if (original === undefined || original.parents.length > 1) continue;
    const picked = pickCommit(core.state, repository.id, sha, tip);
    if (picked.kind === "conflict") return notMergeable;
    tip = putCommit(core.state, repository.id, { ...original, tree: picked.tree, parents: [tip], committer });
  }
  return ok(tip);
}

function commit(
  { core, writer, repository }: Pick<MergeContext, "core" | "writer" | "repository">,
  tree: string,
  parents: readonly string[],
  message: string,
): string {
  const signature = signatureOf(core, writer.user);
  return putCommit(core.state, repository.id, {
    tree,
    parents,
    author: signature,
    committer: signature,
    message,
  });
}

function messages({ core, repository, pull }: MergeContext): string {
  const all = commitsOfPull(core.state, pull).map(
    (sha) => getCommit(core.state, repository.id, sha)?.message ?? "",
  );
  return all.length === 1 ? "" : all.map((message) => `* ${message.trim()}`).join("\n\n");
}

function headLabel(core: HubCore, pull: Pull): string {
  return `${userById(core.state, pull.headOwnerId)?.login ?? "unknown"}/${pull.headRef}`;
}

/** Merges the base branch into the head. */
export function updateBranch(
  core: HubCore,
  actor: Actor,
  input: { readonly pullId: number; readonly headSha?: string | undefined },
): OpResult<Pull> {
  return write(core, () => {
    const pull = pullById(core.state, input.pullId);
    if (pull === undefined) return notFound;
    const found = writableFor(core.state, actor, pull.repositoryId, needs.propose);
    if (found.kind !== "ok") return found;
    const head =
      pull.headRepositoryId === null ? undefined : repositoryById(core.state, pull.headRepositoryId);
    if (head === undefined || !mayPush(core, actor, pull, head)) return refuse(actor);
    if (input.headSha !== undefined && input.headSha !== pull.headSha)
      return unprocessable("expected head sha didn’t match current head ref.");
    if (pull.issue.state === "closed") return unprocessable("The pull request is closed.");
    const { base, start } = rangeOf(core.state, pull);
    if (base === start) return unprocessable("There are no new commits on the base branch.");
    const workflow = workflowAmong(core, head.id, start, base);
    if (workflow !== undefined && !mayChangeWorkflows(found.value.writer)) return refuseWorkflow(workflow);
    const merged = mergeCommits(core.state, head.id, pull.headSha, base);
    if (merged.kind === "conflict") return unprocessable("merge conflict between base and head");
    const session = { core, writer: found.value.writer, repository: head };
    const message = `Merge branch '${pull.baseRef}' into ${pull.headRef}`;
    const after = commit(session, merged.tree, [pull.headSha, base], message);
    moveRef(session, { name: `refs/heads/${pull.headRef}`, after });
    const now = pullById(core.state, pull.id);
    return now === undefined ? notFound : ok(now);
  });
}

/** Maintainers of the base may also write to a fork's branch if its owner allows that. */
function mayPush(core: HubCore, actor: Actor, pull: Pull, head: Repository): boolean {
  if (can(core.state, actor, head, needs.writeContents)) return true;
  const base = repositoryById(core.state, pull.repositoryId);
  const isMaintainer = base !== undefined && can(core.state, actor, base, needs.writeContents);
  return head.id !== base?.id && pull.maintainerCanModify && isMaintainer;
}

/** The first workflow file that differs between two commits. */
function workflowAmong(
  core: HubCore,
  repositoryId: number,
  before: string,
  after: string,
): string | undefined {
  const { files } = changesBetween(core.state, repositoryId, before, after);
  return files.find(({ path }) => path.startsWith(".github/workflows/"))?.path;
}

function mayChangeWorkflows(writer: WriteActor): boolean {
  return writer.kind === "user" || grants(writer.permissions, "workflows", "write");
}

/** The words are those of public reports; the status is not documented. */
function refuseWorkflow(path: string): OpRefusal {
  return forbidden(
    `refusing to allow a GitHub App to create or update workflow \`${path}\` without \`workflows\` permission`,
  );
}
