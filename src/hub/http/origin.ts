/**
 * Keeps web pages of other sites away. The hub trusts whoever reaches its loopback port, and a browser on the same
 * machine reaches it for every page that it shows. Reads need no check of where they come from: a page cannot see an
 * answer of another origin, unless its own name was made to point here, which shows in the host.
 */
import type { IncomingHttpHeaders } from "node:http";

/** GitHub's own hosts are among them, because a client may be told to reach those through the hub. */
const localHost = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\]|(?:api\.)?github\.com)$/;

/** Whether a host names this machine, or GitHub. */
export function isLocalHost(hostname: string): boolean {
  return localHost.test(hostname);
}

/** Whether a page of another site makes a browser send this. */
export function isSentByForeignPage(method: string | undefined, headers: IncomingHttpHeaders): boolean {
  if (method === "GET" || method === "HEAD") return false;
  const { origin, "sec-fetch-site": site } = headers;
  // A page that hides where it comes from sends "null"; browsers still say how near it is.
  if (origin === undefined || origin === "null") return site === "cross-site";
  return !isLocalHost(URL.parse(origin)?.hostname ?? "");
}
