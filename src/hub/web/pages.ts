/**
 * Pages for browsers, next to the API on the same port. The API's paths stay the API's: a page is answered only at a
 * path that has one, to a request without credentials that asks for HTML or posts a form, as only browsers do.
 */
import { html } from "hono/html";
import type { HubRequest } from "../http/request.ts";
import type { HttpResponse } from "../http/response.ts";
import { coreOf, type Runtime } from "../http/runtime.ts";
import { decodeAll, patternOf } from "../rest/route.ts";
import { userById } from "../state/accounts/users.ts";
import { authorizePages } from "./authorize.ts";
import { readCookie } from "./cookie.ts";
import { entryPath, entryRoutes, signInFirst } from "./entry.ts";
import { plain, stylePath } from "./frame.ts";
import { headersOfPages, isToken, refusalOf } from "./guards.ts";
import type { PageRequest, PageRoute } from "./page-request.ts";
import { issueRoutes } from "./routes/issue.ts";
import { listRoutes } from "./routes/lists.ts";
import { missingRoutes, overviewRoutes } from "./routes/overviews.ts";
import { style } from "./style.ts";

const routes: readonly PageRoute[] = [
  ...entryRoutes,
  ...authorizePages,
  ...overviewRoutes,
  ...listRoutes,
  ...issueRoutes,
  ...missingRoutes,
];
const patterns = routes.map((route) => ({ route, pattern: patternOf(route.template) }));
/** First parts of the API's paths: GitHub gives no account such a name. */
const reserved =
  /^(?:_hub|api|app|app-manifests|applications|apps|graphql|installation|login|meta|notifications|organizations|orgs|rate_limit|repos|repositories|search|settings|user|users)$/;

/** Answers the request, if it is for a page. */
export function pageFor(request: HubRequest): ((hub: Runtime) => Promise<HttpResponse>) | undefined {
  if (request.path === stylePath) return async () => stylesheet;
  if (!isFromBrowser(request)) return undefined;
  for (const { route, pattern } of patterns) {
    const found = route.method === request.method ? pattern.exec(request.path) : null;
    if (found === null) continue;
    const params = decodeAll(found.groups ?? {});
    if (reserved.test(params.owner ?? "")) continue;
    return async (hub) => refusalOf(request) ?? answer(hub, request, route, params);
  }
  return undefined;
}

function isFromBrowser({ method, path, headers, site }: HubRequest): boolean {
  if (headers.authorization !== undefined || site.api !== site.web) return false;
  return method === "GET"
    ? headers.accept?.includes("text/html") === true || path.startsWith(`${entryPath}/`)
    : headers["content-type"]?.startsWith("application/x-www-form-urlencoded") === true;
}

async function answer(
  hub: Runtime,
  request: HubRequest,
  route: PageRoute,
  params: PageRequest["params"],
): Promise<HttpResponse> {
  const { headers, path, query, site, body } = request;
  const core = { ...coreOf(hub), site };
  const form = new URLSearchParams(body.toString());
  const asked = { headers, path, query, site, core, sessions: hub.sessions, params, form };
  if (route.isOpen) return route.handle(asked);
  const session = hub.sessions.find(readCookie(asked));
  const user = session && userById(hub.state, session.userId);
  if (session === undefined || user === undefined) return signInFirst();
  if (route.method === "POST" && !isToken(form.get("form_token"), session.formToken)) return staleForm();
  return route.handle({ ...asked, session, actor: { kind: "user", user } });
}

const staleForm = (): Promise<HttpResponse> =>
  plain({
    status: 403,
    title: "Not sent",
    main: html`<h1>Nothing was changed</h1>
      <p>This form belongs to an earlier session. Go back, reload the page and send it again.</p>`,
  });

const stylesheet: HttpResponse = {
  status: 200,
  body: style,
  headers: {
    ...headersOfPages(),
    "content-type": "text/css; charset=utf-8",
    "cache-control": "private, max-age=60",
  },
};
