/** Reviews of a pull request and comments on its lines. */
import { z } from "zod";
import { failure, type HttpResponse, json, toResponse } from "../../../http/response.ts";
import { needs } from "../../../ops/access/access.ts";
import { createReviewComment, replyToThread, submitReview } from "../../../ops/pulls/reviews.ts";
import type { OpResult } from "../../../ops/result.ts";
import { presentReview, presentReviewComment } from "../../../present/pulls/review.ts";
import { type Pull, pullById } from "../../../state/pulls/pulls.ts";
import {
  type ReviewComment,
  reviewCommentById,
  reviewCommentsOfPull,
  threadById,
} from "../../../state/pulls/review-threads.ts";
import { reviewById, reviewsOf } from "../../../state/pulls/reviews.ts";
import { numberParam, pagedList, withAllowed, withBody, withPull } from "../../reading.ts";
import { type RestRequest, type Route, route } from "../../route.ts";

const lineComment = z.object({
  path: z.string(),
  body: z.string(),
  line: z.number().int().nullish(),
  side: z.enum(["LEFT", "RIGHT"]).optional(),
});
/** The hub does not support pending reviews, that is, those without an event. */
const newReview = z.object({
  event: z.enum(["APPROVE", "REQUEST_CHANGES", "COMMENT"]),
  body: z.string().optional(),
  commit_id: z.string().optional(),
  comments: z.array(lineComment).max(100).optional(),
});
const states = { APPROVE: "APPROVED", REQUEST_CHANGES: "CHANGES_REQUESTED", COMMENT: "COMMENTED" } as const;
const newComment = lineComment.extend({ commit_id: z.string() });
const reply = z.object({ body: z.string() });

const one = "/repos/{owner}/{repo}/pulls/{pull_number}";

export const reviewRoutes: readonly Route[] = [
  route("GET", `${one}/reviews`, (request) =>
    withPull(request, (pull) =>
      pagedList(request, reviewsOf(request.viewing.state, pull.id), (review) =>
        presentReview(request.viewing, pull, review),
      ),
    ),
  ),
  route("POST", `${one}/reviews`, (request) =>
    withPull(request, (pull) =>
      withBody(request, newReview, ({ event, commit_id: commitSha, ...rest }) => {
        const asked = { ...rest, commitSha, pullId: pull.id, state: states[event] };
        return toResponse(submitReview(request.core, request.actor, asked), (review) =>
          json(200, presentReview(request.viewing, pull, review)),
        );
      }),
    ),
  ),
  route("GET", `${one}/reviews/{review_id}`, (request) =>
    withPull(request, (pull) => {
      const review = reviewById(request.viewing.state, numberParam(request, "review_id"));
      return review?.pullId === pull.id
        ? json(200, presentReview(request.viewing, pull, review))
        : failure(404, "Not Found");
    }),
  ),
  route("GET", `${one}/comments`, (request) =>
    withPull(request, (pull) =>
      pagedList(request, reviewCommentsOfPull(request.viewing.state, pull.id), (comment) =>
        present(request, pull, comment),
      ),
    ),
  ),
  route("POST", `${one}/comments`, (request) =>
    withPull(request, (pull) =>
      withBody(request, newComment, ({ commit_id: commitSha, ...rest }) => {
        const asked = { ...rest, commitSha, pullId: pull.id };
        return showComment(request, pull, createReviewComment(request.core, request.actor, asked));
      }),
    ),
  ),
  route("POST", `${one}/comments/{comment_id}/replies`, (request) =>
    withPull(request, (pull) =>
      withBody(request, reply, ({ body }) => {
        const first = reviewCommentById(request.viewing.state, numberParam(request, "comment_id"));
        const thread = first && threadById(request.viewing.state, first.threadId);
        if (thread?.pullId !== pull.id) return failure(404, "Not Found");
        const asked = { threadId: thread.id, body };
        return showComment(request, pull, replyToThread(request.core, request.actor, asked));
      }),
    ),
  ),
  route("GET", "/repos/{owner}/{repo}/pulls/comments/{comment_id}", (request) =>
    withAllowed(request, needs.readPulls, (repository) => {
      const { state } = request.viewing;
      const comment = reviewCommentById(state, numberParam(request, "comment_id"));
      const pull = comment && pullById(state, threadById(state, comment.threadId)?.pullId ?? 0);
      if (comment === undefined || pull?.repositoryId !== repository.id) return failure(404, "Not Found");
      return json(200, present(request, pull, comment));
    }),
  ),
];

function showComment(request: RestRequest, pull: Pull, result: OpResult<ReviewComment>): HttpResponse {
  return toResponse(result, (comment) => json(201, present(request, pull, comment)));
}

function present({ viewing }: RestRequest, pull: Pull, comment: ReviewComment) {
  const thread = threadById(viewing.state, comment.threadId);
  return thread === undefined ? null : presentReviewComment(viewing, pull, thread, comment);
}
