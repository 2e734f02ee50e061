/** Comments on issues. */
import { z } from "zod";
import { failure, type HttpResponse, json, noContent, toResponse } from "../../../http/response.ts";
import { needs, repositoryFor } from "../../../ops/access/access.ts";
import { createComment, deleteComment, updateComment } from "../../../ops/issues/comments.ts";
import { findComment } from "../../../ops/search/find.ts";
import { presentComment } from "../../../present/issues/comment.ts";
import { type Comment, commentsOfIssue, commentsOfRepository } from "../../../state/issues/comments.ts";
import {
  numberParam,
  paged,
  queryChoice,
  sinceOf,
  withBody,
  withIssue,
  withRepository,
} from "../../reading.ts";
import { type RestRequest, type Route, route } from "../../route.ts";

const text = z.object({ body: z.string() });
const ofIssue = "/repos/{owner}/{repo}/issues/{issue_number}/comments";
const one = "/repos/{owner}/{repo}/issues/comments/{comment_id}";

export const commentRoutes: readonly Route[] = [
  route("GET", ofIssue, (request) =>
    withIssue(request, (issue) =>
      paged(
        request,
        (page) => commentsOfIssue(request.viewing.state, issue.id, page, sinceOf(request.query)),
        (comment) => presentComment(request.viewing, comment),
      ),
    ),
  ),
  route("POST", ofIssue, (request) =>
    withIssue(request, (issue) =>
      withBody(request, text, ({ body }) =>
        toResponse(createComment(request.core, request.actor, { issueId: issue.id, body }), (comment) => {
          const shown = presentComment(request.viewing, comment);
          return json(201, shown, { location: shown.url });
        }),
      ),
    ),
  ),
  route("GET", "/repos/{owner}/{repo}/issues/comments", (request) =>
    withRepository(request, (repository) =>
      toResponse(repositoryFor(request.viewing.state, request.actor, repository.id, needs.readIssues), () => {
        const sort = queryChoice(request.query, "sort", ["created", "updated"]);
        const direction = queryChoice(request.query, "direction", ["desc", "asc"]);
        const listing = request.query.has("sort")
          ? ({ sort, direction } as const)
          : ({ sort: "created", direction: "asc" } as const);
        const since = sinceOf(request.query);
        return paged(
          request,
          (page) =>
            commentsOfRepository(request.viewing.state, repository.id, { ...listing, ...page, since }),
          (comment) => presentComment(request.viewing, comment),
        );
      }),
    ),
  ),
  route("GET", one, (request) =>
    withComment(request, (comment) => json(200, presentComment(request.viewing, comment))),
  ),
  route("PATCH", one, (request) =>
    withComment(request, ({ id: commentId }) =>
      withBody(request, text, ({ body }) =>
        toResponse(updateComment(request.core, request.actor, { commentId, body }), (comment) =>
          json(200, presentComment(request.viewing, comment)),
        ),
      ),
    ),
  ),
  route("DELETE", one, (request) =>
    withComment(request, ({ id: commentId }) =>
      toResponse(deleteComment(request.core, request.actor, { commentId }), () => noContent),
    ),
  ),
];

/** Finds the comment of the path, which must belong to the repository of the path. */
export function withComment(request: RestRequest, work: (comment: Comment) => HttpResponse): HttpResponse {
  return withRepository(request, (repository) =>
    toResponse(findComment(request.core, request.actor, numberParam(request, "comment_id")), (comment) =>
      comment.repositoryId === repository.id ? work(comment) : failure(404, "Not Found"),
    ),
  );
}
