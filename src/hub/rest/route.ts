/**
 * The shape of a REST route, and the lookup of the route for a request. Templates are GitHub's own, so that
 * responses can be checked against the published description of their route.
 */
import type { HubCore, Site } from "../core.ts";
import type { HubRequest } from "../http/request.ts";
import type { HttpResponse } from "../http/response.ts";
import type { Actor } from "../ops/access/actor.ts";
import type { Token } from "../state/accounts/tokens.ts";
import type { State } from "../state/state.ts";

/** A handler's arguments. */
export interface RestRequest {
  readonly core: HubCore;
  readonly actor: Actor;
  readonly token: Token | undefined;
  /** The rate limit's budget that the request counts against. */
  readonly spender: string;
  /** The base URL of links: the one that this client uses. */
  readonly viewing: { readonly state: State; readonly site: Site };
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: HubRequest["headers"];
  /** Parsed JSON, undefined without a body. */
  readonly body: unknown;
  /** The request's URL, for links to further pages. */
  readonly path: string;
}

export type Handler = (request: RestRequest) => HttpResponse;
export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

export interface Route {
  readonly method: Method;
  /** For example `/repos/{owner}/{repo}/issues/{issue_number}`. */
  readonly template: string;
  readonly handle: Handler;
  /** Whether it may write without credentials. */
  readonly isOpen: boolean;
}

export function route(method: Method, template: string, handle: Handler): Route {
  return { method, template, handle, isOpen: method === "GET" };
}

/** A route that writes without credentials. */
export function openRoute(method: Method, template: string, handle: Handler): Route {
  return { method, template, handle, isOpen: true };
}

export interface RouteMatch {
  readonly route: Route;
  readonly params: Readonly<Record<string, string>>;
}

/** Finds routes by method and path; built once from all routes. */
export class Router {
  readonly #byMethod = new Map<string, { readonly route: Route; readonly pattern: RegExp }[]>();

  constructor(routes: readonly Route[]) {
    for (const one of routes) {
      const list = this.#byMethod.get(one.method) ?? [];
      list.push({ route: one, pattern: patternOf(one.template) });
      this.#byMethod.set(one.method, list);
    }
  }

  find(method: string, path: string): RouteMatch | undefined {
    for (const { route: candidate, pattern } of this.#byMethod.get(method) ?? []) {
      const found = pattern.exec(path);
      if (found !== null) return { route: candidate, params: decodeAll(found.groups ?? {}) };
    }
    return undefined;
  }
}

const withSlashes = ["path", "ref", "branch", "basehead"];

/** Numbers match digits only (a client's ID is no number); paths and branch names may contain slashes. */
export function patternOf(template: string): RegExp {
  const source = template.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    if (name !== "client_id" && /_(?:id|number)$/.test(name)) return `(?<${name}>\\d{1,15})`;
    return withSlashes.includes(name) ? `(?<${name}>.*)` : `(?<${name}>[^/]+)`;
  });
  return new RegExp(`^${source}$`);
}

export function decodeAll(groups: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]));
}
