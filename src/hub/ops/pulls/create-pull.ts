/** Opens a pull request from a branch of the same repository or of a fork, named `owner:branch`. */
import { forWebhooks, type HubCore } from "../../core.ts";
import { commitsBetween } from "../../git/history.ts";
import { userByLogin } from "../../state/accounts/users.ts";
import { refSha, setRef } from "../../state/git/refs.ts";
import { insertIssue } from "../../state/issues/issues.ts";
import { insertPull, listPulls, type Pull, pullById } from "../../state/pulls/pulls.ts";
import { nextNumber, type Repository, repositoriesOf } from "../../state/repositories.ts";
import type { State } from "../../state/state.ts";
import { can, canSee, needs, writableFor } from "../access/access.ts";
import { type Actor, appIdOf } from "../access/actor.ts";
import { requestSuites } from "../checks/check-suites.ts";
import { validateBody, validateTitle } from "../issues/issue-text.ts";
import { noteReferences } from "../references.ts";
import { invalid, notFound, type OpRefusal, type OpResult, ok } from "../result.ts";
import { announce, type IssueWrite, nowOf, write } from "../write.ts";

export interface CreatePullInput {
  readonly repositoryId: number;
  readonly title: string;
  readonly body?: string | null | undefined;
  /** A branch. */
  readonly base: string;
  /** A branch, or `owner:branch` for one of another account. */
  readonly head: string;
  readonly draft?: boolean | undefined;
  readonly maintainerCanModify?: boolean | undefined;
}

export function createPull(core: HubCore, actor: Actor, input: CreatePullInput): OpResult<Pull> {
  return write(core, () => {
    const found = writableFor(core.state, actor, input.repositoryId, needs.propose);
    if (found.kind !== "ok") return found;
    const { repository, writer } = found.value;
    const title = validateTitle(input.title);
    if (title.kind !== "ok") return title;
    const body = validateBody(core.limits, "Issue", input.body ?? "");
    if (body.kind !== "ok") return body;
    const sides = findSides(core, actor, repository, input);
    if (sides.kind !== "ok") return sides;
    const at = nowOf(core);
    const number = nextNumber(core.state, repository.id);
    const record = { repositoryId: repository.id, number, title: title.value, body: input.body ?? null };
    const author = { authorId: writer.user.id, appId: appIdOf(writer) };
    const issueId = insertIssue(core.state, { ...record, ...author }, at);
    const { head, ...rest } = sides.value;
    const pullId = insertPull(core.state, issueId, {
      ...rest,
      headRepositoryId: head.id,
      headOwnerId: head.ownerId,
      draft: input.draft ?? false,
      maintainerCanModify: input.maintainerCanModify ?? head.id !== repository.id,
    });
    setRef(core.state, repository.id, `refs/pull/${number}/head`, rest.headSha);
    const session: IssueWrite = { core: forWebhooks(core), writer, repository, issueId, at };
    noteReferences(session, body.value);
    announce(session, "opened");
    if (head.id !== repository.id)
      requestSuites(core, writer, repository, { branch: null, before: undefined, after: rest.headSha });
    const made = pullById(core.state, pullId);
    return made === undefined ? notFound : ok(made);
  });
}

interface Sides {
  readonly baseRef: string;
  readonly baseSha: string;
  readonly head: Repository;
  readonly headRef: string;
  readonly headSha: string;
}

function findSides(core: HubCore, actor: Actor, base: Repository, input: CreatePullInput): OpResult<Sides> {
  const { state } = core;
  const baseSha = refSha(state, base.id, `refs/heads/${input.base}`);
  if (baseSha === undefined) return wrong("base", "invalid");
  const head = headOf(state, base, input.head);
  const headSha = head && refSha(state, head.repository.id, `refs/heads/${head.branch}`);
  if (head === undefined || headSha === undefined || !canSee(state, actor, head.repository))
    return wrong("head", "invalid");
  if (!mayOffer(state, actor, head.repository, base)) return wrong("head", "invalid");
  const headRef = head.branch;
  const same = { repositoryId: base.id, baseRef: input.base, headRef, headOwnerId: head.repository.ownerId };
  const order = { by: "created", direction: "asc" } as const;
  const known = listPulls(state, { ...same, states: ["open"] }, order, { offset: 0, limit: 1 });
  if (known.length > 0)
    return custom(`A pull request already exists for ${ownerLabel(input.head, head.login)}.`);
  if (commitsBetween(state, base.id, baseSha, headSha).length === 0)
    return custom(`No commits between ${input.base} and ${headRef}`);
  return ok({ baseRef: input.base, baseSha, head: head.repository, headRef, headSha });
}

/** An App needs no write access to the head; a person can only propose a branch that they can push to. */
function mayOffer(state: State, actor: Actor, head: Repository, base: Repository): boolean {
  if (actor.kind !== "user") return true;
  return can(state, actor, head, needs.writeContents) || can(state, actor, base, needs.writeContents);
}

function headOf(state: State, base: Repository, head: string) {
  const colon = head.indexOf(":");
  const branch = head.slice(colon + 1);
  const owner = colon < 0 ? undefined : userByLogin(state, head.slice(0, colon));
  if (colon >= 0 && owner === undefined) return undefined;
  const isOwn = owner === undefined || owner.id === base.ownerId;
  const fork = isOwn ? base : repositoriesOf(state, owner.id).find((one) => one.sourceId === base.sourceId);
  return fork === undefined ? undefined : { repository: fork, branch, login: owner?.login };
}

function ownerLabel(head: string, login: string | undefined): string {
  return login === undefined ? head : `${login}:${head.slice(head.indexOf(":") + 1)}`;
}

function wrong(field: "base" | "head", code: "invalid"): OpRefusal {
  return invalid({ resource: "PullRequest", field, code });
}

function custom(message: string): OpRefusal {
  return invalid({ resource: "PullRequest", field: "head", code: "custom", message });
}
