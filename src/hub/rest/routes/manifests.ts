/**
 * Creates an App from a manifest: the page that a browser posts the manifest to, the exchange of its code,
 * and the page that installs the App. A browser signs in by HTTP basic authentication, with a person's token
 * as the password.
 */
import { z } from "zod";
import { failure, type HttpResponse, json } from "../../http/response.ts";
import { createApp, installApp } from "../../ops/access/apps.ts";
import { manifestProblems } from "../../ops/access/manifest-problems.ts";
import { presentApp } from "../../present/app.ts";
import { appBySlug, takeManifestCode } from "../../state/accounts/apps.ts";
import { saveCallbackUrls } from "../../state/accounts/user-access.ts";
import { ownsAccount, type User, userByLogin } from "../../state/accounts/users.ts";
import { textParam, webUrl, withBody } from "../reading.ts";
import { openRoute, type RestRequest, type Route, route } from "../route.ts";

const form = z.object({ manifest: z.string().max(100_000) });
const manifest = z.object({
  name: z.string().min(1).max(34),
  url: z.string(),
  description: z.string().nullish(),
  redirect_url: webUrl.optional(),
  callback_urls: z.array(webUrl).max(10).default([]),
  hook_attributes: z.object({ url: webUrl, active: z.boolean().optional() }).optional(),
  default_permissions: z.record(z.string(), z.enum(["read", "write", "admin"])).default({}),
  default_events: z.array(z.string()).default([]),
});

export const manifestRoutes: readonly Route[] = [
  openRoute("POST", "/settings/apps/new", (request) => create(request, undefined)),
  openRoute("POST", "/organizations/{org}/settings/apps/new", (request) =>
    create(request, textParam(request, "org")),
  ),
  openRoute("POST", "/app-manifests/{code}/conversions", (request) => {
    const { state, clock } = request.core;
    const app = state.transaction(() => takeManifestCode(state, textParam(request, "code"), clock.now()));
    if (app === undefined) return failure(404, "Not Found");
    return json(201, {
      ...presentApp(request.viewing.state, request.viewing.site, app),
      client_secret: app.clientSecret,
      webhook_secret: app.webhookSecret,
      pem: app.privateKey,
    });
  }),
  route("GET", "/apps/{app_slug}/installations/new", (request) => {
    const app = appBySlug(request.core.state, textParam(request, "app_slug"));
    if (app === undefined) return failure(404, "Not Found");
    return page(200, `<form method="post"><button>Install ${app.slug}</button></form>`);
  }),
  openRoute("POST", "/apps/{app_slug}/installations/new", (request) =>
    signedIn(request, (user) => {
      const app = appBySlug(request.core.state, textParam(request, "app_slug"));
      if (app === undefined || !ownsAccount(request.core.state, user.id, app.ownerId))
        return failure(404, "Not Found");
      const installation = installApp(request.core, app, { senderId: user.id });
      return redirect(`${request.viewing.site.web}/settings/installations/${installation.id}`);
    }),
  ),
];

/** A page for people: without credentials it returns 401, for which a browser shows a sign-in dialogue. */
function signedIn({ actor }: RestRequest, act: (user: User) => HttpResponse): HttpResponse {
  if (actor.kind === "user") return act(actor.user);
  const { status, body } = page(401, "<p>Sign in with any name and a person's token as the password.</p>");
  const challenge = 'Basic realm="GitHub stand-in: a token as the password", charset="UTF-8"';
  return {
    status,
    body,
    headers: { "content-type": "text/html; charset=utf-8", "www-authenticate": challenge },
  };
}

function create(request: RestRequest, organization: string | undefined): HttpResponse {
  return signedIn(request, (user) => {
    const { state } = request.core;
    const owner = organization === undefined ? user : userByLogin(state, organization);
    if (owner === undefined || !ownsAccount(state, user.id, owner.id)) return failure(404, "Not Found");
    return withBody(request, form, (fields) => {
      const read = manifest.safeParse(parse(fields.manifest));
      const problems = read.success
        ? manifestProblems(read.data, request.core.release)
        : ["The manifest is not valid."];
      return read.success && problems.length === 0 ? register(request, owner, read.data) : refusal(problems);
    });
  });
}

function register(request: RestRequest, owner: User, asked: z.infer<typeof manifest>): HttpResponse {
  const { redirect_url: back, hook_attributes: hook, callback_urls: callbackUrls, ...rest } = asked;
  const made = createApp(request.core, {
    ownerId: owner.id,
    name: rest.name,
    description: rest.description ?? null,
    externalUrl: rest.url,
    webhookUrl: hook === undefined || hook.active === false ? null : hook.url,
    permissions: rest.default_permissions,
    events: rest.default_events,
  });
  if (made === undefined) return page(422, "<p>Name is already taken.</p>");
  saveCallbackUrls(request.core.state, made.app.id, callbackUrls);
  const target = new URL(back ?? `${request.viewing.site.web}/apps/${made.app.slug}`);
  target.searchParams.set("code", made.code);
  const state = request.query.get("state");
  if (state !== null) target.searchParams.set("state", state);
  return redirect(target.href);
}

/** GitHub's page, whose status is not documented. */
function refusal(problems: readonly string[]): HttpResponse {
  const lines = problems
    .map((problem) => `<p>Error ${problem.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</p>`)
    .join("");
  return page(
    422,
    `<h1>Invalid GitHub App configuration</h1><p>The configuration does not appear to be a valid GitHub App manifest.</p>${lines}`,
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function page(status: number, body: string): HttpResponse {
  return { status, body: `<!doctype html>${body}`, headers: { "content-type": "text/html; charset=utf-8" } };
}

function redirect(location: string): HttpResponse {
  return { status: 302, headers: { location } };
}
