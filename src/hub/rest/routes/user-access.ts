/** Tokens with which Apps act for users: the exchange of a code, what a token reaches, and its end. */
import { z } from "zod";
import { failure, type HttpResponse, json, noContent } from "../../http/response.ts";
import type { UserActor } from "../../ops/access/actor.ts";
import {
  type CodeExchange,
  exchangeCode,
  revokeUserAccess,
  userTokenLifetimeMs,
} from "../../ops/access/user-access.ts";
import { presentInstallation } from "../../present/app.ts";
import { presentFullRepository } from "../../present/repository.ts";
import type { App } from "../../state/accounts/apps.ts";
import {
  type Installation,
  installationById,
  installationsOfApp,
  repositoriesOfInstallation,
} from "../../state/accounts/installations.ts";
import { effectiveRole, givenRole } from "../../state/accounts/roles.ts";
import {
  deleteUserAccessToken,
  findUserAccessToken,
  type UserAccessToken,
} from "../../state/accounts/user-access.ts";
import { memberRole, type User, userById } from "../../state/accounts/users.ts";
import type { Repository } from "../../state/repositories.ts";
import type { State } from "../../state/state.ts";
import { linkHeader, numberParam, requestedPage, textParam, withBody } from "../reading.ts";
import { openRoute, type RestRequest, type Route, route } from "../route.ts";

const exchangeShape = z.object({
  client_id: z.string(),
  client_secret: z.string(),
  code: z.string(),
  redirect_uri: z.string().optional(),
  code_verifier: z.string().optional(),
});
const tokenShape = z.object({ access_token: z.string() });

export const userAccessRoutes: readonly Route[] = [
  openRoute("POST", "/login/oauth/access_token", exchange),
  route("GET", "/user/installations", (request) =>
    throughApp(request, ({ user, via }) => {
      const { state } = request.viewing;
      const reached = installationsOfApp(state, via.id).filter(
        (installation) => reachedBy(state, user, installation).length > 0,
      );
      return listed(request, "installations", reached, (one) => presentInstallation(request.viewing, one));
    }),
  ),
  route("GET", "/user/installations/{installation_id}/repositories", (request) =>
    throughApp(request, ({ user, via }) => {
      const { state, site } = request.viewing;
      const installation = installationById(state, numberParam(request, "installation_id"));
      if (installation?.appId !== via.id) return failure(404, "Not Found");
      return listed(request, "repositories", reachedBy(state, user, installation), (one) =>
        presentFullRepository(state, site, one, effectiveRole(state, one, user.id)),
      );
    }),
  ),
  route("DELETE", "/applications/{client_id}/token", (request) =>
    ofClient(request, ({ token }) => {
      request.core.state.transaction(() => deleteUserAccessToken(request.core.state, token));
    }),
  ),
  route("DELETE", "/applications/{client_id}/grant", (request) =>
    ofClient(request, ({ userId }, app) => {
      const user = userById(request.core.state, userId);
      if (user !== undefined) revokeUserAccess(request.core, app, user);
    }),
  ),
];

/** Requires a token with which an App acts for a user. */
function throughApp(
  { actor }: RestRequest,
  work: (actor: UserActor & { readonly via: App }) => HttpResponse,
): HttpResponse {
  if (actor.kind === "user" && actor.via !== undefined) return work({ ...actor, via: actor.via });
  const status = actor.kind === "anonymous" ? 401 : 403;
  return failure(status, "You must authenticate with an access token authorized to a GitHub App");
}

/** GitHub lists what the user was given, and not what everyone may read. */
function reachedBy(state: State, user: User, installation: Installation): readonly Repository[] {
  if (installation.suspendedAt !== null) return [];
  return repositoriesOfInstallation(state, installation).filter(
    ({ id, ownerId }) =>
      ownerId === user.id ||
      memberRole(state, ownerId, user.id) !== undefined ||
      givenRole(state, id, user.id) !== undefined,
  );
}

function listed<T>(
  request: RestRequest,
  name: "installations" | "repositories",
  all: readonly T[],
  present: (one: T) => unknown,
): HttpResponse {
  const page = requestedPage(request.query);
  const end = page.offset + page.limit;
  const headers = linkHeader(request, page, all.length > end, Math.ceil(all.length / page.limit));
  return json(200, { total_count: all.length, [name]: all.slice(page.offset, end).map(present) }, headers);
}

/** GitHub answers with 200 even when it refuses, as a form unless JSON was asked for. */
function exchange(request: RestRequest): HttpResponse {
  const read = exchangeShape.safeParse(request.body ?? {});
  const given = read.success ? toExchange(read.data) : undefined;
  const done = given === undefined ? undefined : exchangeCode(request.core, given);
  const body =
    done?.kind === "ok"
      ? {
          access_token: done.token.token,
          expires_in: userTokenLifetimeMs / 1000,
          scope: "",
          token_type: "bearer",
        }
      : refusal(done?.error ?? "incorrect_client_credentials");
  if (request.headers.accept?.includes("application/json") === true) return json(200, body);
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(body)) form.set(name, String(value));
  const type = "application/x-www-form-urlencoded; charset=utf-8";
  return { status: 200, body: form.toString(), headers: { "content-type": type } };
}

function toExchange(given: z.infer<typeof exchangeShape>): CodeExchange {
  return {
    clientId: given.client_id,
    clientSecret: given.client_secret,
    code: given.code,
    redirectUri: given.redirect_uri,
    verifier: given.code_verifier,
  };
}

function refusal(error: string) {
  const uri =
    "https://docs.github.com/apps/managing-oauth-apps/troubleshooting-oauth-app-access-token-request-errors";
  return { error, error_description: error.replaceAll("_", " "), error_uri: uri };
}

/** Requires the client's own secret, and a token of its own in the body. */
function ofClient(request: RestRequest, end: (token: UserAccessToken, app: App) => void): HttpResponse {
  const { actor } = request;
  if (actor.kind !== "client" || actor.app.clientId !== textParam(request, "client_id"))
    return failure(404, "Not Found");
  return withBody(request, tokenShape, ({ access_token: given }) => {
    const token = findUserAccessToken(request.core.state, given);
    if (token?.appId !== actor.app.id) return failure(404, "Not Found");
    end(token, actor.app);
    return noContent;
  });
}
