/** Mutations of comments: add, update, delete, minimise. */
import { createComment, deleteComment, minimizeComment, updateComment } from "../../ops/issues/comments.ts";
import type { OpResult } from "../../ops/result.ts";
import type { Comment } from "../../state/issues/comments.ts";
import { Args } from "../executor/args.ts";
import { type Entity, entity } from "../executor/entity.ts";
import { toMinimizeReason } from "../executor/enums.ts";
import { issueOrPull } from "../issue-or-pull.ts";
import { commentListing } from "../listing/comment-listing.ts";
import { edgeOf } from "../listing/paging/connection.ts";
import { issueOfComment } from "../records.ts";
import { type Call, conversationOf, idOf, type MutationResolvers, outcome } from "./call.ts";

export const commentMutations: MutationResolvers = {
  addComment: (call) => {
    const { core, actor } = call.viewing;
    const issueId = conversationOf(call, "subjectId");
    const comment = outcome(call, createComment(core, actor, { issueId, body: call.input.text("body") }));
    const issue = issueOfComment(core, comment);
    const listing = commentListing(core.state, issue, new Args({}));
    const edge = edgeOf(listing, comment, issue.comments - 1, entity("IssueComment", comment));
    return { commentEdge: edge, timelineEdge: edge, subject: issueOrPull(core, issue) };
  },
  updateIssueComment: (call) => {
    const change = { commentId: idOf(call, "id", "IC"), body: call.input.text("body") };
    return { issueComment: commentNode(call, updateComment(call.viewing.core, call.viewing.actor, change)) };
  },
  deleteIssueComment: (call) => {
    outcome(
      call,
      deleteComment(call.viewing.core, call.viewing.actor, { commentId: idOf(call, "id", "IC") }),
    );
    return {};
  },
  minimizeComment: (call) => {
    const reason = toMinimizeReason(call.input.text("classifier"));
    const change = { commentId: idOf(call, "subjectId", "IC"), reason };
    return {
      minimizedComment: commentNode(call, minimizeComment(call.viewing.core, call.viewing.actor, change)),
    };
  },
  unminimizeComment: (call) => {
    const change = { commentId: idOf(call, "subjectId", "IC"), reason: null };
    return {
      unminimizedComment: commentNode(call, minimizeComment(call.viewing.core, call.viewing.actor, change)),
    };
  },
};

function commentNode(call: Call, result: OpResult<Comment>): Entity<"IssueComment"> {
  return entity("IssueComment", outcome(call, result));
}
