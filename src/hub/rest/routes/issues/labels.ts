/** Labels of a repository and of an issue. */
import { z } from "zod";
import { failure, type HttpResponse, json, noContent, toResponse } from "../../../http/response.ts";
import { addLabels, removeLabel, setLabels } from "../../../ops/issues/issue-labels.ts";
import { createLabel, deleteLabel, updateLabel } from "../../../ops/repository/labels.ts";
import type { OpResult } from "../../../ops/result.ts";
import { presentLabel } from "../../../present/issues/label.ts";
import { type Label, labelByName, labelsOfIssue, labelsOfRepository } from "../../../state/issues/labels.ts";
import { labelNames, pagedList, textParam, withBody, withIssue, withRepository } from "../../reading.ts";
import { type RestRequest, type Route, route } from "../../route.ts";

const newLabel = z.object({
  name: z.string(),
  color: z.string().optional(),
  description: z.string().nullish(),
});
const labelChanges = z.object({
  new_name: z.string().optional(),
  color: z.string().optional(),
  description: z.string().nullish(),
});
const issueLabels = z.union([
  labelNames,
  z.object({ labels: labelNames.default([]) }).transform(({ labels }) => labels),
]);

const all = "/repos/{owner}/{repo}/labels";
const onIssue = "/repos/{owner}/{repo}/issues/{issue_number}/labels";

export const labelRoutes: readonly Route[] = [
  route("GET", all, (request) =>
    withRepository(request, (repository) =>
      pagedList(request, labelsOfRepository(request.viewing.state, repository.id), (label) =>
        presentLabel(request.viewing, label),
      ),
    ),
  ),
  route("POST", all, (request) =>
    withRepository(request, (repository) =>
      withBody(request, newLabel, (input) =>
        showLabel(
          request,
          createLabel(request.core, request.actor, { ...input, repositoryId: repository.id }),
          201,
        ),
      ),
    ),
  ),
  route("GET", `${all}/{name}`, (request) =>
    withLabel(request, (label) => json(200, presentLabel(request.viewing, label))),
  ),
  route("PATCH", `${all}/{name}`, (request) =>
    withLabel(request, (label) =>
      withBody(request, labelChanges, ({ new_name: name, ...rest }) =>
        showLabel(request, updateLabel(request.core, request.actor, { labelId: label.id, name, ...rest })),
      ),
    ),
  ),
  route("DELETE", `${all}/{name}`, (request) =>
    withLabel(request, (label) =>
      toResponse(deleteLabel(request.core, request.actor, label.id), () => noContent),
    ),
  ),
  route("GET", onIssue, (request) =>
    withIssue(request, (issue) =>
      pagedList(request, labelsOfIssue(request.viewing.state, issue.id), (label) =>
        presentLabel(request.viewing, label),
      ),
    ),
  ),
  route("POST", onIssue, (request) => changeLabels(request, addLabels)),
  route("PUT", onIssue, (request) => changeLabels(request, setLabels)),
  route("DELETE", onIssue, (request) =>
    withIssue(request, (issue) =>
      toResponse(setLabels(request.core, request.actor, { issueId: issue.id, names: [] }), () => noContent),
    ),
  ),
  route("DELETE", `${onIssue}/{name}`, (request) =>
    withIssue(request, (issue) =>
      showLabels(
        request,
        removeLabel(request.core, request.actor, { issueId: issue.id, name: textParam(request, "name") }),
        "Label does not exist",
      ),
    ),
  ),
];

function changeLabels(request: RestRequest, change: typeof addLabels): HttpResponse {
  return withIssue(request, (issue) =>
    withBody(request, issueLabels, (wanted) =>
      showLabels(request, change(request.core, request.actor, { issueId: issue.id, names: wanted })),
    ),
  );
}

function showLabels(
  request: RestRequest,
  result: OpResult<readonly Label[]>,
  missing = "Not Found",
): HttpResponse {
  if (result.kind === "not_found") return failure(404, missing);
  return toResponse(result, (labels) =>
    json(
      200,
      labels.map((label) => presentLabel(request.viewing, label)),
    ),
  );
}

function showLabel(request: RestRequest, result: OpResult<Label>, status = 200): HttpResponse {
  return toResponse(result, (label) => {
    const shown = presentLabel(request.viewing, label);
    return json(status, shown, status === 201 ? { location: shown.url } : {});
  });
}

function withLabel(request: RestRequest, work: (label: Label) => HttpResponse): HttpResponse {
  return withRepository(request, (repository) => {
    const label = labelByName(request.core.state, repository.id, textParam(request, "name"));
    return label === undefined ? failure(404, "Not Found") : work(label);
  });
}
