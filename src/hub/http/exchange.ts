/**
 * Processes a request: faults, authentication, rate limit, route, faults again. The order is GitHub's: wrong
 * credentials are refused before the path is resolved.
 */
import { messageOf } from "../../base/errors.ts";
import { type Authentication, authenticate } from "../auth/authenticate.ts";
import type { HubCore } from "../core.ts";
import type { RequestTraits } from "../faults/faults.ts";
import type { RequestEffect } from "../faults/rule.ts";
import { endingAfter, endingBefore, type FaultedExchange, visibleState } from "../faults/strike.ts";
import { traitsOf } from "../faults/traits.ts";
import { executeGraphql } from "../graphql/executor/execute.ts";
import { isWriter } from "../ops/access/actor.ts";
import type { RestRequest, Route } from "../rest/route.ts";
import { unknownRoute } from "../rest/unimplemented.ts";
import { WatchedBody, WatchedQuery } from "../rest/unread.ts";
import { revokeToken } from "../state/accounts/tokens.ts";
import { withOlderIds } from "../state/older-node-id.ts";
import { readBody } from "./body.ts";
import { isNotModified } from "./conditional.ts";
import { type Resource, rateHeaders } from "./rate.ts";
import { contentLimit, primaryLimit, quotaShapeFor } from "./rate-refusal.ts";
import { namedPath, redirectFromFormerName } from "./renamed.ts";
import type { HubRequest } from "./request.ts";
import { failure, type HttpResponse, json } from "./response.ts";
import type { Runtime } from "./runtime.ts";

type Authenticated = Extract<Authentication, { kind: "actor" }>;

/** A response together with the route's name, for observers. */
interface Routed {
  readonly template: string;
  readonly response: HttpResponse;
}

export async function exchange(hub: Runtime, request: HubRequest): Promise<FaultedExchange> {
  const ending = await endingOf(hub, request);
  if (ending.kind === "response" && ending.afterMs !== undefined)
    await hub.clock.sleep(ending.afterMs, hub.closing);
  return ending;
}

async function endingOf(hub: Runtime, request: HubRequest): Promise<FaultedExchange> {
  const who = await authenticate(hub.state, request.headers.authorization, hub.clock.now());
  const traits = hub.faults.watchesRequests
    ? traitsOf(request, who.kind === "actor" ? who.actor : undefined)
    : undefined;
  const effects = traits === undefined ? [] : hub.faults.forRequest(traits);
  for (const effect of effects) {
    if (effect.kind === "slow") await hub.clock.sleep(effect.ms, hub.closing);
    if (effect.kind === "expire-token") expireToken(hub, who);
  }
  const early = endingBefore(effects, hub.clock.now(), quotaShapeFor(hub, request, effects));
  if (early !== undefined) return early;
  if (hub.closing.aborted) return { kind: "cut" };
  const { method, path } = request;
  const { response, template } =
    who.kind === "refused"
      ? { response: failure(who.status, who.message), template: path }
      : await withRateLimit(hub, request, { who, effects, traits });
  hub.observe({ kind: "response", method, path, template, status: response.status, body: response.body });
  return endingAfter(effects, response);
}

/** Counts the request and refuses it if it exceeds the limit; otherwise carries it out. */
async function withRateLimit(
  hub: Runtime,
  request: HubRequest,
  {
    who,
    effects,
    traits,
  }: {
    readonly who: Authenticated;
    readonly effects: readonly RequestEffect[];
    readonly traits: RequestTraits | undefined;
  },
): Promise<Routed> {
  const { path } = request;
  const resource: Resource =
    path === "/graphql" ? "graphql" : path.startsWith("/search/") ? "search" : "core";
  const spender = spenderOf(who);
  const now = hub.clock.now();
  const exhausted = hub.faults.enforcesLimits && hub.rates.status(spender, resource, now).remaining === 0;
  if (path !== "/rate_limit") hub.rates.count(spender, resource, now);
  const refused = exhausted ? primaryLimit(hub, request, now) : contentLimit(hub, request, spender, now);
  const routed = refused
    ? { template: path, response: refused }
    : await carryOut(hub, request, { who, spender, effects, traits });
  const isKnown = who.actor.kind !== "anonymous";
  if (isKnown && isNotModified(request.method, request.headers, routed.response))
    hub.rates.giveBack(spender, resource, now);
  const headers = rateHeaders(hub.rates.status(spender, resource, now));
  return {
    ...routed,
    response: { ...routed.response, headers: { ...headers, ...scopes(who), ...routed.response.headers } },
  };
}

async function carryOut(
  hub: Runtime,
  request: HubRequest,
  {
    who,
    spender,
    effects,
    traits,
  }: {
    readonly who: Authenticated;
    readonly spender: string;
    readonly effects: readonly RequestEffect[];
    readonly traits: RequestTraits | undefined;
  },
): Promise<Routed> {
  const read = readBody(request);
  if (read.kind === "invalid")
    return { template: request.path, response: failure(400, "Problems parsing JSON") };
  const isRead = request.method === "GET" || traits?.graphql?.isMutation === false;
  const core = coreFor(hub, request, isRead ? effects : []);
  try {
    if (request.path === "/graphql" && request.method === "POST") {
      const budget = hub.rates.status(spender, "graphql", hub.clock.now());
      const {
        status,
        body,
        cost = 1,
      } = await executeGraphql(core, who.actor, read.body, {
        budget,
        limit: effects.find((effect) => effect.kind === "resource-limit"),
      });
      // The first point was counted before it was known what the query costs.
      hub.rates.count(spender, "graphql", hub.clock.now(), cost - 1);
      const shown = hasNewerIds(hub, request) ? body : withOlderIds(body);
      return { template: "/graphql", response: json(status, shown) };
    }
    const path = namedPath(core.state, request.path);
    const moved = redirectFromFormerName(core.state, core.site, who.actor, { ...request, path });
    if (moved !== undefined) return { template: "/repositories/{repository_id}", response: moved };
    const match = hub.router.find(request.method, path);
    if (match === undefined)
      return { template: request.path, response: unknownRoute(request.method, request.path) };
    const { actor, token } = who;
    if (actor.kind === "anonymous" && !match.route.isOpen)
      return { template: match.route.template, response: failure(401, "Requires authentication") };
    const viewing = { state: core.state, site: core.site };
    const asking = { core, actor, token, spender, viewing, params: match.params, path };
    const response = handle(asking, match.route, request, read.body);
    return {
      template: match.route.template,
      response: hasNewerIds(hub, request) ? response : { ...response, body: withOlderIds(response.body) },
    };
  } catch (thrown) {
    hub.log.error({ method: request.method, path: request.path }, "request failed", thrown);
    return { template: request.path, response: failure(500, `The hub failed: ${messageOf(thrown)}`) };
  }
}

/** GitHub documents the header for GraphQL; users report that it works for REST, too. */
function hasNewerIds({ idFormat, unknown }: Runtime, { headers, path }: HubRequest): boolean {
  if (idFormat.now === "newer") return true;
  const isMeant = path === "/graphql" || unknown.newerIdHeader === "everywhere";
  return idFormat.now === "older" && isMeant && headers["x-github-next-global-id"] === "1";
}

type RouteContext = Omit<RestRequest, "query" | "headers" | "body">;

/** A route's response, unless it ignored a part of the request. A refused write is rolled back. */
function handle(
  asking: RouteContext,
  route: Route,
  { headers, query }: HubRequest,
  body: unknown,
): HttpResponse {
  const watchedQuery = new WatchedQuery(query);
  const watchedBody = new WatchedBody(body);
  const operation = `${route.method} ${route.template}`;
  const work = (): HttpResponse => {
    const response = route.handle({ ...asking, headers, query: watchedQuery, body: watchedBody.value });
    if (response.status >= 400) return response;
    const unread = [...watchedQuery.unread(operation), ...watchedBody.unread(operation)];
    if (unread.length === 0) return response;
    return failure(501, `not implemented by the hub: ${operation} with ${unread.join(", ")}`);
  };
  if (route.method === "GET") return work();
  return asking.core.state.transaction(work, ({ status }) => status < 400);
}

function coreFor(hub: Runtime, request: HubRequest, effects: readonly RequestEffect[]): HubCore {
  return {
    state: visibleState(effects, hub.state, hub.snapshots),
    site: request.site,
    webhookSite: hub.webhookSite,
    clock: hub.clock,
    log: hub.log,
    limits: hub.limits,
    release: hub.release,
    idFormat: hub.idFormat,
    unknown: hub.unknown,
    wake: () => hub.dispatcher.wake(),
  };
}

function spenderOf({ actor, token }: Authenticated): string {
  if (actor.kind === "installation") return `installation ${actor.installation.id}`;
  return isWriter(actor) ? actor.user.login : (token?.token ?? actor.kind);
}

/** The scopes that `gh auth status` prints. */
function scopes({ actor }: Authenticated): Record<string, string> {
  return actor.kind === "user" && actor.via === undefined
    ? { "x-oauth-scopes": "admin:org, gist, repo, workflow" }
    : {};
}

function expireToken(hub: Runtime, who: Authentication): void {
  const token = who.kind === "actor" ? who.token : undefined;
  if (token === undefined || token.installationId === null) return;
  hub.state.transaction(() => revokeToken(hub.state, token.token));
}
