/**
 * Which requests for pages are refused before anything is read: those that reached the hub under a foreign name, and
 * forms that another page sent. A browser sends this machine's cookies for either.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { HubRequest } from "../http/request.ts";
import type { HttpResponse } from "../http/response.ts";

/** The names of this machine; `github.localhost` is the hub's own. */
const ownName = /^(?:(?:[a-z\d-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** @param formsTo browsers also hold the target of a redirect after a form to the policy */
export const headersOfPages = (formsTo = ""): Readonly<Record<string, string>> => ({
  "content-security-policy": `default-src 'none'; style-src 'self'; form-action 'self' ${formsTo}; base-uri 'none'; frame-ancestors 'none'`,
  // `no-referrer` would make browsers send `Origin: null` with our own forms.
  "referrer-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "private, no-store",
});

/** @returns undefined for a request that may go on */
export function refusalOf(
  request: Pick<HubRequest, "method" | "headers" | "site">,
): HttpResponse | undefined {
  const own = URL.parse(request.site.web);
  if (own === null || !ownName.test(own.hostname)) return refusal(421, "This is not a name of the hub.");
  if (request.method === "GET" || isOwnForm(request, own.origin)) return undefined;
  return refusal(403, "This form was sent by a page of another site.");
}

function isOwnForm({ headers }: Pick<HubRequest, "headers">, own: string): boolean {
  const { origin, "sec-fetch-site": site } = headers;
  return (origin === undefined || origin === own) && (site === undefined || site === "same-origin");
}

const refusal = (status: number, text: string): HttpResponse => ({
  status,
  body: `${text}\n`,
  headers: { ...headersOfPages(), "content-type": "text/plain; charset=utf-8" },
});

/** Compares in a time that does not tell how much of the token is right. */
export function isToken(given: string | null, token: string): boolean {
  const [one, other] = [given ?? "", token].map((text) => createHash("sha256").update(text).digest());
  return one !== undefined && other !== undefined && timingSafeEqual(one, other);
}
