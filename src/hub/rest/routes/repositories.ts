/** A repository itself, its collaborators, and their permissions. */
import { z } from "zod";
import { failure, json, noContent, toResponse } from "../../http/response.ts";
import { can, needs, refuse } from "../../ops/access/access.ts";
import { isWriter } from "../../ops/access/actor.ts";
import { removeCollaborator, setCollaborator } from "../../ops/access/collaborators.ts";
import { isAssignable } from "../../ops/issues/assignees.ts";
import { repositoryName } from "../../ops/repository/create-repository.ts";
import { updateRepository } from "../../ops/repository/repositories.ts";
import { presentUser } from "../../present/account.ts";
import { presentFullRepository, presentPermissions } from "../../present/repository.ts";
import {
  collaboratorIds,
  effectiveRole,
  givenRole,
  type RepositoryRole,
} from "../../state/accounts/roles.ts";
import { memberRole, userById, userByLogin } from "../../state/accounts/users.ts";
import { pagedList, queryChoice, textParam, withBody, withRepository } from "../reading.ts";
import { type RestRequest, type Route, route } from "../route.ts";

const changes = z.object({
  name: z.string().regex(repositoryName).optional(),
  description: z.string().nullish(),
  archived: z.boolean().optional(),
  private: z.boolean().optional(),
  has_issues: z.boolean().optional(),
});

const invitation = z.object({ permission: z.string().default("push") });

/** Older clients' names of the roles. */
const givenBy = {
  pull: "read",
  read: "read",
  triage: "triage",
  push: "write",
  write: "write",
  maintain: "maintain",
  admin: "admin",
} as const;

/** The `permission` field knows only these; `role_name` has the actual one. */
const legacyPermission: Readonly<Record<RepositoryRole, string>> = {
  none: "none",
  read: "read",
  triage: "read",
  write: "write",
  maintain: "write",
  admin: "admin",
};

export const repositoryRoutes: readonly Route[] = [
  route("GET", "/repos/{owner}/{repo}", (request) =>
    withRepository(request, (repository) => {
      const { state, site } = request.viewing;
      const { actor } = request;
      const role = actor.kind === "user" ? effectiveRole(state, repository, actor.user.id) : undefined;
      return json(200, presentFullRepository(state, site, repository, role));
    }),
  ),
  route("PATCH", "/repos/{owner}/{repo}", (request) =>
    withRepository(request, (repository) =>
      withBody(request, changes, ({ has_issues: hasIssues, ...rest }) =>
        toResponse(
          updateRepository(request.core, request.actor, { repositoryId: repository.id, hasIssues, ...rest }),
          (changed) =>
            json(200, presentFullRepository(request.viewing.state, request.viewing.site, changed, "admin")),
        ),
      ),
    ),
  ),
  route("GET", "/repos/{owner}/{repo}/collaborators", (request) =>
    withRepository(request, (repository) => {
      const { state, site } = request.viewing;
      if (!can(state, request.actor, repository, needs.seeCollaborators)) return mustPush(request);
      const affiliation = queryChoice(request.query, "affiliation", ["all", "direct", "outside"]);
      const permission = queryChoice(request.query, "permission", [
        "any",
        "pull",
        "triage",
        "push",
        "maintain",
        "admin",
      ]);
      const people = collaboratorIds(state, repository)
        .flatMap((id) => userById(state, id) ?? [])
        .filter(({ id }) => {
          const isGiven = givenRole(state, repository.id, id) !== undefined;
          const isMember = memberRole(state, repository.ownerId, id) !== undefined;
          const belongs = affiliation === "all" || (isGiven && (affiliation === "direct" || !isMember));
          const allowed = presentPermissions(effectiveRole(state, repository, id));
          return belongs && (permission === "any" || allowed[permission]);
        });
      return pagedList(request, people, (user) => {
        const role = effectiveRole(state, repository, user.id);
        return { ...presentUser(site, user), permissions: presentPermissions(role), role_name: role };
      });
    }),
  ),
  route("GET", "/repos/{owner}/{repo}/collaborators/{username}", (request) =>
    withRepository(request, (repository) => {
      const { state } = request.viewing;
      if (!can(state, request.actor, repository, needs.seeCollaborators)) return mustPush(request);
      const user = userByLogin(state, textParam(request, "username"));
      const belongs =
        user !== undefined &&
        (givenRole(state, repository.id, user.id) !== undefined ||
          memberRole(state, repository.ownerId, user.id) !== undefined);
      return belongs ? noContent : failure(404, "Not Found");
    }),
  ),
  route("GET", "/repos/{owner}/{repo}/collaborators/{username}/permission", (request) =>
    withRepository(request, (repository) => {
      const { state, site } = request.viewing;
      if (!isWriter(request.actor) || !can(state, request.actor, repository, needs.see))
        return mustPush(request);
      const username = textParam(request, "username");
      const user = userByLogin(state, username);
      if (user === undefined) return failure(404, `${username} is not a user`);
      // Bots have no role: https://github.com/anomalyco/opencode/issues/43532. A bot's bare login is nobody's, and answers
      // 404, as "Copilot is not a user": https://github.com/anthropics/claude-code-action/issues/1018.
      if (user.type === "Bot")
        return json(200, {
          permission: "none",
          user: { ...presentUser(site, user), role_name: "" },
          role_name: "",
        });
      const role = effectiveRole(state, repository, user.id);
      return json(200, {
        permission: legacyPermission[role],
        user: { ...presentUser(site, user), permissions: presentPermissions(role), role_name: role },
        role_name: role,
      });
    }),
  ),
  route("PUT", "/repos/{owner}/{repo}/collaborators/{username}", (request) =>
    withRepository(request, (repository) =>
      withBody(request, invitation, ({ permission }) => {
        const role = Object.entries(givenBy).find(([name]) => name === permission)?.[1];
        if (role === undefined) return failure(422, "Validation Failed");
        const login = textParam(request, "username");
        const input = { repositoryId: repository.id, login, role };
        return toResponse(setCollaborator(request.core, request.actor, input), () => noContent);
      }),
    ),
  ),
  route("DELETE", "/repos/{owner}/{repo}/collaborators/{username}", (request) =>
    withRepository(request, (repository) => {
      const input = { repositoryId: repository.id, login: textParam(request, "username") };
      return toResponse(removeCollaborator(request.core, request.actor, input), () => noContent);
    }),
  ),
  route("GET", "/repos/{owner}/{repo}/assignees", (request) =>
    withRepository(request, (repository) => {
      const { state, site } = request.viewing;
      const people = collaboratorIds(state, repository)
        .flatMap((id) => userById(state, id) ?? [])
        .filter((user) => isAssignable(state, repository, user));
      return pagedList(request, people, (user) => presentUser(site, user));
    }),
  ),
];

function mustPush(request: RestRequest) {
  return request.actor.kind === "user"
    ? failure(403, "Must have push access to view repository collaborators.")
    : toResponse(refuse(request.actor), () => noContent);
}
