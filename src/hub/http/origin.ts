/**
 * Refuses requests from web pages of other sites. The hub trusts every client of its loopback port, and a
 * browser on the same machine sends requests there for any page that it loads. Reads need no check of their
 * origin: a page cannot see a response from a different origin, unless DNS rebinding makes its own name point
 * here, which the host reveals.
 */
import type { IncomingHttpHeaders } from "node:http";

/** GitHub's own hosts are included, because a client may be configured to reach those through the hub. */
const localHost = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\]|(?:api\.)?github\.com)$/;

/** Whether a host is this machine or GitHub. */
export function isLocalHost(hostname: string): boolean {
  return localHost.test(hostname);
}

/** Whether the request comes from a page of a different site. */
export function isSentByForeignPage(method: string | undefined, headers: IncomingHttpHeaders): boolean {
  if (method === "GET" || method === "HEAD") return false;
  const { origin, "sec-fetch-site": site } = headers;
  // A page that hides its origin sends "null"; browsers still send `Sec-Fetch-Site`.
  if (origin === undefined || origin === "null") return site === "cross-site";
  return !isLocalHost(URL.parse(origin)?.hostname ?? "");
}
