/** Reviews and comments on lines. */
import type { HubCore } from "../../core.ts";
import type { Pull } from "../../state/pulls/pulls.ts";
import { commentsOfThread, type ReviewComment, type ReviewThread } from "../../state/pulls/review-threads.ts";
import type { Review } from "../../state/pulls/reviews.ts";
import { associationOf, presentNoReactions, userOf } from "../issues/issue.ts";
import { repositoryUrl, requiredRepository } from "../repository.ts";
import { presentPullLinks } from "./pull-links.ts";

type PresentContext = Pick<HubCore, "state" | "site">;

export function presentReview(viewing: PresentContext, pull: Pull, review: Review) {
  const links = presentPullLinks(viewing, pull);
  const page = `${links.html_url}#pullrequestreview-${review.id}`;
  return {
    id: review.id,
    node_id: review.nodeId,
    user: userOf(viewing, review.authorId),
    body: review.body,
    state: review.state,
    html_url: page,
    pull_request_url: links.url,
    _links: { html: { href: page }, pull_request: { href: links.url } },
    submitted_at: review.submittedAt,
    commit_id: review.commitSha,
    author_association: associationOf(
      viewing,
      requiredRepository(viewing, pull.repositoryId),
      review.authorId,
    ),
  };
}

export function presentReviewComment(
  viewing: PresentContext,
  pull: Pull,
  thread: ReviewThread,
  comment: ReviewComment,
) {
  const repository = requiredRepository(viewing, pull.repositoryId);
  const url = `${repositoryUrl(viewing.state, viewing.site, repository)}/pulls/comments/${comment.id}`;
  const links = presentPullLinks(viewing, pull);
  const page = `${links.html_url}#discussion_r${comment.id}`;
  const first = commentsOfThread(viewing.state, thread.id)[0];
  const isReply = first !== undefined && first.id !== comment.id;
  return {
    url,
    pull_request_review_id: comment.reviewId,
    id: comment.id,
    node_id: comment.nodeId,
    diff_hunk: "",
    path: thread.path,
    position: thread.line ?? 1,
    original_position: thread.line ?? 1,
    commit_id: comment.commitSha,
    original_commit_id: comment.commitSha,
    ...(isReply ? { in_reply_to_id: first.id } : {}),
    user: userOf(viewing, comment.authorId),
    body: comment.body,
    created_at: comment.createdAt,
    updated_at: comment.createdAt,
    html_url: page,
    pull_request_url: links.url,
    author_association: associationOf(viewing, repository, comment.authorId),
    _links: { self: { href: url }, html: { href: page }, pull_request: { href: links.url } },
    start_line: null,
    original_start_line: null,
    start_side: null,
    line: thread.line ?? 1,
    original_line: thread.line ?? 1,
    side: thread.side,
    subject_type: thread.line === null ? "file" : "line",
    reactions: presentNoReactions(url),
  };
}
