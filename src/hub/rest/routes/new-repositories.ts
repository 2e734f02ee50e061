/** New repositories: for a user, and in an organisation. */
import { z } from "zod";
import { failure, type HttpResponse, json, toResponse } from "../../http/response.ts";
import { createRepository } from "../../ops/repository/create-repository.ts";
import { presentFullRepository } from "../../present/repository.ts";
import { type User, userByLogin } from "../../state/accounts/users.ts";
import { textParam, withBody } from "../reading.ts";
import { type RestRequest, type Route, route } from "../route.ts";

const creation = z.object({
  name: z.string(),
  description: z.string().nullish(),
  private: z.boolean().optional(),
  visibility: z.enum(["public", "private"]).optional(),
  has_issues: z.boolean().optional(),
  auto_init: z.boolean().optional(),
});

export const newRepositoryRoutes: readonly Route[] = [
  route("POST", "/user/repos", (request) =>
    request.actor.kind === "user"
      ? create(request, request.actor.user)
      : failure(403, "Resource not accessible by integration"),
  ),
  route("POST", "/orgs/{org}/repos", (request) => {
    const organization = userByLogin(request.core.state, textParam(request, "org"));
    return organization?.type === "Organization" ? create(request, organization) : failure(404, "Not Found");
  }),
];

function create(request: RestRequest, owner: User): HttpResponse {
  return withBody(
    request,
    creation,
    ({ has_issues: hasIssues, auto_init: autoInit, visibility, ...input }) => {
      const isPrivate = visibility === undefined ? (input.private ?? false) : visibility === "private";
      const asked = { ...input, private: isPrivate, hasIssues, autoInit, owner };
      return toResponse(createRepository(request.core, request.actor, asked), (made) => {
        const { state, site } = request.viewing;
        const body = presentFullRepository(state, site, made, "admin");
        return json(201, body, { location: body.url });
      });
    },
  );
}
