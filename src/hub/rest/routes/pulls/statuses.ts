/** Commit statuses. */
import { z } from "zod";
import { failure, type HttpResponse, json, toResponse } from "../../../http/response.ts";
import { needs } from "../../../ops/access/access.ts";
import { createStatus } from "../../../ops/checks/statuses.ts";
import { resolveCommit } from "../../../ops/git/commits.ts";
import { presentCombinedStatus, presentStatus } from "../../../present/pulls/status.ts";
import { statusesOf, statusStates } from "../../../state/pulls/statuses.ts";
import type { Repository } from "../../../state/repositories.ts";
import { pagedList, textParam, withAllowed, withBody, withRepository } from "../../reading.ts";
import { type RestRequest, type Route, route } from "../../route.ts";

const newStatus = z.object({
  state: z.enum(statusStates),
  context: z.string().min(1).max(255).default("default"),
  description: z.string().max(140).nullish(),
  target_url: z.string().nullish(),
});

export const statusRoutes: readonly Route[] = [
  route("POST", "/repos/{owner}/{repo}/statuses/{sha}", (request) =>
    withRepository(request, (repository) =>
      withBody(request, newStatus, ({ target_url: targetUrl, ...input }) => {
        const asked = { ...input, targetUrl, repositoryId: repository.id, sha: textParam(request, "sha") };
        return toResponse(createStatus(request.core, request.actor, asked), (status) => {
          const body = presentStatus(request.viewing, status);
          return json(201, body, { location: body.url });
        });
      }),
    ),
  ),
  route("GET", "/repos/{owner}/{repo}/commits/{ref}/status", (request) =>
    withCommit(request, (repository, sha) =>
      json(200, presentCombinedStatus(request.viewing, repository, sha)),
    ),
  ),
  route("GET", "/repos/{owner}/{repo}/commits/{ref}/statuses", (request) =>
    withCommit(request, (repository, sha) =>
      pagedList(request, statusesOf(request.viewing.state, repository.id, sha), (status) =>
        presentStatus(request.viewing, status),
      ),
    ),
  ),
];

function withCommit(
  request: RestRequest,
  work: (repository: Repository, sha: string) => HttpResponse,
): HttpResponse {
  return withAllowed(request, needs.readStatuses, (repository) => {
    const sha = resolveCommit(request.viewing.state, repository, textParam(request, "ref"));
    return sha === undefined ? failure(404, "Not Found") : work(repository, sha);
  });
}
