/**
 * The site: everything that the server shows to browsers and to programs on other machines. Webhooks, /health and
 * the requests of the owner's commands do not pass through it.
 */

import type { RequestListener } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { compress } from "hono/compress";
import { etag } from "hono/etag";
import { UserError } from "../../base/errors.ts";
import type { Logger } from "../../base/logger.ts";
import type { PlaceChoice } from "../../dispatcher/orders/place.ts";
import { sightOfToken } from "../../github/sign-in/token-sight.ts";
import { userGitHub } from "../../github/sign-in/user-github.ts";
import type { AppClient } from "../../github/sign-in/web-flow.ts";
import { catalogue } from "../../operations/catalogue.ts";
import type { ServerStatus } from "../../pages/parts/status-data.ts";
import type { ApiTokens } from "../../store/shape/api-token.ts";
import type { Grants } from "../../store/shape/grant.ts";
import { addApi } from "./api/api.ts";
import type { ApiPorts } from "./api/serve.ts";
import { wordingFor } from "./as-person.ts";
import type { EntryLinks } from "./entry/entry-links.ts";
import { addEntryRoutes } from "./entry/entry-routes.ts";
import { Callers } from "./guard/callers.ts";
import { FailedAttempts } from "./guard/failed-attempts.ts";
import { guardSender, keepPrivate, limitBody, limitBrowser } from "./guard/guards.ts";
import type { OwnAddresses } from "./guard/own-addresses.ts";
import { addMcp } from "./mcp/mcp.ts";
import { type SiteContent, siteContent } from "./pages/content.ts";
import { mount, respondToError } from "./pages/mount.ts";
import type { SiteAsset } from "./pages/page.ts";
import { createRenderings } from "./pages/renderings.ts";
import { addThemeRoute, themeOf } from "./pages/theme.ts";
import { createPortsFor, ownersPorts, type SitePorts } from "./ports-for.ts";
import type { ReaderPorts } from "./reader.ts";
import { readCookie, sessionCookie } from "./session/cookies.ts";
import { sessionKeysIn } from "./session/session-key.ts";
import { createSessions } from "./session/sessions.ts";
import { createSightOf } from "./session/sight.ts";
import { createVisibility } from "./session/visibility.ts";
import { createAttempts } from "./sign-in/attempts.ts";
import { gitHubSignInPath } from "./sign-in/paths.ts";
import { addSignInRoutes } from "./sign-in/sign-in-routes.ts";
import type { SiteEnv } from "./site-env.ts";
import { createPulse } from "./streams/pulse.ts";
import { addChangeStream } from "./streams/streams.ts";
import { addExchange } from "./tokens/exchange.ts";
import type { OrderPorts } from "./tokens/orders-by-token.ts";
import { createRoleVisibility, type RoleOf } from "./tokens/role-visibility.ts";
import { RunSecrets } from "./tokens/run-secrets.ts";
import { createTokenActions } from "./tokens/token-actions.ts";
import { createPortsOfToken } from "./tokens/token-ports.ts";
import { createTokens } from "./tokens/tokens.ts";

export interface SiteOptions extends SitePorts {
  readonly addresses: OwnAddresses;
  readonly grants: Grants;
  readonly apiTokens: ApiTokens;
  /** What people's choices on pages go through. */
  readonly placeChoice: PlaceChoice;
  /** What agents' orders go through. */
  readonly orders: OrderPorts;
  readonly roleOf: RoleOf;
  readonly links: EntryLinks;
  /** Absolute path of the data folder. */
  readonly home: string;
  /** TRUSTED_PROXIES. */
  readonly trustedProxies: readonly string[];
  /** SESSION_KEY. */
  readonly sessionKey: string | undefined;
  /** By which people sign in; undefined if the App's client is not configured. */
  readonly client: AppClient | undefined;
  /** Root of GitHub's REST API; undefined for github.com. */
  readonly baseUrl: string | undefined;
  /** Rises whenever what people may see may have changed. */
  readonly accessEpoch: () => number;
  /** Root of GitHub's pages for the first page; undefined for the hub. */
  readonly githubPages: string | undefined;
  readonly logger: Logger;
  /** Aborted when the server stops. */
  readonly closing: AbortSignal;
  /** What the server says about itself. */
  readonly status: () => Promise<ServerStatus>;
  /** Told how long an operation took that was asked for; undefined if nobody asks for figures. */
  readonly operated?: ApiPorts["operated"];
  /** The package's. */
  readonly version: string;
  /** Other than those of the product, for tests. */
  readonly content?: SiteContent;
}

export function createSite(options: SiteOptions): RequestListener {
  const { addresses, grants, clock, links, githubPages, logger, client, baseUrl } = options;
  const keys = sessionKeysIn(options.home, options.sessionKey);
  const pulse = createPulse(options);
  const sessions = createSessions({ grants, keys, clock, ended: pulse.wake });
  const gitHubOf = (token: string) => userGitHub(baseUrl, token);
  const visibility = createVisibility(clock, options.accessEpoch);
  const sightOf = createSightOf({ sessions, visibility, gitHubOf });
  const portsFor = createPortsFor(options, { sightOf, gitHubOf });
  const runs = new RunSecrets(keys.runs, options.board, clock);
  const tokens = createTokens({ store: options.apiTokens, audience: keys.audience, runs, clock });
  const content =
    options.content ??
    siteContent(
      githubPages,
      createTokenActions(tokens, {
        endOf: async (nodeId) => {
          const ended = await grants.endOf(nodeId);
          pulse.wake();
          return ended;
        },
      }),
      options.status,
    );
  const roles = createRoleVisibility(options.roleOf, clock, options.accessEpoch);
  const readers: ReaderPorts = {
    portsFor,
    portsOfToken: createPortsOfToken({ ports: ownersPorts(options), orders: options.orders, roles }),
    wordingFor: (login) => wordingFor({ ...options, login }),
  };
  const callers = new Callers(options.trustedProxies);
  const failedAttempts = new FailedAttempts(clock);
  const site = new Hono<SiteEnv>();
  site.use(async (context, next) => {
    const { headers, socket } = context.env.incoming;
    context.set("origin", addresses.originOf(headers.host) ?? "");
    context.set("caller", callers.nameOf(socket.remoteAddress, context.req.header("x-forwarded-for")));
    await next();
  });
  site.use(limitBrowser, keepPrivate, guardSender(addresses), limitBody);
  site.use(async (context, next) => {
    context.set("session", await sessions.find(readCookie(context, sessionCookie)));
    await next();
  });
  addChangeStream(site, { ...options, ...readers, pulse, sessions, sightOf, tokens, roles });
  // Innermost first: the tag is that of the page, compressed or not.
  site.get("*", compress(), etag());
  addEntryRoutes(site, { links, sessions, gitHubSignIn: client && gitHubSignInPath });
  if (client !== undefined) {
    const attempts = createAttempts(keys.sealing, clock);
    addSignInRoutes(site, { ...options, client, attempts, sessions, gitHubOf, failedAttempts });
  }
  const renderings = createRenderings({ ...options, sightOf });
  for (const page of content.pages) mount(site, page, { portsFor, renderings, themeOf, choosing: options });
  addThemeRoute(site);
  for (const asset of content.assets) addAsset(site, asset);
  const programs = { ...readers, tokens, clock, closing: options.closing, operated: options.operated };
  addApi(site, programs, catalogue, options.version);
  addExchange(site, {
    ...options,
    tokens,
    failedAttempts,
    sightOf: (token, repositories) => sightOfToken(baseUrl, token, repositories),
  });
  addMcp(site, { ...programs, logger, version: options.version });
  site.get("/", (context) => context.redirect("/board", 303));
  site.notFound((context) => context.text("not found\n", 404));
  site.onError((thrown, context) => {
    // A form that is not one of ours is no failure of ours.
    if (thrown instanceof UserError) return respondToError(context, thrown);
    logger.error({ method: context.req.method, path: context.req.path }, "a page failed", thrown);
    return context.text("Something went wrong. The server's log says what.\n", 500);
  });
  return getRequestListener(site.fetch, { overrideGlobalObjects: false });
}

function addAsset(site: Hono<SiteEnv>, { name, type, text }: SiteAsset): void {
  site.get(`/assets/${name}`, (context) =>
    context.body(text, 200, { "content-type": `${type}; charset=utf-8` }),
  );
}
