/** Lists the comments of an issue, oldest first unless ordered by their last change. */
import { type Comment, commentsOfIssue } from "../../state/issues/comments.ts";
import type { Issue } from "../../state/issues/issues.ts";
import { integer } from "../../state/row.ts";
import type { State } from "../../state/state.ts";
import type { Args } from "../executor/args.ts";
import { type Listing, listingOf } from "./paging/connection.ts";

export function commentListing(state: State, issue: Issue, args: Args): Listing<Comment> {
  if (args.has("orderBy")) return listingOf(byUpdate(state, issue, args.input("orderBy")));
  return {
    count: () => issue.comments,
    slice: (page) => commentsOfIssue(state, issue.id, page),
    keyOf: (comment) => [comment.id],
    rank: ([id = 0], inclusive) => {
      const before = inclusive ? "<=" : "<";
      const sql = `SELECT count(*) AS comments FROM comments WHERE issue_id = ? AND id ${before} ?`;
      return integer(state.get(sql, issue.id, id) ?? {}, "comments");
    },
  };
}

function byUpdate(state: State, issue: Issue, orderBy: Args): readonly Comment[] {
  orderBy.oneOf("field", ["UPDATED_AT"]);
  const comments = commentsOfIssue(state, issue.id, { offset: 0, limit: issue.comments });
  const sorted = comments.toSorted((one, other) => one.updatedAt.localeCompare(other.updatedAt));
  return orderBy.oneOf("direction", ["ASC", "DESC"]) === "DESC" ? sorted.reverse() : sorted;
}
