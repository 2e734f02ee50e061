/** Mutations of pull requests: open, change, close, merge, update the branch. */

import { setAssignees } from "../../ops/issues/assignees.ts";
import { setLabels } from "../../ops/issues/issue-labels.ts";
import { updateIssue } from "../../ops/issues/update-issue.ts";
import { createPull } from "../../ops/pulls/create-pull.ts";
import { type MergeMethod, mergePull, updateBranch } from "../../ops/pulls/merge-pull.ts";
import { dequeuePull, enqueuePull } from "../../ops/pulls/merge-queue.ts";
import { setReviewRequests } from "../../ops/pulls/review-requests.ts";
import { setDraft, updatePull } from "../../ops/pulls/update-pull.ts";
import type { OpResult } from "../../ops/result.ts";
import { ownerOf } from "../../present/repository.ts";
import { type Pull, pullById } from "../../state/pulls/pulls.ts";
import { repositoryById } from "../../state/repositories.ts";
import { type Entity, entity } from "../executor/entity.ts";
import { toPullState } from "../executor/enums.ts";
import { noNode, notImplemented } from "../executor/failure.ts";
import { queueEntryNode } from "../types/pull-request.ts";
import {
  type Call,
  idOf,
  labelNamesIn,
  logins,
  type MutationResolver,
  type MutationResolvers,
  milestoneIdIn,
  outcome,
} from "./call.ts";

const methods: Readonly<Record<string, MergeMethod>> = { MERGE: "merge", SQUASH: "squash", REBASE: "rebase" };

export const pullMutations: MutationResolvers = {
  createPullRequest: (call) => {
    const { input, viewing } = call;
    const pull = createPull(viewing.core, viewing.actor, {
      repositoryId: idOf(call, "repositoryId", "R"),
      title: input.text("title"),
      body: input.optionalText("body"),
      base: branchName(input.text("baseRefName")),
      head: headName(call),
      draft: input.flag("draft"),
      maintainerCanModify: input.has("maintainerCanModify") ? input.flag("maintainerCanModify") : undefined,
    });
    return { pullRequest: pullNode(call, pull) };
  },
  updatePullRequest: (call) => {
    const { input, viewing } = call;
    const pullId = idOf(call, "pullRequestId", "PR");
    const state = input.optionalText("state");
    const changed = updatePull(viewing.core, viewing.actor, {
      pullId,
      title: input.optionalText("title"),
      body: input.optionalText("body"),
      state: state === undefined || toPullState(state) === "merged" ? undefined : openOrClosed(state),
      base: input.optionalText("baseRefName"),
    });
    const { issue } = outcome(call, changed);
    if (input.has("labelIds")) {
      const names = labelNamesIn(call, "labelIds");
      outcome(call, setLabels(viewing.core, viewing.actor, { issueId: issue.id, names }));
    }
    if (input.has("assigneeIds")) {
      const people = logins(call, "assigneeIds");
      outcome(call, setAssignees(viewing.core, viewing.actor, { issueId: issue.id, logins: people }));
    }
    const milestone = milestoneIdIn(call);
    if (milestone !== undefined)
      outcome(call, updateIssue(viewing.core, viewing.actor, { issueId: issue.id, milestone }));
    return { pullRequest: reloadPull(call, pullId) };
  },
  requestReviews: (call) => {
    const { input, viewing } = call;
    const pull = setReviewRequests(viewing.core, viewing.actor, {
      pullId: idOf(call, "pullRequestId", "PR"),
      logins: logins(call, "userIds"),
      keepsOthers: input.flag("union"),
    });
    return {
      pullRequest: pullNode(call, pull),
      actor: () => entity(viewing.actor.user.type, viewing.actor.user),
    };
  },
  closePullRequest: pullMutation((call, pullId) =>
    updatePull(call.viewing.core, call.viewing.actor, { pullId, state: "closed" }),
  ),
  reopenPullRequest: pullMutation((call, pullId) =>
    updatePull(call.viewing.core, call.viewing.actor, { pullId, state: "open" }),
  ),
  markPullRequestReadyForReview: pullMutation((call, pullId) =>
    setDraft(call.viewing.core, call.viewing.actor, { pullId, draft: false }),
  ),
  convertPullRequestToDraft: pullMutation((call, pullId) =>
    setDraft(call.viewing.core, call.viewing.actor, { pullId, draft: true }),
  ),
  updatePullRequestBranch: (call) => {
    refuseRebase(call);
    const pullId = idOf(call, "pullRequestId", "PR");
    const headSha = call.input.optionalText("expectedHeadOid");
    const updated = updateBranch(call.viewing.core, call.viewing.actor, { pullId, headSha });
    return { pullRequest: pullNode(call, updated) };
  },
  enqueuePullRequest: (call) => {
    refuseJump(call);
    const pullId = idOf(call, "pullRequestId", "PR");
    const headSha = call.input.optionalText("expectedHeadOid");
    const queued = outcome(call, enqueuePull(call.viewing.core, call.viewing.actor, { pullId, headSha }));
    return { mergeQueueEntry: queueEntryNode(call.viewing.core, queued) };
  },
  dequeuePullRequest: (call) => {
    const pullId = idOf(call, "id", "PR");
    const pull = outcome(call, dequeuePull(call.viewing.core, call.viewing.actor, pullId));
    return { mergeQueueEntry: queueEntryNode(call.viewing.core, pull) };
  },
  mergePullRequest: (call) => {
    const { input, viewing } = call;
    const pullId = idOf(call, "pullRequestId", "PR");
    const merged = mergePull(viewing.core, viewing.actor, {
      pullId,
      method: methods[input.optionalText("mergeMethod") ?? "MERGE"] ?? "merge",
      headSha: input.optionalText("expectedHeadOid"),
      title: input.optionalText("commitHeadline"),
      message: input.optionalText("commitBody"),
    });
    outcome(call, merged);
    return {
      pullRequest: reloadPull(call, pullId),
      actor: () => entity(viewing.actor.user.type, viewing.actor.user),
    };
  },
};

function pullMutation(change: (call: Call, pullId: number) => OpResult<Pull>): MutationResolver {
  return (call) => ({ pullRequest: pullNode(call, change(call, idOf(call, "pullRequestId", "PR"))) });
}

function pullNode(call: Call, result: OpResult<Pull>): Entity<"PullRequest"> {
  return entity("PullRequest", outcome(call, result));
}

function reloadPull({ viewing }: Call, pullId: number): Entity<"PullRequest"> | null {
  const pull = pullById(viewing.core.state, pullId);
  return pull === undefined ? null : entity("PullRequest", pull);
}

/** A branch may be given as a full ref name. */
function branchName(name: string): string {
  return name.replace(/^refs\/heads\//, "");
}

/** `owner:branch`, or a branch of the repository that is given separately. */
function headName(call: Call): string {
  const name = branchName(call.input.text("headRefName"));
  if (!call.input.has("headRepositoryId")) return name;
  const { state } = call.viewing.core;
  const head = repositoryById(state, idOf(call, "headRepositoryId", "R"));
  if (head === undefined) throw noNode(call.input.text("headRepositoryId"));
  return name.includes(":") ? name : `${ownerOf(state, head).login}:${name}`;
}

function openOrClosed(state: string): "open" | "closed" {
  return toPullState(state) === "open" ? "open" : "closed";
}

/** The hub merges the base into the branch; it does not rebase. */
function refuseRebase({ input }: Call): void {
  if (input.optionalText("updateMethod") === "REBASE")
    throw notImplemented("UpdatePullRequestBranchInput.updateMethod: REBASE");
}

/** The stand-in's queue has no front to jump to. */
function refuseJump({ input }: Call): void {
  if (input.flag("jump")) throw notImplemented("EnqueuePullRequestInput.jump");
}
