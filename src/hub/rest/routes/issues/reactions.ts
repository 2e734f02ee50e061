/** Reactions to issues and comments. */
import { z } from "zod";
import { type HttpResponse, json, noContent, toResponse } from "../../../http/response.ts";
import { addReaction, type ReactionTarget, removeReaction } from "../../../ops/issues/reactions.ts";
import { userOf } from "../../../present/issues/issue.ts";
import { type Reaction, reactionContents, reactionsTo } from "../../../state/issues/reactions.ts";
import { numberParam, paged, withBody, withIssue } from "../../reading.ts";
import { type RestRequest, type Route, route } from "../../route.ts";
import { withComment } from "./comments.ts";

const newReaction = z.object({ content: z.enum(reactionContents) });

type Finder = (request: RestRequest, work: (target: ReactionTarget) => HttpResponse) => HttpResponse;

const onIssue: Finder = (request, work) =>
  withIssue(request, (issue) => work({ subject: "issue", subjectId: issue.id }));
const onComment: Finder = (request, work) =>
  withComment(request, (comment) => work({ subject: "comment", subjectId: comment.id }));

export const reactionRoutes: readonly Route[] = [
  ...routesOf("/repos/{owner}/{repo}/issues/{issue_number}/reactions", onIssue),
  ...routesOf("/repos/{owner}/{repo}/issues/comments/{comment_id}/reactions", onComment),
];

function routesOf(template: string, find: Finder): readonly Route[] {
  return [
    route("GET", template, (request) =>
      find(request, ({ subject, subjectId }) =>
        paged(
          request,
          (page) => reactionsTo(request.viewing.state, subject, subjectId, page),
          (reaction) => presentReaction(request, reaction),
        ),
      ),
    ),
    route("POST", template, (request) =>
      find(request, (target) =>
        withBody(request, newReaction, ({ content }) =>
          toResponse(
            addReaction(request.core, request.actor, { ...target, content }),
            ({ reaction, isNew }) => json(isNew ? 201 : 200, presentReaction(request, reaction)),
          ),
        ),
      ),
    ),
    route("DELETE", `${template}/{reaction_id}`, (request) =>
      find(request, (target) =>
        toResponse(
          removeReaction(request.core, request.actor, {
            ...target,
            reactionId: numberParam(request, "reaction_id"),
          }),
          () => noContent,
        ),
      ),
    ),
  ];
}

function presentReaction({ viewing }: RestRequest, reaction: Reaction) {
  return {
    id: reaction.id,
    node_id: reaction.nodeId,
    user: userOf(viewing, reaction.userId),
    content: reaction.content,
    created_at: reaction.createdAt,
  };
}
