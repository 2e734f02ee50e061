/**
 * Pull requests in REST and webhooks. Only the response for a single pull request says whether it can be
 * merged: webhooks and lists leave it null, as on GitHub, where it is computed later.
 */

import type { HubCore } from "../../core.ts";
import { changesOfPull, commitsOfPull } from "../../git/range.ts";
import { readinessOf } from "../../ops/pulls/readiness.ts";
import { userById } from "../../state/accounts/users.ts";
import { assigneesOfIssue } from "../../state/issues/issues.ts";
import { labelsOfIssue } from "../../state/issues/labels.ts";
import { milestoneById } from "../../state/issues/milestones.ts";
import type { Pull } from "../../state/pulls/pulls.ts";
import { requestedReviewersOf } from "../../state/pulls/review-requests.ts";
import { countReviewComments } from "../../state/pulls/review-threads.ts";
import { type Repository, repositoryById } from "../../state/repositories.ts";
import { presentUser } from "../account.ts";
import { associationOf, userOf } from "../issues/issue.ts";
import { presentLabel } from "../issues/label.ts";
import { presentMilestone } from "../issues/milestone.ts";
import { presentRepository, repositoryUrl, requiredRepository } from "../repository.ts";
import { pullPage } from "./pull-links.ts";

type PresentContext = Pick<HubCore, "state" | "site">;

/** The fields of a pull request in lists. */
export function presentPullBriefly(viewing: PresentContext, pull: Pull) {
  const { state, site } = viewing;
  const { issue } = pull;
  const repository = requiredRepository(viewing, pull.repositoryId);
  const api = repositoryUrl(state, site, repository);
  const url = `${api}/pulls/${issue.number}`;
  const page = pullPage(viewing, pull);
  const assignees = assigneesOfIssue(state, issue.id).map((user) => presentUser(site, user));
  const reviewers = requestedReviewersOf(state, pull.id);
  const milestone = issue.milestoneId === null ? undefined : milestoneById(state, issue.milestoneId);
  const links = linksOf(api, url, page, pull);
  return {
    url,
    id: pull.id,
    node_id: pull.nodeId,
    html_url: page,
    diff_url: `${page}.diff`,
    patch_url: `${page}.patch`,
    issue_url: links.issue.href,
    number: issue.number,
    state: issue.state,
    locked: issue.locked,
    title: issue.title,
    user: userOf(viewing, issue.authorId),
    body: issue.body,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
    merged_at: pull.mergedAt,
    merge_commit_sha: pull.mergeCommitSha,
    assignee: assignees[0] ?? null,
    assignees,
    requested_reviewers: reviewers.map((user) => presentUser(site, user)),
    requested_teams: [],
    labels: labelsOfIssue(state, issue.id).map((label) => presentLabel(viewing, label)),
    milestone: milestone === undefined ? null : presentMilestone(viewing, milestone),
    draft: pull.draft,
    commits_url: links.commits.href,
    review_comments_url: links.review_comments.href,
    review_comment_url: links.review_comment.href,
    comments_url: links.comments.href,
    statuses_url: links.statuses.href,
    head: presentHead(viewing, pull, repository),
    base: presentSide(viewing, {
      ownerId: repository.ownerId,
      ref: pull.baseRef,
      sha: pull.baseSha,
      repository,
    }),
    _links: links,
    author_association: associationOf(viewing, repository, issue.authorId),
    auto_merge: null,
    active_lock_reason: issue.lockReason,
  };
}

/** With its counts, as in webhooks. */
export function presentPull(viewing: PresentContext, pull: Pull) {
  const changes = changesOfPull(viewing.state, pull);
  return {
    ...presentPullBriefly(viewing, pull),
    merged: pull.mergedAt !== null,
    mergeable: null as boolean | null,
    rebaseable: null as boolean | null,
    mergeable_state: "unknown",
    merged_by: pull.mergedById === null ? null : userOf(viewing, pull.mergedById),
    comments: pull.issue.comments,
    review_comments: countReviewComments(viewing.state, pull.id),
    maintainer_can_modify: pull.maintainerCanModify,
    commits: commitsOfPull(viewing.state, pull).length,
    additions: changes.additions,
    deletions: changes.deletions,
    changed_files: changes.files.length,
  };
}

/** With its mergeability, which may take a trial merge. */
export function presentFullPull(viewing: PresentContext, pull: Pull) {
  const { mergeable, state } = readinessOf(viewing.state, pull);
  return { ...presentPull(viewing, pull), mergeable, rebaseable: mergeable, mergeable_state: state };
}

/** How checks refer to the pull requests of their commit. */
export function presentPullReference(viewing: PresentContext, pull: Pull) {
  const base = requiredRepository(viewing, pull.repositoryId);
  const head = (pull.headRepositoryId && repositoryById(viewing.state, pull.headRepositoryId)) || base;
  const side = (repository: Repository, ref: string, sha: string) => {
    const url = repositoryUrl(viewing.state, viewing.site, repository);
    return { ref, sha, repo: { id: repository.id, url, name: repository.name } };
  };
  return {
    url: `${repositoryUrl(viewing.state, viewing.site, base)}/pulls/${pull.issue.number}`,
    id: pull.id,
    number: pull.issue.number,
    head: side(head, pull.headRef, pull.headSha),
    base: side(base, pull.baseRef, pull.baseSha),
  };
}

function presentHead(viewing: PresentContext, pull: Pull, base: Repository) {
  const head =
    pull.headRepositoryId === null ? undefined : repositoryById(viewing.state, pull.headRepositoryId);
  const ownerId = head?.ownerId ?? pull.headOwnerId;
  return presentSide(viewing, {
    ownerId,
    ref: pull.headRef,
    sha: pull.headSha,
    repository: head?.id === base.id ? base : head,
  });
}

function presentSide(
  viewing: PresentContext,
  {
    ownerId,
    ref,
    sha,
    repository,
  }: {
    readonly ownerId: number;
    readonly ref: string;
    readonly sha: string;
    readonly repository: Repository | undefined;
  },
) {
  const owner = userById(viewing.state, ownerId);
  return {
    label: `${owner?.login ?? "unknown"}:${ref}`,
    ref,
    sha,
    user: userOf(viewing, ownerId),
    repo: repository === undefined ? null : presentMergingRepository(viewing, repository),
  };
}

/** Both sides show the repository with its merge settings. */
function presentMergingRepository({ state, site }: PresentContext, repository: Repository) {
  return {
    ...presentRepository(state, site, repository),
    allow_merge_commit: true,
    allow_squash_merge: true,
    allow_rebase_merge: true,
    allow_auto_merge: false,
    allow_update_branch: true,
    delete_branch_on_merge: false,
    merge_commit_message: "PR_TITLE",
    merge_commit_title: "MERGE_MESSAGE",
    squash_merge_commit_message: "COMMIT_MESSAGES",
    squash_merge_commit_title: "COMMIT_OR_PR_TITLE",
    use_squash_pr_title_as_default: false,
  };
}

function linksOf(api: string, url: string, page: string, { issue: { number }, headSha }: Pull) {
  return {
    self: { href: url },
    html: { href: page },
    issue: { href: `${api}/issues/${number}` },
    comments: { href: `${api}/issues/${number}/comments` },
    review_comments: { href: `${url}/comments` },
    review_comment: { href: `${api}/pulls/comments{/number}` },
    commits: { href: `${url}/commits` },
    statuses: { href: `${api}/statuses/${headSha}` },
  };
}
