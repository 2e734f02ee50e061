/**
 * The merge queue of a branch whose rules require one. GitHub tests each entry as a commit on a temporary branch, which has
 * everything before it in the queue, and asks Apps for checks of that commit: it is no pull request's head.
 * https://docs.github.com/en/repositories/configuring-branches-and-merges-in-your-repository/configuring-pull-request-merges/managing-a-merge-queue
 *
 * The stand-in tests all entries at once, merges as soon as the rule allows, and lets nobody jump the queue.
 */
import { Defect } from "../../../base/errors.ts";
import { forWebhooks, type HubCore } from "../../core.ts";
import { mergeCommits } from "../../git/merge.ts";
import { rangeOf } from "../../git/range.ts";
import { presentShortCommit } from "../../present/commit.ts";
import { userById } from "../../state/accounts/users.ts";
import { getCommit, putCommit } from "../../state/git/git.ts";
import { dropRef, type GitRef, refSha, refsUnder, setRef } from "../../state/git/refs.ts";
import { type Pull, pullById } from "../../state/pulls/pulls.ts";
import type { Repository } from "../../state/repositories.ts";
import { emit } from "../../webhooks/emit.ts";
import { needs, writableFor } from "../access/access.ts";
import type { Actor, UserActor, WriteActor } from "../access/actor.ts";
import { signatureOf } from "../git/commits.ts";
import { moveRef } from "../git/push.ts";
import { notFound, type OpResult, ok, unprocessable } from "../result.ts";
import { announce, note, nowOf, write } from "../write.ts";
import { followUpMerge } from "./pull-merged.ts";
import {
  additionOf,
  type QueueEntry,
  queueEntryOf,
  queueOn,
  queueRuleOn,
  temporaryBranches,
} from "./queue-entries.ts";
import { mergeBlockers } from "./readiness.ts";
import { type CheckVerdict, requiredVerdictOn } from "./verdicts.ts";

/** Why a pull request leaves the queue unmerged: those of GitHub's reasons that the stand-in has. */
type QueueRemoval = "CI_FAILURE" | "MANUAL" | "MERGE_CONFLICT";

interface Queue {
  /** Renders for webhooks. */
  readonly core: HubCore;
  readonly repository: Repository;
  readonly baseRef: string;
}

export interface EnqueueInput {
  readonly pullId: number;
  /** The expected head; any if omitted. */
  readonly headSha?: string | undefined;
}

export function enqueuePull(core: HubCore, actor: Actor, input: EnqueueInput): OpResult<Pull> {
  return inQueue(core, actor, input.pullId, (queue, pull, writer) => {
    const problem = whyNotQueued(queue, actor, pull, input.headSha);
    if (problem !== undefined) return unprocessable(problem);
    const session = { ...queue, writer, issueId: pull.issue.id, at: nowOf(core) };
    note(session, { event: "added_to_merge_queue" });
    announce(session, "enqueued");
    const before = queueOn(core.state, queue.repository.id, queue.baseRef).at(-1)?.group.sha;
    if (!addGroup(queue, pull, before ?? baseTip(queue))) leaveQueue(queue, pull, "MERGE_CONFLICT");
    settleBranch(queue);
    return ok(pull);
  });
}

export function dequeuePull(core: HubCore, actor: Actor, pullId: number): OpResult<Pull> {
  return inQueue(core, actor, pullId, (queue, pull) => {
    if (queueEntryOf(core.state, pull) === undefined)
      return unprocessable("Pull request is not in the merge queue");
    leaveQueue(queue, pull, "MANUAL");
    rebuild(queue);
    return ok(pull);
  });
}

/** Merges and removes what the results on a commit decide, if a queue tests it. Within a write. */
export function settleQueue(core: HubCore, repository: Repository, sha: string): void {
  const group = refsUnder(core.state, repository.id, temporaryBranches).find((ref) => ref.sha === sha);
  if (group === undefined) return;
  const baseRef = group.name.slice(temporaryBranches.length).replace(/\/pr-\d{1,9}-[0-9a-f]{40}$/, "");
  settleBranch({ core: forWebhooks(core), repository, baseRef });
}

function inQueue(
  core: HubCore,
  actor: Actor,
  pullId: number,
  change: (queue: Queue, pull: Pull, writer: WriteActor) => OpResult<Pull>,
): OpResult<Pull> {
  return write(core, () => {
    const pull = pullById(core.state, pullId);
    if (pull === undefined) return notFound;
    const found = writableFor(core.state, actor, pull.repositoryId, needs.enqueue);
    if (found.kind !== "ok") return found;
    const { repository, writer } = found.value;
    const changed = change({ core: forWebhooks(core), repository, baseRef: pull.baseRef }, pull, writer);
    return changed.kind === "ok" ? ok(pullById(core.state, pullId) ?? pull) : changed;
  });
}

/** How the sentences go on is documented nowhere; "Pull request …" is how public reports show them to begin. */
function whyNotQueued(
  { core: { state }, repository }: Queue,
  actor: Actor,
  pull: Pull,
  headSha: string | undefined,
): string | undefined {
  if (queueRuleOn(state, repository, pull.baseRef) === undefined)
    return "Pull request has no merge queue on its base branch";
  if (pull.issue.state === "closed") return "Pull request is closed";
  if (headSha !== undefined && headSha !== pull.headSha) return "Pull request head was modified";
  if (pull.draft) return "Pull request is still a draft";
  if (queueEntryOf(state, pull) !== undefined) return "Pull request is already in the queue";
  const unmet = mergeBlockers(state, pull, actor).filter(({ kind }) => kind === "blocked");
  return unmet.length === 0 ? undefined : `Pull request ${unmet.map(({ message }) => message).join(" ")}`;
}

/** False for a conflict with what is before it. */
function addGroup(queue: Queue, pull: Pull, base: string): boolean {
  const { core, repository, baseRef } = queue;
  const { head } = rangeOf(core.state, pull);
  const merged = mergeCommits(core.state, repository.id, base, head);
  if (merged.kind === "conflict") return false;
  const signature = signatureOf(core, enqueuerOf(queue, pull).user);
  const sha = putCommit(core.state, repository.id, {
    tree: merged.tree,
    parents: [base, head],
    author: signature,
    committer: signature,
    message: `Merge pull request #${pull.issue.number}`,
  });
  const group = { name: `${temporaryBranches}${baseRef}/pr-${pull.issue.number}-${base}`, sha };
  setRef(core.state, repository.id, group.name, sha);
  emitGroup(queue, pull, group, { action: "checks_requested" });
  return true;
}

function emitGroup(
  queue: Queue,
  pull: Pull,
  group: GitRef,
  { action, ...extra }: { readonly action: string; readonly reason?: string },
): void {
  const { core, repository, baseRef } = queue;
  const [base = group.sha] = getCommit(core.state, repository.id, group.sha)?.parents ?? [];
  const mergeGroup = {
    head_sha: group.sha,
    head_ref: group.name,
    base_sha: base,
    base_ref: `refs/heads/${baseRef}`,
    head_commit: presentShortCommit(core, repository, group.sha),
  };
  const sender = enqueuerOf(queue, pull).user;
  const payload = { ...extra, merge_group: mergeGroup };
  emit(core, { event: "merge_group", action, repository, sender, payload });
}

/** Merges what may be merged, and removes what failed. */
function settleBranch(queue: Queue): void {
  const { core, repository, baseRef } = queue;
  const rule = queueRuleOn(core.state, repository, baseRef);
  const entries = queueOn(core.state, repository.id, baseRef);
  const verdicts = entries.map(({ group }) => requiredVerdictOn(core.state, repository, baseRef, group.sha));
  const isGreenAtHead = rule?.parameters.grouping_strategy === "HEADGREEN";
  const merged = isGreenAtHead ? verdicts.lastIndexOf("success") + 1 : countFirst(verdicts, "success");
  if (merged > 0) mergeEntries(queue, entries.slice(0, merged));
  const failed = entries[merged];
  if (failed === undefined || verdicts[merged] !== "failure") return;
  leaveQueue(queue, failed.pull, "CI_FAILURE");
  rebuild(queue);
}

function countFirst(verdicts: readonly CheckVerdict[], wanted: CheckVerdict): number {
  const other = verdicts.findIndex((verdict) => verdict !== wanted);
  return other < 0 ? verdicts.length : other;
}

function mergeEntries(queue: Queue, entries: readonly QueueEntry[]): void {
  const { core, repository, baseRef } = queue;
  for (const { pull, group } of entries) {
    const [baseSha = pull.baseSha] = getCommit(core.state, repository.id, group.sha)?.parents ?? [];
    const writer = enqueuerOf(queue, pull);
    dropRef(core.state, repository.id, group.name);
    announce({ ...queue, writer, issueId: pull.issue.id, at: nowOf(core) }, "dequeued", { reason: "MERGE" });
    followUpMerge({ core, writer, repository }, { ...pull, baseSha }, group.sha);
    emitGroup(queue, pull, group, { action: "destroyed", reason: "merged" });
    moveRef(
      { core, writer, repository },
      { name: `refs/heads/${baseRef}`, after: group.sha, as: "merge_queue_merge" },
    );
  }
}

function leaveQueue(queue: Queue, pull: Pull, reason: QueueRemoval): void {
  const { core, repository } = queue;
  const entry = queueEntryOf(core.state, pull);
  const session = { ...queue, writer: enqueuerOf(queue, pull), issueId: pull.issue.id, at: nowOf(core) };
  note(session, { event: "removed_from_merge_queue", reason });
  announce(session, "dequeued", { reason });
  if (entry === undefined) return;
  dropRef(core.state, repository.id, entry.group.name);
  emitGroup(queue, pull, entry.group, { action: "destroyed", reason: "dequeued" });
}

/** Tests the others again, without what left the queue. */
function rebuild(queue: Queue): void {
  const { core, repository, baseRef } = queue;
  const entries = queueOn(core.state, repository.id, baseRef);
  for (const { pull, group } of entries) {
    dropRef(core.state, repository.id, group.name);
    emitGroup(queue, pull, group, { action: "destroyed", reason: "invalidated" });
  }
  let base = baseTip(queue);
  for (const { pull } of entries) {
    if (!addGroup(queue, pull, base)) leaveQueue(queue, pull, "MERGE_CONFLICT");
    base = queueEntryOf(core.state, pull)?.group.sha ?? base;
  }
}

function baseTip({ core, repository, baseRef }: Queue): string {
  const sha = refSha(core.state, repository.id, `refs/heads/${baseRef}`);
  if (sha === undefined) throw new Defect(`The branch ${baseRef} of a merge queue is gone.`);
  return sha;
}

/** GitHub merges and removes as an account of its own; the stand-in does it as the one who added the pull request. */
function enqueuerOf({ core: { state } }: Queue, pull: Pull): UserActor {
  const addition = additionOf(state, pull);
  const user = addition && userById(state, addition.actorId);
  if (user === undefined) throw new Defect(`Nobody added pull request ${pull.id} to the merge queue.`);
  return { kind: "user", user };
}
