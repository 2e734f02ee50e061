/**
 * `search(type: ISSUE)`. `gh` asks with `last` and means the best results, so without `before` both `first`
 * and `last` select the first results. Cursors are positions, as in GitHub's index, which promises no more.
 */
import { searchIssues } from "../../ops/search/search-issues.ts";
import type { IssueOrder } from "../../state/issues/issue-lists.ts";
import type { Issue } from "../../state/issues/issues.ts";
import { Args } from "../executor/args.ts";
import type { Composite } from "../executor/entity.ts";
import { notImplemented } from "../executor/failure.ts";
import type { ResolverContext } from "../executor/object-type.ts";
import { issueOrPull } from "../issue-or-pull.ts";
import { connection, type Listing } from "./paging/connection.ts";

const newest: IssueOrder = { by: "created", direction: "desc" };

export function search(args: Args, { core, actor }: ResolverContext): Composite {
  const type = args.text("type");
  if (type !== "ISSUE" && type !== "ISSUE_ADVANCED") throw notImplemented(`Query.search(type: ${type})`);
  const query = args.text("query");
  const find = (offset: number, limit: number) => {
    const found = searchIssues(core, actor, { query, order: newest, page: { offset, limit } });
    if (found.kind === "unread") throw notImplemented(`Query.search(query: ${found.part})`);
    return found;
  };
  const listing: Listing<Issue> = {
    count: () => find(0, 0).total,
    slice: ({ offset, limit }) => find(offset, limit).issues,
    keyOf: (_issue, index) => [index],
    rank: ([index], inclusive) => Number(index) + (inclusive ? 1 : 0),
  };
  return connection(listing, bestFirst(args), (issue) => issueOrPull(core, issue), {
    issueCount: () => listing.count(),
    codeCount: 0,
    discussionCount: 0,
    repositoryCount: 0,
    userCount: 0,
    wikiCount: 0,
  });
}

function bestFirst(args: Args): Args {
  if (args.has("before") || args.has("first")) return args;
  return new Args({ first: args.optionalInteger("last"), after: args.optionalText("after") });
}
