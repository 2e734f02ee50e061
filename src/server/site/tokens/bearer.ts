/** The token of a request: who it is for, or why it is refused and how to get a right one. */
import type { Context } from "hono";
import { type Problem, sendProblem } from "../api/problem.ts";
import type { SiteEnv } from "../site-env.ts";
import type { ShownToken, Tokens } from "./tokens.ts";
import { howToGetToken as howTo, whyRefused } from "./why-refused.ts";

export type Bearer =
  | { readonly type: "token"; readonly token: ShownToken }
  /** The request has no `Authorization`. */
  | { readonly type: "none" }
  | { readonly type: "refused"; readonly why: string };

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
