/**
 * Normalises a request of any layout: GitHub.com's (`/user`), the enterprise one (`/api/v3/user`) or an HTTP
 * proxy's (`GET http://api.github.localhost/user`). The rest of the hub sees only GitHub.com's layout.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { Site } from "../core.ts";

export interface HubRequest {
  readonly method: string;
  /** The path in GitHub.com's layout, still encoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly site: Site;
}

/** The contents of a request line and its host. */
export interface Address extends Pick<HubRequest, "path" | "query" | "site"> {
  /** Without a port. */
  readonly hostname: string;
}

/** @returns undefined for an invalid URL or malformed escapes */
export function readAddress(target: string, host: string | undefined): Address | undefined {
  const url = URL.parse(target.startsWith("/") ? `http://${host ?? "localhost"}${target}` : target);
  if (url === null || !isDecodable(url.pathname)) return undefined;
  const enterprise = /^\/api\/(?:v3|(?=graphql))/.exec(url.pathname);
  const path = enterprise === null ? url.pathname : url.pathname.slice(enterprise[0].length);
  return {
    hostname: url.hostname,
    path: normalPath(path),
    query: url.searchParams,
    site: siteOf(url.host, enterprise !== null),
  };
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function normalPath(path: string): string {
  const rooted = path.startsWith("/") ? path : `/${path}`;
  return rooted.length > 1 && rooted.endsWith("/") ? rooted.slice(0, -1) : rooted;
}

function siteOf(host: string, isEnterprise: boolean): Site {
  const scheme = host === "api.github.com" || host === "github.com" ? "https" : "http";
  const web = `${scheme}://${host.replace(/^api\./, "")}`;
  return { web, api: isEnterprise ? `${web}/api/v3` : `${scheme}://${host}` };
}
