/** Sub-issues of an issue, and its parent. The body's ids are database ids, not numbers. */
import { z } from "zod";
import { failure, type HttpResponse, json, toResponse } from "../../../http/response.ts";
import {
  addSubIssue,
  removeSubIssue,
  reprioritizeSubIssue,
  type SubIssue,
} from "../../../ops/issues/sub-issues.ts";
import type { OpResult } from "../../../ops/result.ts";
import { findIssueById } from "../../../ops/search/find.ts";
import { presentIssue } from "../../../present/issues/issue.ts";
import { parentOf, subIssuesOf } from "../../../state/issues/sub-issues.ts";
import { pagedList, withBody, withIssue } from "../../reading.ts";
import { type RestRequest, type Route, route } from "../../route.ts";

const id = z.int().positive();
const addition = z.object({ sub_issue_id: id, replace_parent: z.boolean().default(false) });
const removal = z.object({ sub_issue_id: id });
const priority = z
  .object({ sub_issue_id: id, after_id: id.optional(), before_id: id.optional() })
  .refine(({ after_id: after, before_id: before }) => (after === undefined) !== (before === undefined), {
    error: "Either after_id or before_id must be given",
  });
const one = "/repos/{owner}/{repo}/issues/{issue_number}";

export const subIssueRoutes: readonly Route[] = [
  route("GET", `${one}/parent`, (request) =>
    withIssue(request, (issue) => {
      const parent = parentOf(request.viewing.state, issue.id);
      if (parent === undefined) return failure(404, "Not Found");
      return toResponse(findIssueById(request.core, request.actor, parent.id), (found) =>
        json(200, presentIssue(request.viewing, found)),
      );
    }),
  ),
  route("GET", `${one}/sub_issues`, (request) =>
    withIssue(request, (issue) => {
      const readable = subIssuesOf(request.viewing.state, issue.id).filter(
        (child) => findIssueById(request.core, request.actor, child.id).kind === "ok",
      );
      return pagedList(request, readable, (child) => presentIssue(request.viewing, child));
    }),
  ),
  route("POST", `${one}/sub_issues`, (request) =>
    withIssue(request, ({ id: parentId }) =>
      withBody(request, addition, ({ sub_issue_id: childId, replace_parent: replacesParent }) =>
        show(request, addSubIssue(request.core, request.actor, { parentId, childId, replacesParent }), 201),
      ),
    ),
  ),
  route("DELETE", `${one}/sub_issue`, (request) =>
    withIssue(request, ({ id: parentId }) =>
      withBody(request, removal, ({ sub_issue_id: childId }) =>
        show(request, removeSubIssue(request.core, request.actor, { parentId, childId })),
      ),
    ),
  ),
  route("PATCH", `${one}/sub_issues/priority`, (request) =>
    withIssue(request, ({ id: parentId }) =>
      withBody(request, priority, ({ sub_issue_id: childId, after_id: after, before_id: before = 0 }) => {
        const place = after === undefined ? before : after;
        const side = after === undefined ? "before" : "after";
        const input = { parentId, childId, side, otherId: place } as const;
        return show(request, reprioritizeSubIssue(request.core, request.actor, input));
      }),
    ),
  ),
];

/** The response is the issue of the path, as for dependencies. */
function show(request: RestRequest, result: OpResult<SubIssue>, status = 200): HttpResponse {
  return toResponse(result, ({ parent }) => json(status, presentIssue(request.viewing, parent)));
}
