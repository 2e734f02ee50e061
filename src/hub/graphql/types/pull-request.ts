/**
 * Pull requests in GraphQL: the fields that they share with issues, and their own. The hub has no automatic
 * merging and no projects; those fields return what GitHub returns for a pull request that uses none.
 */
import type { ChangedFile } from "../../git/changes.ts";
import { changesOfPull, commitsOfPull } from "../../git/range.ts";
import { can, needs } from "../../ops/access/access.ts";
import { closingIssueIds } from "../../ops/pulls/closing-issues.ts";
import { additionOf, queueEntryOf, queueOn, queueRuleOn } from "../../ops/pulls/queue-entries.ts";
import { readinessOf } from "../../ops/pulls/readiness.ts";
import { type User, userById } from "../../state/accounts/users.ts";
import { getCommit } from "../../state/git/git.ts";
import { refSha } from "../../state/git/refs.ts";
import { issueById } from "../../state/issues/issues.ts";
import type { Pull } from "../../state/pulls/pulls.ts";
import { requestedReviewersOf } from "../../state/pulls/review-requests.ts";
import { countReviewComments, threadsOfPull } from "../../state/pulls/review-threads.ts";
import { opinionsOf } from "../../state/pulls/reviews.ts";
import { type Repository, repositoryById } from "../../state/repositories.ts";
import { account, type Composite, composite, entity } from "../executor/entity.ts";
import { toEnum } from "../executor/enums.ts";
import { type Field, type Fields, objectType, type ResolverContext } from "../executor/object-type.ts";
import { statusCheckRollup } from "../git/check-rollup.ts";
import { commitNode } from "../git/commit.ts";
import { refNode } from "../git/git-objects.ts";
import { visibleIssue } from "../listing/dependency-listing.ts";
import { connection, listingOf } from "../listing/paging/connection.ts";
import { reviewConnection, reviewDecision, reviewNode, threadNode } from "../listing/reviews.ts";
import { accountById, int32, issuePath, repositoryOfRecord } from "../records.ts";
import { issueFields } from "./issue.ts";

/** Fields that it has as an issue. */
const asIssue: Fields<Pull> = Object.fromEntries(
  [
    "number",
    "title",
    "body",
    "bodyText",
    "author",
    "authorAssociation",
    "editor",
    "lastEditedAt",
    "includesCreatedEdit",
    "createdViaEmail",
    "createdAt",
    "publishedAt",
    "updatedAt",
    "url",
    "resourcePath",
    "repository",
    "closed",
    "closedAt",
    "locked",
    "activeLockReason",
    "milestone",
    "projectCards",
    "projectItems",
    "projectsV2",
    "assignees",
    "assignedActors",
    "participants",
    "viewerDidAuthor",
    "viewerCanUpdate",
    "viewerCanClose",
    "viewerCanReopen",
    "viewerCanLabel",
    "viewerCanReact",
    "labels",
    "comments",
    "reactionGroups",
    "reactions",
    "timelineItems",
  ].map((name): [string, Field<Pull>] => [
    name,
    (pull, args, viewing) => issueFields[name]?.(pull.issue, args, viewing),
  ]),
);

const state: Fields<Pull> = {
  id: (pull) => pull.nodeId,
  databaseId: (pull) => int32(pull.id),
  fullDatabaseId: (pull) => String(pull.id),
  state: (pull) => (pull.mergedAt === null ? toEnum(pull.issue.state) : "MERGED"),
  isDraft: (pull) => pull.draft,
  merged: (pull) => pull.mergedAt !== null,
  mergedAt: (pull) => pull.mergedAt,
  mergedBy: (pull, _args, { core }) => pull.mergedById && accountById(core, pull.mergedById),
  mergeCommit: (pull, _args, { core }) =>
    pull.mergeCommitSha && commitNode(core, repositoryOfRecord(core, pull), pull.mergeCommitSha),
  potentialMergeCommit: () => null,
  mergeable: (pull, _args, { core }) => {
    const { mergeable } = readinessOf(core.state, pull);
    return mergeable === null ? "UNKNOWN" : mergeable ? "MERGEABLE" : "CONFLICTING";
  },
  mergeStateStatus: (pull, _args, { core }) => toEnum(readinessOf(core.state, pull).state),
  autoMergeRequest: () => null,
  isInMergeQueue: (pull, _args, { core }) => queueEntryOf(core.state, pull) !== undefined,
  isMergeQueueEnabled: (pull, _args, { core }) =>
    queueRuleOn(core.state, repositoryOfRecord(core, pull), pull.baseRef) !== undefined,
  mergeQueueEntry: (pull, _args, { core }) => queueEntryNode(core, pull),
  canBeRebased: (pull, _args, { core }) => readinessOf(core.state, pull).mergeable === true,
  maintainerCanModify: (pull) => pull.maintainerCanModify,
  viewerCanUpdateBranch: (pull, _args, { core, actor }) => {
    const head =
      pull.headRepositoryId === null ? undefined : repositoryById(core.state, pull.headRepositoryId);
    return head !== undefined && can(core.state, actor, head, needs.writeContents);
  },
};

const sides: Fields<Pull> = {
  baseRefName: (pull) => pull.baseRef,
  baseRefOid: (pull) => pull.baseSha,
  baseRef: (pull, _args, { core }) => branchOf(core, repositoryOfRecord(core, pull), pull.baseRef),
  baseRepository: (pull, _args, { core }) => entity("Repository", repositoryOfRecord(core, pull)),
  headRefName: (pull) => pull.headRef,
  headRefOid: (pull) => pull.headSha,
  headRef: (pull, _args, { core }) => {
    const head = headOf(core, pull);
    return head === undefined ? null : branchOf(core, head, pull.headRef);
  },
  headRepository: (pull, _args, { core }) => {
    const head = headOf(core, pull);
    return head === undefined ? null : entity("Repository", head);
  },
  headRepositoryOwner: (pull, _args, { core }) => {
    const owner = userById(core.state, pull.headOwnerId);
    return owner === undefined ? null : account(owner);
  },
  isCrossRepository: (pull) => pull.headRepositoryId !== pull.repositoryId,
};

const proposal: Fields<Pull> = {
  additions: (pull, _args, { core }) => changesOfPull(core.state, pull).additions,
  deletions: (pull, _args, { core }) => changesOfPull(core.state, pull).deletions,
  changedFiles: (pull, _args, { core }) => changesOfPull(core.state, pull).files.length,
  files: (pull, args, { core }) => {
    const files = changesOfPull(core.state, pull).files.map((file, id) => ({ id, file }));
    return connection(listingOf(files), args, ({ file }) => fileNode(file));
  },
  commits: (pull, args, { core }) => {
    const commits = commitsOfPull(core.state, pull).map((sha, id) => ({ id, sha }));
    return connection(listingOf(commits), args, ({ sha }) => pullCommit(core, pull, sha));
  },
  statusCheckRollup: (pull, _args, { core }) =>
    statusCheckRollup(core, repositoryOfRecord(core, pull), pull.headSha),
  closingIssuesReferences: (pull, args, viewing) => {
    const issues = closingIssueIds(viewing.core.state, pull).flatMap(
      (id) => issueById(viewing.core.state, id) ?? [],
    );
    return connection(listingOf(issues), args, (issue) => visibleIssue(viewing, issue));
  },
};

const reviews: Fields<Pull> = {
  reviews: (pull, args, { core }) => reviewConnection(core, pull, args),
  latestReviews: (pull, args, { core }) => latest(core, pull, args),
  latestOpinionatedReviews: (pull, args, { core }) => latest(core, pull, args),
  reviewDecision: (pull, _args, { core }) => reviewDecision(core, pull),
  reviewThreads: (pull, args, { core }) =>
    connection(listingOf(threadsOfPull(core.state, pull.id)), args, (thread) =>
      threadNode(core, pull, thread),
    ),
  totalCommentsCount: (pull, _args, { core }) =>
    pull.issue.comments + countReviewComments(core.state, pull.id),
  reviewRequests: (pull, args, { core }) =>
    connection(listingOf(requestedReviewersOf(core.state, pull.id)), args, (user) =>
      reviewRequestNode(pull, user),
    ),
  suggestedReviewers: () => [],
};

export const pullRequestType = objectType("PullRequest", {
  ...asIssue,
  ...state,
  ...sides,
  ...proposal,
  ...reviews,
});

type Core = ResolverContext["core"];

function reviewRequestNode(pull: Pull, user: User): Composite {
  return composite({
    id: `RR_${Buffer.from(`${pull.id} ${user.id}`).toString("base64url")}`,
    asCodeOwner: false,
    databaseId: null,
    pullRequest: entity("PullRequest", pull),
    requestedReviewer: account(user),
  });
}

function headOf(core: Core, pull: Pull): Repository | undefined {
  return pull.headRepositoryId === null ? undefined : repositoryById(core.state, pull.headRepositoryId);
}

function branchOf(core: Core, repository: Repository, name: string): Composite | null {
  const sha = refSha(core.state, repository.id, `refs/heads/${name}`);
  return sha === undefined ? null : refNode(core, repository, name, sha);
}

/** Null if it is not in the queue. */
export function queueEntryNode(core: Core, pull: Pull): Composite | null {
  const entry = queueEntryOf(core.state, pull);
  if (entry === undefined) return null;
  const repository = repositoryOfRecord(core, pull);
  const [base] = getCommit(core.state, repository.id, entry.group.sha)?.parents ?? [];
  return composite({
    id: `MQE_${Buffer.from(`${pull.id}`).toString("base64url")}`,
    headCommit: () => commitNode(core, repository, entry.group.sha),
    baseCommit: () => commitNode(core, repository, base ?? pull.baseSha),
    position: entry.position,
    state: "AWAITING_CHECKS",
    jump: false,
    solo: false,
    estimatedTimeToMerge: null,
    enqueuedAt: additionOf(core.state, pull)?.createdAt ?? pull.issue.updatedAt,
    mergeQueue: () => mergeQueueNode(core, repository, pull.baseRef),
    pullRequest: entity("PullRequest", pull),
  });
}

function mergeQueueNode(core: Core, repository: Repository, baseRef: string): Composite {
  const entries = queueOn(core.state, repository.id, baseRef).map((entry) => ({ id: entry.position, entry }));
  return composite({
    id: `MQ_${Buffer.from(`${repository.id} ${baseRef}`).toString("base64url")}`,
    entries: (args: Parameters<Field<Pull>>[1]) =>
      connection(listingOf(entries), args, ({ entry }) => queueEntryNode(core, entry.pull)),
  });
}

function latest(core: Core, pull: Pull, args: Parameters<Field<Pull>>[1]): Composite {
  return connection(listingOf(opinionsOf(core.state, pull.id)), args, (review) =>
    reviewNode(core, pull, review),
  );
}

const changeTypes = {
  added: "ADDED",
  removed: "DELETED",
  modified: "MODIFIED",
  renamed: "RENAMED",
  changed: "CHANGED",
} as const;

function fileNode({ path, additions, deletions, status }: ChangedFile): Composite {
  return composite({ path, additions, deletions, changeType: changeTypes[status] });
}

function pullCommit(core: Core, pull: Pull, sha: string): Composite {
  const resourcePath = `${issuePath(core, pull.issue)}/commits/${sha}`;
  return composite({
    id: `PURC_${Buffer.from(`${pull.id} ${sha}`).toString("base64url")}`,
    commit: () => commitNode(core, repositoryOfRecord(core, pull), sha),
    pullRequest: entity("PullRequest", pull),
    resourcePath,
    url: core.site.web + resourcePath,
  });
}
