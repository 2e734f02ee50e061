/** "Blocked by" edges. The body's `issue_id` is the blocker's database id, not its number. */
import { z } from "zod";
import { json, toResponse } from "../../../http/response.ts";
import { addDependency, removeDependency } from "../../../ops/issues/dependencies.ts";
import { findIssueById } from "../../../ops/search/find.ts";
import { presentIssue } from "../../../present/issues/issue.ts";
import { blockersOfIssue, issuesBlockedBy } from "../../../state/issues/dependencies.ts";
import { numberParam, paged, withBody, withIssue } from "../../reading.ts";
import { type Route, route } from "../../route.ts";

const blocker = z.object({ issue_id: z.int().positive() });
const base = "/repos/{owner}/{repo}/issues/{issue_number}/dependencies";

export const dependencyRoutes: readonly Route[] = [
  ...(["blocked_by", "blocking"] as const).map((side) =>
    route("GET", `${base}/${side}`, (request) =>
      withIssue(request, (issue) =>
        paged(
          request,
          (page) =>
            (side === "blocked_by" ? blockersOfIssue : issuesBlockedBy)(
              request.viewing.state,
              issue.id,
              page,
            ).filter((other) => findIssueById(request.core, request.actor, other.id).kind === "ok"),
          (other) => presentIssue(request.viewing, other),
        ),
      ),
    ),
  ),
  route("POST", `${base}/blocked_by`, (request) =>
    withIssue(request, (issue) =>
      withBody(request, blocker, ({ issue_id: blockingId }) =>
        toResponse(
          addDependency(request.core, request.actor, { blockedId: issue.id, blockingId }),
          ({ blocked }) => json(201, presentIssue(request.viewing, blocked)),
        ),
      ),
    ),
  ),
  route("DELETE", `${base}/blocked_by/{issue_id}`, (request) =>
    withIssue(request, (issue) =>
      toResponse(
        removeDependency(request.core, request.actor, {
          blockedId: issue.id,
          blockingId: numberParam(request, "issue_id"),
        }),
        ({ blocked }) => json(200, presentIssue(request.viewing, blocked)),
      ),
    ),
  ),
];
