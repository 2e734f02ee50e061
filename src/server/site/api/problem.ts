/** Errors of the API, as RFC 9457 describes them: with a status, a stable code, and a sentence that says what would work. */
import type { Context } from "hono";
import { type ErrorCode, UserError } from "../../../base/errors.ts";
import { readsAMinute, writesAMinute } from "../guard/turns.ts";
import type { SiteEnv } from "../site-env.ts";

type Status = 400 | 401 | 403 | 404 | 405 | 409 | 415 | 422 | 429 | 500 | 503;

const statuses: Readonly<Partial<Record<ErrorCode, Status>>> = {
  "invalid-input": 400,
  "repository-needed": 400,
  "agent-needed": 400,
  "no-login": 401,
  "not-here": 403,
  "refused-by-github": 403,
  "github-away": 503,
  "unknown-issue": 404,
  "unknown-repository": 404,
  "unknown-agent": 404,
  "not-found": 404,
  refused: 409,
  "other-index": 409,
};
const titles: Readonly<Record<Status, string>> = {
  400: "The input does not fit",
  401: "Sign in first",
  403: "You may not",
  404: "Not found",
  405: "Wrong method",
  409: "Refused",
  415: "Not JSON",
  422: "It cannot be done",
  429: "Too many requests",
  500: "A bug in signalbox",
  503: "GitHub is away",
};

export interface Problem {
  readonly status: Status;
  readonly code: ErrorCode;
  readonly detail: string;
  /** What does it instead, for programs. */
  readonly instead?: object;
}

export const signInFirst: Problem = {
  status: 401,
  code: "no-login",
  detail:
    "There is no token, and no session, or it has ended. For a program, make a token on the page /tokens and send it as `Authorization: Bearer sbx_…`; with a browser, sign in at /sign-in; on the server's machine, use the command line.",
};
export const tooManyFailures: Problem = {
  status: 429,
  code: "refused",
  detail: "Too many sign-ins from your address have failed. Try again in a minute.",
};

export const tooManyRequests: Problem = {
  status: 429,
  code: "refused",
  detail: `At most ${readsAMinute.count} requests that read and ${writesAMinute.count} that write are taken in a minute. Try again in one.`,
};

function problemOf({ code, message }: UserError): Problem {
  return { status: statuses[code] ?? 422, code, detail: message };
}

export function sendProblem(
  context: Context<SiteEnv>,
  { status, code, detail, instead }: Problem,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const body = JSON.stringify({ title: titles[status], status, code, detail, instead });
  return context.body(`${body}\n`, status, { ...headers, "content-type": "application/problem+json" });
}

/** What a user's error says; a bug is left to the site. */
export function sendError(context: Context<SiteEnv>, thrown: unknown): Response {
  if (thrown instanceof UserError) return sendProblem(context, problemOf(thrown));
  throw thrown;
}
