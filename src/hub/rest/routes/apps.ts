/** Apps and their installations: the App itself, its installations, and tokens for them. */
import { z } from "zod";
import { failure, type HttpResponse, json, noContent, toResponse } from "../../http/response.ts";
import { createInstallationToken } from "../../ops/access/installation-tokens.ts";
import { deleteInstallation, selectRepository, setSuspended } from "../../ops/access/installations.ts";
import { presentApp, presentInstallation } from "../../present/app.ts";
import { presentRepository } from "../../present/repository.ts";
import { type App, appBySlug } from "../../state/accounts/apps.ts";
import {
  type Installation,
  installationById,
  installationsOfApp,
  repositoriesOfInstallation,
} from "../../state/accounts/installations.ts";
import { revokeToken } from "../../state/accounts/tokens.ts";
import { userByLogin } from "../../state/accounts/users.ts";
import { linkHeader, numberParam, pagedList, requestedPage, textParam, withBody } from "../reading.ts";
import { type Handler, type RestRequest, type Route, route } from "../route.ts";

const narrowing = z.object({
  repositories: z.array(z.string()).max(500).optional(),
  repository_ids: z.array(z.int()).max(500).optional(),
  permissions: z.record(z.string(), z.enum(["read", "write", "admin"])).optional(),
});

export const appRoutes: readonly Route[] = [
  route("GET", "/app", (request) =>
    withApp(request, (app) =>
      json(200, {
        ...presentApp(request.viewing.state, request.viewing.site, app),
        installations_count: installationsOfApp(request.viewing.state, app.id).length,
      }),
    ),
  ),
  route("GET", "/app/installations", (request) =>
    withApp(request, (app) =>
      pagedList(request, installationsOfApp(request.viewing.state, app.id), (installation) =>
        presentInstallation(request.viewing, installation),
      ),
    ),
  ),
  route("GET", "/app/installations/{installation_id}", (request) =>
    withInstallation(request, (installation) =>
      json(200, presentInstallation(request.viewing, installation)),
    ),
  ),
  route("DELETE", "/app/installations/{installation_id}", (request) =>
    withInstallation(request, (installation) =>
      toResponse(deleteInstallation(request.core, installation), () => noContent),
    ),
  ),
  route("PUT", "/app/installations/{installation_id}/suspended", (request) =>
    withInstallation(request, (installation) =>
      toResponse(setSuspended(request.core, installation, true), () => noContent),
    ),
  ),
  route("DELETE", "/app/installations/{installation_id}/suspended", (request) =>
    withInstallation(request, (installation) =>
      toResponse(setSuspended(request.core, installation, false), () => noContent),
    ),
  ),
  route("PUT", "/user/installations/{installation_id}/repositories/{repository_id}", (request) =>
    select(request, true),
  ),
  route("DELETE", "/user/installations/{installation_id}/repositories/{repository_id}", (request) =>
    select(request, false),
  ),
  route("POST", "/app/installations/{installation_id}/access_tokens", (request) =>
    withInstallation(request, (installation) =>
      withBody(request, narrowing, ({ repository_ids: repositoryIds, ...narrow }) =>
        toResponse(
          createInstallationToken(request.core, installation, { repositoryIds, ...narrow }),
          ({ token, expiresAt, permissions, repositories }) =>
            json(201, {
              token,
              expires_at: expiresAt,
              permissions,
              repository_selection: repositories === undefined ? installation.selection : "selected",
              ...(repositories === undefined
                ? {}
                : {
                    repositories: repositories.map((repository) =>
                      presentRepository(request.viewing.state, request.viewing.site, repository),
                    ),
                  }),
            }),
        ),
      ),
    ),
  ),
  route("GET", "/installation/repositories", (request) => {
    const { actor, viewing } = request;
    if (actor.kind !== "installation")
      return failure(403, "Resource not accessible by personal access token");
    const page = requestedPage(request.query);
    const repositories = repositoriesOfInstallation(viewing.state, actor.installation).filter(
      (repository) => actor.repositoryIds?.includes(repository.id) ?? true,
    );
    const shown = repositories.slice(page.offset, page.offset + page.limit);
    const hasNext = repositories.length > page.offset + page.limit;
    return json(
      200,
      {
        total_count: repositories.length,
        repository_selection: actor.installation.selection,
        repositories: shown.map((repository) => presentRepository(viewing.state, viewing.site, repository)),
      },
      linkHeader(request, page, hasNext, Math.ceil(repositories.length / page.limit)),
    );
  }),
  route("DELETE", "/installation/token", ({ actor, token, core }) => {
    if (actor.kind !== "installation" || token === undefined) return failure(401, "Requires authentication");
    core.state.transaction(() => revokeToken(core.state, token.token));
    return noContent;
  }),
  route("GET", "/repos/{owner}/{repo}/installation", (request) =>
    withApp(request, (app) => {
      const installations = installationsOfApp(request.viewing.state, app.id);
      const found = installations.find((installation) => covers(request, installation));
      return found === undefined
        ? failure(404, "Not Found")
        : json(200, presentInstallation(request.viewing, found));
    }),
  ),
  route("GET", "/orgs/{org}/installation", installationOn("org")),
  route("GET", "/users/{username}/installation", installationOn("username")),
  route("GET", "/apps/{app_slug}", ({ viewing, params }) => {
    const app = appBySlug(viewing.state, params.app_slug ?? "");
    return app === undefined
      ? failure(404, "Not Found")
      : json(200, presentApp(viewing.state, viewing.site, app));
  }),
];

/** Requires an App's own JWT. */
export function withApp(request: RestRequest, work: (app: App) => HttpResponse): HttpResponse {
  return request.actor.kind === "app"
    ? work(request.actor.app)
    : failure(401, "A JSON web token could not be decoded");
}

function withInstallation(
  request: RestRequest,
  work: (installation: Installation) => HttpResponse,
): HttpResponse {
  return withApp(request, (app) => {
    const found = installationById(request.viewing.state, numberParam(request, "installation_id"));
    return found?.appId === app.id ? work(found) : failure(404, "Not Found");
  });
}

function select(request: RestRequest, isSelected: boolean): HttpResponse {
  const installationId = numberParam(request, "installation_id");
  const repositoryId = numberParam(request, "repository_id");
  const done = selectRepository(request.core, request.actor, { installationId, repositoryId, isSelected });
  return toResponse(done, () => noContent);
}

function installationOn(param: string): Handler {
  return (request) =>
    withApp(request, (app) => {
      const account = userByLogin(request.viewing.state, textParam(request, param));
      const found = installationsOfApp(request.viewing.state, app.id).find(
        (installation) => installation.accountId === account?.id,
      );
      return found === undefined
        ? failure(404, "Not Found")
        : json(200, presentInstallation(request.viewing, found));
    });
}

/** A JWT cannot see private repositories; the installation can. */
function covers(request: RestRequest, installation: Installation): boolean {
  const { state } = request.viewing;
  return repositoriesOfInstallation(state, installation).some(
    (repository) =>
      repository.name.toLowerCase() === textParam(request, "repo").toLowerCase() &&
      installation.accountId === userByLogin(state, textParam(request, "owner"))?.id,
  );
}
