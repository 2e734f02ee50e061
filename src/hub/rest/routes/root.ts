/** The root, meta, rate limit and the accounts. */
import { failure, json } from "../../http/response.ts";
import { canSee } from "../../ops/access/access.ts";
import { isWriter } from "../../ops/access/actor.ts";
import { presentFullUser, presentOrganization, presentUser } from "../../present/account.ts";
import { presentRepository } from "../../present/repository.ts";
import { presentRoot } from "../../present/root.ts";
import { memberRole, membersOf, organizationsOf, userByLogin } from "../../state/accounts/users.ts";
import { repositoriesOf } from "../../state/repositories.ts";
import { pagedList, textParam } from "../reading.ts";
import { type Handler, openRoute, type RestRequest, type Route, route } from "../route.ts";

export const rootRoutes: readonly Route[] = [
  route("GET", "/", ({ viewing: { site } }) => json(200, presentRoot(site))),
  openRoute("GET", "/meta", ({ core: { release } }) =>
    json(200, {
      verifiable_password_authentication: false,
      ...(release === "today" ? {} : { installed_version: `${release}.0` }),
    }),
  ),
  route("GET", "/user", (request) =>
    request.actor.kind === "user"
      ? json(200, presentFullUser(request.viewing.site, request.actor.user))
      : requiresUser(request),
  ),
  route("GET", "/user/orgs", (request) =>
    request.actor.kind === "user"
      ? pagedList(request, organizationsOf(request.viewing.state, request.actor.user.id), (organization) =>
          presentOrganization(request.viewing.site, organization),
        )
      : requiresUser(request),
  ),
  route("GET", "/users/{username}", (request) => {
    const user = userByLogin(request.viewing.state, textParam(request, "username"));
    return user === undefined
      ? failure(404, "Not Found")
      : json(200, presentFullUser(request.viewing.site, user));
  }),
  route("GET", "/orgs/{org}", (request) => {
    const { state, site } = request.viewing;
    const organization = userByLogin(state, textParam(request, "org"));
    if (organization?.type !== "Organization") return failure(404, "Not Found");
    return json(200, {
      ...presentOrganization(site, organization),
      name: organization.name,
      is_verified: false,
      has_organization_projects: false,
      has_repository_projects: false,
      public_repos: repositoriesOf(state, organization.id).filter((one) => !one.private).length,
      public_gists: 0,
      followers: 0,
      following: 0,
      html_url: `${site.web}/${organization.login}`,
      type: "Organization",
      created_at: organization.createdAt,
      updated_at: organization.updatedAt,
      archived_at: null,
    });
  }),
  route("GET", "/orgs/{org}/members", (request) => {
    const organization = userByLogin(request.viewing.state, textParam(request, "org"));
    if (organization?.type !== "Organization") return failure(404, "Not Found");
    const members = membersOf(request.viewing.state, organization.id);
    return pagedList(request, members, (user) => presentUser(request.viewing.site, user));
  }),
  route("GET", "/orgs/{org}/members/{username}", (request) => {
    const { state } = request.viewing;
    const organization = userByLogin(state, textParam(request, "org"));
    const user = userByLogin(state, textParam(request, "username"));
    const isMember =
      organization !== undefined &&
      user !== undefined &&
      memberRole(state, organization.id, user.id) !== undefined;
    return isMember && isWriter(request.actor) ? { status: 204 } : failure(404, "Not Found");
  }),
  route("GET", "/orgs/{org}/repos", listRepositories("org")),
  route("GET", "/users/{username}/repos", listRepositories("username")),
];

function listRepositories(param: string): Handler {
  return (request) => {
    const { state, site } = request.viewing;
    const owner = userByLogin(state, textParam(request, param));
    if (owner === undefined) return failure(404, "Not Found");
    const visible = repositoriesOf(state, owner.id).filter((one) => canSee(state, request.actor, one));
    return pagedList(request, visible, (one) => presentRepository(state, site, one));
  };
}

function requiresUser(request: RestRequest) {
  return request.actor.kind === "anonymous"
    ? failure(401, "Requires authentication")
    : failure(403, "Resource not accessible by integration");
}
