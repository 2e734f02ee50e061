/**
 * Moves a ref and applies all consequences, whether by a push, a file change or a merge. The ref's row, the
 * affected pull requests and all webhooks are one transaction.
 */
import { toIsoSeconds } from "../../../base/clock.ts";
import { forWebhooks, type HubCore } from "../../core.ts";
import { fullName } from "../../present/repository.ts";
import { userByEmail } from "../../state/accounts/users.ts";
import { type ActivityType, insertActivity } from "../../state/activities.ts";
import { getCommit, type Signature } from "../../state/git/git.ts";
import { dropRef, refSha, setRef } from "../../state/git/refs.ts";
import { type Repository, repositoryById, saveRepository } from "../../state/repositories.ts";
import { emit } from "../../webhooks/emit.ts";
import type { WriteActor } from "../access/actor.ts";
import { requestSuites } from "../checks/check-suites.ts";
import { followBase, followHead } from "../pulls/pull-moves.ts";
import { nowOf } from "../write.ts";
import { pathsChangedBy } from "./changed-paths.ts";
import { applyCommitMessages } from "./commit-effects.ts";
import { isAncestor } from "./commits.ts";

export interface RefWrite {
  readonly core: HubCore;
  readonly writer: WriteActor;
  readonly repository: Repository;
}

export interface RefMove {
  /** Whole, for example `refs/heads/main`. */
  readonly name: string;
  /** Undefined to delete it. */
  readonly after: string | undefined;
  /** The cause of the move, if not a push. */
  readonly as?: "pr_merge" | "merge_queue_merge" | undefined;
}

/** As many as GitHub lists in a payload. */
const maxCommits = 2048;
const noCommit = "0".repeat(40);
const branches = "refs/heads/";

/** Within a write that is already authorised. Does nothing if the ref already points there. */
export function moveRef(session: RefWrite, { name, after, as }: RefMove): void {
  const { core, writer, repository } = session;
  const before = refSha(core.state, repository.id, name);
  if (before === after) return;
  if (after === undefined) dropRef(core.state, repository.id, name);
  else setRef(core.state, repository.id, name, after);
  const at = nowOf(core);
  const now = repositoryById(core.state, repository.id) ?? repository;
  saveRepository(core.state, { ...now, pushedAt: at });
  const commits = after === undefined ? [] : newCommits(core, repository, before, after);
  announcePush(session, { name, before, after, at, commits });
  if (!name.startsWith(branches)) return;
  recordActivity(session, { name, before, after, at, as });
  const branch = name.slice(branches.length);
  const move = { branch, before, after, commits };
  followHead({ core: forWebhooks(core), writer, repository: now }, move);
  followBase({ core: forWebhooks(core), writer, repository: now }, move);
  applyCommitMessages({ core: forWebhooks(core), writer, repository: now, at }, branch, commits);
  if (after !== undefined) requestSuites(core, writer, now, { branch, before, after });
}

interface Recorded extends RefMove {
  readonly before: string | undefined;
  readonly at: string;
}

function recordActivity({ core: { state }, writer, repository }: RefWrite, move: Recorded): void {
  const { name: ref, before, after, at } = move;
  insertActivity(state, {
    repositoryId: repository.id,
    ref,
    before: before ?? null,
    after: after ?? null,
    at,
    type: activityType(state, repository.id, move),
    actorId: writer.user.id,
  });
}

function activityType(
  state: HubCore["state"],
  repositoryId: number,
  { before, after, as }: Recorded,
): ActivityType {
  if (before === undefined) return "branch_creation";
  if (after === undefined) return "branch_deletion";
  return as ?? (isAncestor(state, repositoryId, before, after) ? "push" : "force_push");
}

/** Commits that the branch now reaches and did not reach before, oldest first. */
function newCommits(
  { state }: HubCore,
  repository: Repository,
  before: string | undefined,
  after: string,
): readonly string[] {
  const known = before ?? refSha(state, repository.id, `refs/heads/${repository.defaultBranch}`);
  const seen = new Set<string>(known === undefined ? [] : [known]);
  const open = [after];
  const found: string[] = [];
  for (let next = open.pop(); next !== undefined && found.length < maxCommits; next = open.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    const commit = getCommit(state, repository.id, next);
    if (commit === undefined) continue;
    found.push(next);
    open.push(...commit.parents);
  }
  return found.reverse();
}

interface Push {
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly at: string;
  readonly commits: readonly string[];
}

function announcePush({ core, writer, repository }: RefWrite, push: Push): void {
  const { before, after } = push;
  const { site } = forWebhooks(core);
  const page = `${site.web}/${fullName(core.state, repository)}`;
  const described = push.commits.map((sha) => describeCommit(core, repository, page, sha));
  const head =
    after === undefined ? null : (described.at(-1) ?? describeCommit(core, repository, page, after));
  const lost =
    before !== undefined && after !== undefined && !isAncestor(core.state, repository.id, before, after);
  const payload = {
    ref: push.name,
    before: before ?? noCommit,
    after: after ?? noCommit,
    created: before === undefined,
    deleted: after === undefined,
    forced: lost,
    base_ref: null,
    compare: `${page}/compare/${(before ?? noCommit).slice(0, 12)}...${(after ?? noCommit).slice(0, 12)}`,
    commits: described,
    head_commit: head,
    pusher: { name: writer.user.login, email: writer.user.email, date: push.at, username: writer.user.login },
  };
  emit(core, { event: "push", action: null, repository, sender: writer.user, payload });
}

function describeCommit(core: HubCore, repository: Repository, page: string, sha: string) {
  const commit = getCommit(core.state, repository.id, sha);
  if (commit === undefined) return null;
  const person = ({ name, email }: Signature) => {
    const user = userByEmail(core.state, email);
    return { name, email, ...(user === undefined ? {} : { username: user.login }) };
  };
  return {
    id: sha,
    tree_id: commit.tree,
    distinct: true,
    message: commit.message,
    timestamp: toIsoSeconds(commit.committer.at * 1000),
    url: `${page}/commit/${sha}`,
    author: person(commit.author),
    committer: person(commit.committer),
    ...pathsChangedBy(core.state, repository.id, commit),
  };
}
