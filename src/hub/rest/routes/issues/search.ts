/**
 * Search of issues. GitHub's index lags by seconds; a stale-read fault on this route makes the hub's search
 * lag too.
 */
import { failure, json } from "../../../http/response.ts";
import { searchIssues } from "../../../ops/search/search-issues.ts";
import { presentIssue } from "../../../present/issues/issue.ts";
import { linkHeader, queryChoice, requestedPage } from "../../reading.ts";
import { type Route, route } from "../../route.ts";

export const searchRoutes: readonly Route[] = [
  route("GET", "/search/issues", (request) => {
    const query = request.query.get("q");
    if (query === null || query.trim() === "") return failure(422, "Validation Failed");
    const page = requestedPage(request.query);
    const order = {
      by: queryChoice(request.query, "sort", ["created", "updated", "comments"]),
      direction: queryChoice(request.query, "order", ["desc", "asc"]),
    };
    const found = searchIssues(request.core, request.actor, { query, order, page });
    if (found.kind === "unread")
      return failure(501, `not implemented by the hub: GET /search/issues with ${found.part}`);
    const hasNext = page.offset + found.issues.length < found.total;
    return json(
      200,
      {
        total_count: found.total,
        incomplete_results: false,
        search_type: "lexical",
        items: found.issues.map((issue) => ({ ...presentIssue(request.viewing, issue), score: 1 })),
      },
      linkHeader(request, page, hasNext, Math.ceil(found.total / page.limit)),
    );
  }),
];
