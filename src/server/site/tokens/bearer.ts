/** The token of a request: who it is for, or why it is refused and how to get a right one. */
import type { Context } from "hono";
import { toIsoSeconds } from "../../../base/clock.ts";
import { type Problem, sendProblem } from "../api/problem.ts";
import type { SiteEnv } from "../site-env.ts";
import type { Found, ShownToken, Tokens } from "./tokens.ts";

export type Bearer =
  | { readonly type: "token"; readonly token: ShownToken }
  /** The request has no `Authorization`. */
  | { readonly type: "none" }
  | { readonly type: "refused"; readonly why: string };

const howTo =
  "Make one on the page /tokens, or with `signalbox tokens add` on the server's machine, and send it as `Authorization: Bearer sbx_…`.";

export const tokenFirst = `There is no token. ${howTo}`;

export async function bearerOf(context: Context<SiteEnv>, tokens: Pick<Tokens, "find">): Promise<Bearer> {
  const header = context.req.header("authorization");
  if (header === undefined) return { type: "none" };
  const [, given] = /^Bearer +(\S{1,500})$/i.exec(header) ?? [];
  if (given === undefined)
    return { type: "refused", why: `The Authorization header has no bearer token. ${howTo}` };
  const found = await tokens.find(given);
  return found.type === "good"
    ? { type: "token", token: found.token }
    : { type: "refused", why: whyRefused(found) };
}

/** It never repeats the token. */
function whyRefused(found: Exclude<Found, { readonly type: "good" }>): string {
  switch (found.type) {
    case "github":
      return `That is a token of GitHub's, and this server takes only its own. It was neither used nor kept; \`signalbox login\` exchanges one for a token of this server. ${howTo}`;
    case "malformed":
      return `That is no token of this server: those begin with sbx_. ${howTo}`;
    case "unknown":
      return `The token was ended, or another server made it. ${howTo}`;
    case "foreign":
      return `The token was made by another server, or before SESSION_KEY was replaced. ${howTo}`;
    case "run over":
      return "The run whose secret this is no longer holds its task, so what it may do here has ended. `signalbox run` starts the next one.";
    case "expired":
      return `The token expired at ${toIsoSeconds(found.at)}. ${howTo}`;
  }
}

/** With the header that tells clients what is missing (RFC 6750). */
export function sendUnauthorized(context: Context<SiteEnv>, detail: string, isRefused: boolean): Response {
  const challenge = isRefused
    ? 'Bearer realm="signalbox", error="invalid_token"'
    : 'Bearer realm="signalbox"';
  return sendProblem(context, { status: 401, code: "no-login", detail }, { "www-authenticate": challenge });
}

/** The token is right, and does not allow this. */
export function sendForbidden(context: Context<SiteEnv>, problem: Omit<Problem, "status">): Response {
  const challenge = 'Bearer realm="signalbox", error="insufficient_scope", scope="orders"';
  return sendProblem(context, { status: 403, ...problem }, { "www-authenticate": challenge });
}
