/**
 * `fetch` as all our requests use it: times out after 15 seconds, sends the API version, and never lets a
 * redirect turn a POST into a GET, which plain `fetch` does on a 301 (a renamed repository).
 */
import { apiVersionFor, learnVersion, otherVersionAfter } from "./api-version.ts";

/**
 * Has GitHub name everything by the newer of its two formats of node ids, whatever its age
 * (https://docs.github.com/en/graphql/guides/migrating-graphql-global-node-ids). Deliveries keep the older one.
 */
export const newerIdsWanted = { "x-github-next-global-id": "1" };
const timeoutMs = 15_000;
const maxRedirects = 3;

type Fetch = (url: string, init?: RequestInit) => Promise<Response>;

export const boundedFetch: Fetch = async (url, init = {}) => {
  const spoken = apiVersionFor(url);
  const first = await fetchAs(spoken, url, init);
  const other = otherVersionAfter(first, spoken);
  const second = other === undefined ? undefined : await fetchAs(other, url, init);
  const wasVersion = second !== undefined && second.status !== 410 && second.status !== 400;
  learnVersion(url, wasVersion ? (other ?? spoken) : spoken, wasVersion ? second : first, wasVersion);
  if (second !== undefined) await (wasVersion ? first : second).body?.cancel();
  return wasVersion ? second : first;
};

async function fetchAs(apiVersion: string, url: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set("x-github-api-version", apiVersion);
  for (const [name, value] of Object.entries(newerIdsWanted))
    if (!headers.has(name)) headers.set(name, value);
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  let target = url;
  for (let redirects = 0; ; redirects++) {
    const response = await fetch(target, { ...init, headers, signal, redirect: "manual" });
    const next = redirectOf(response, target);
    if (next === undefined || redirects === maxRedirects) return response;
    await response.body?.cancel();
    target = next;
  }
}

/** Only within the same origin: a token must not follow a redirect to a different host. */
function redirectOf(response: Response, from: string): string | undefined {
  if (![301, 302, 307, 308].includes(response.status)) return undefined;
  const location = response.headers.get("location");
  if (location === null || !URL.canParse(location, from)) return undefined;
  const next = new URL(location, from);
  return next.origin === new URL(from).origin ? next.href : undefined;
}
