/** Reviews and review threads in GraphQL. Only GraphQL reports whether a thread is resolved. */
import type { HubCore } from "../../core.ts";
import { requiredApprovals, reviewStatus } from "../../ops/pulls/review-status.ts";
import { associationOf } from "../../present/issues/issue.ts";
import { pullPage } from "../../present/pulls/pull-links.ts";
import type { Pull } from "../../state/pulls/pulls.ts";
import { commentsOfThread, type ReviewComment, type ReviewThread } from "../../state/pulls/review-threads.ts";
import { type Review, reviewsOf } from "../../state/pulls/reviews.ts";
import type { Args } from "../executor/args.ts";
import { type Composite, composite, entity } from "../executor/entity.ts";
import { commitNode } from "../git/commit.ts";
import { accountById, int32, plainText, repositoryOfRecord } from "../records.ts";
import { connection, emptyConnection, listingOf } from "./paging/connection.ts";

export function reviewNode(core: HubCore, pull: Pull, review: Review): Composite {
  const repository = repositoryOfRecord(core, pull);
  return composite(
    {
      id: review.nodeId,
      databaseId: int32(review.id),
      fullDatabaseId: String(review.id),
      author: () => accountById(core, review.authorId),
      authorAssociation: () => associationOf(core, repository, review.authorId),
      body: review.body,
      bodyText: plainText(review.body),
      state: review.state,
      createdAt: review.submittedAt,
      submittedAt: review.submittedAt,
      publishedAt: review.submittedAt,
      includesCreatedEdit: false,
      lastEditedAt: null,
      commit: () => commitNode(core, repository, review.commitSha),
      pullRequest: entity("PullRequest", pull),
      reactionGroups: [],
      url: `${pullPage(core, pull)}#pullrequestreview-${review.id}`,
    },
    "PullRequestReview",
  );
}

/** Null until a reviewer with write access has approved or requested changes, or a rule requires a review. */
export function reviewDecision({ state }: HubCore, pull: Pull): string | null {
  const { approvals, isRefused } = reviewStatus(state, pull);
  if (isRefused) return "CHANGES_REQUESTED";
  if (approvals < requiredApprovals(state, pull)) return "REVIEW_REQUIRED";
  return approvals > 0 ? "APPROVED" : null;
}

export function reviewConnection(core: HubCore, pull: Pull, args: Args): Composite {
  const authors = args.optionalText("author");
  const states = args.optionalStrings("states");
  const found = reviewsOf(core.state, pull.id).filter(
    (review) =>
      (states?.includes(review.state) ?? true) &&
      (authors === undefined || accountById(core, review.authorId).value.login === authors),
  );
  return connection(listingOf(found), args, (review) => reviewNode(core, pull, review));
}

export function threadNode(core: HubCore, pull: Pull, thread: ReviewThread): Composite {
  return composite(
    {
      id: thread.nodeId,
      isResolved: thread.resolvedById !== null,
      resolvedBy: () => (thread.resolvedById === null ? null : accountById(core, thread.resolvedById)),
      isOutdated: false,
      isCollapsed: thread.resolvedById !== null,
      path: thread.path,
      line: thread.line,
      originalLine: thread.line,
      startLine: null,
      diffSide: thread.side,
      subjectType: thread.line === null ? "FILE" : "LINE",
      pullRequest: entity("PullRequest", pull),
      repository: () => entity("Repository", repositoryOfRecord(core, pull)),
      comments: (args: Args) =>
        connection(listingOf(commentsOfThread(core.state, thread.id)), args, (comment) =>
          commentNode(core, pull, thread, comment),
        ),
    },
    "PullRequestReviewThread",
  );
}

function commentNode(core: HubCore, pull: Pull, thread: ReviewThread, comment: ReviewComment): Composite {
  const url = `${pullPage(core, pull)}#discussion_r${comment.id}`;
  return composite(
    {
      id: comment.nodeId,
      databaseId: int32(comment.id),
      fullDatabaseId: String(comment.id),
      author: () => accountById(core, comment.authorId),
      authorAssociation: () => associationOf(core, repositoryOfRecord(core, pull), comment.authorId),
      body: comment.body,
      bodyText: plainText(comment.body),
      path: thread.path,
      line: thread.line,
      createdAt: comment.createdAt,
      updatedAt: comment.createdAt,
      lastEditedAt: null,
      isMinimized: false,
      url,
      pullRequest: entity("PullRequest", pull),
      reactions: (args: Args) => emptyConnection(args),
    },
    "PullRequestReviewComment",
  );
}
