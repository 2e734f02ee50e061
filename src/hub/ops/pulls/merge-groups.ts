/**
 * A merge queue's group, of one pull request. GitHub tests the merge on a temporary branch and requests
 * checks of that commit from the Apps, which is not the pull request's head.
 */
import { forWebhooks, type HubCore } from "../../core.ts";
import { mergeCommits } from "../../git/merge.ts";
import { rangeOf } from "../../git/range.ts";
import { presentShortCommit } from "../../present/commit.ts";
import { putCommit } from "../../state/git/git.ts";
import { type GitRef, refsUnder, setRef } from "../../state/git/refs.ts";
import { type Pull, pullById } from "../../state/pulls/pulls.ts";
import type { State } from "../../state/state.ts";
import { emit } from "../../webhooks/emit.ts";
import { needs, writableFor } from "../access/access.ts";
import type { Actor } from "../access/actor.ts";
import { signatureOf } from "../git/commits.ts";
import { notAllowed, notFound, type OpResult, ok } from "../result.ts";
import { write } from "../write.ts";

export interface MergeGroup {
  /** The commit that would become the tip of the base branch. */
  readonly headSha: string;
  readonly headRef: string;
}

const queue = "refs/heads/gh-readonly-queue/";

/** The merge group of an open pull request, if it was queued. */
export function groupOf(state: State, pull: Pull): GitRef | undefined {
  if (pull.issue.state === "closed") return undefined;
  return refsUnder(state, pull.repositoryId, `${queue}${pull.baseRef}/pr-${pull.issue.number}-`).at(-1);
}

export function requestMergeGroup(
  core: HubCore,
  actor: Actor,
  { pullId }: { readonly pullId: number },
): OpResult<MergeGroup> {
  return write(core, () => {
    const pull = pullById(core.state, pullId);
    if (pull === undefined) return notFound;
    const found = writableFor(core.state, actor, pull.repositoryId, needs.writeContents);
    if (found.kind !== "ok") return found;
    const { writer, repository } = found.value;
    const { base, head } = rangeOf(core.state, pull);
    const merged = mergeCommits(core.state, repository.id, base, head);
    if (pull.issue.state === "closed" || merged.kind === "conflict")
      return notAllowed("Pull Request is not mergeable");
    const signature = signatureOf(core, writer.user);
    const headSha = putCommit(core.state, repository.id, {
      tree: merged.tree,
      parents: [base, head],
      author: signature,
      committer: signature,
      message: `Merge pull request #${pull.issue.number}`,
    });
    const headRef = `${queue}${pull.baseRef}/pr-${pull.issue.number}-${base}`;
    setRef(core.state, repository.id, headRef, headSha);
    const telling = forWebhooks(core);
    const group = {
      head_sha: headSha,
      head_ref: headRef,
      base_sha: base,
      base_ref: `refs/heads/${pull.baseRef}`,
      head_commit: presentShortCommit(telling, repository, headSha),
    };
    const payload = { merge_group: group };
    emit(telling, {
      event: "merge_group",
      action: "checks_requested",
      repository,
      sender: writer.user,
      payload,
    });
    return ok({ headSha, headRef });
  });
}
