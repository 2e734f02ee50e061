/**
 * Decides, in this one place, what a failed request means. A 5xx on a write is `unknown`, not retryable: the
 * write may have been applied, so it is looked up before it is repeated.
 */
import type { Millis } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import { isNetworkForbidden } from "../../base/no-network.ts";
import type { Failure } from "../../dispatcher/ports/failure.ts";
import { RequestFailed } from "../../dispatcher/request-failed.ts";
import { type DenialKind, denialIn } from "./denial.ts";
import {
  type GraphqlErrors,
  type GraphqlProblem,
  type HttpError,
  isGraphqlErrors,
  isHttpError,
} from "./octokit-errors.ts";
import { isSecondary, isSpentQuota, quotaPauseUntil, secondaryUntil, toldUntil } from "./told-to-wait.ts";

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const unhealthyMs = 5 * minuteMs;
/** How long to leave an installation alone that denies us access, at first: each time in a row twice as long. */
const deniedMs: Readonly<Record<DenialKind, Millis>> = {
  moment: 2 * secondMs,
  clock: minuteMs,
  key: unhealthyMs,
  app: unhealthyMs,
  suspended: unhealthyMs,
};
/** From the third in a row on it is no moment any more, and a person has to look. */
const momentaryDenials = 2;
const backoffMs = 500;
const backoffCapMs = 30 * secondMs;

/** The request and the attempts before it. */
export interface Circumstances {
  readonly intent: "read" | "write";
  /** How often this request failed before. */
  readonly attempt: number;
  /** Consecutive limits on this installation, before this one. */
  readonly strikes: number;
  readonly now: Millis;
  /** A number in [0, 1). */
  readonly random: () => number;
}

/** Whether a new token is worth one more try: a 401 means that nothing was done. */
export function needsNewToken(thrown: unknown): boolean {
  return isHttpError(thrown) && thrown.status === 401 && !isTokenRequest(thrown);
}

export function failureOf(thrown: unknown, circumstances: Circumstances): Failure {
  if (isGraphqlErrors(thrown)) return graphqlFailure(thrown, circumstances);
  if (isHttpError(thrown) && thrown.response !== undefined) return statusFailure(thrown, circumstances);
  return neverSent(thrown) ? later(thrown, circumstances) : lost(thrown, circumstances);
}

/** The failure that a thrown error stands for, where a result is needed instead of an exception. */
export function failureIn(thrown: unknown): Failure {
  return thrown instanceof RequestFailed ? thrown.failure : { type: "unknown", message: messageOf(thrown) };
}

/** Waits given by GitHub are exact to the second; ours are exponential with full jitter above a minimum. */
export function backoffUntil({
  now,
  attempt,
  random,
}: Pick<Circumstances, "now" | "attempt" | "random">): Millis {
  const ceiling = Math.min(backoffCapMs, backoffMs * 2 ** Math.min(attempt, 10));
  return now + Math.ceil(ceiling / 2 + (random() * ceiling) / 2);
}

function statusFailure(error: HttpError, circumstances: Circumstances): Failure {
  const { status, message } = error;
  if (status === 401 || isLostApp(error)) {
    const hint = clockHint(error, circumstances.now);
    return isOwnAffair(error)
      ? { type: "refused", message: inSentences(message, hint) }
      : denied(circumstances, message, hint);
  }
  if (status === 403 || status === 429) return forbiddenFailure(error, circumstances);
  if (status === 404 || status === 410 || status === 451) return { type: "gone", message };
  // So GitHub answers a merge while it computes whether there are conflicts, and when another merge came first.
  if (status === 405 && /not mergeable|branch was modified|already in progress/i.test(message))
    return { type: "refused", message, mayPass: true };
  if (status >= 400 && status < 500 && status !== 408) return { type: "refused", message };
  return lost(error, circumstances);
}

function forbiddenFailure(error: HttpError, circumstances: Circumstances): Failure {
  const { now, strikes } = circumstances;
  const { message, status } = error;
  const isSpent = isSpentQuota(message);
  const until = toldUntil(error.response?.headers ?? {}, now, isSpent ? "spent" : "as the headers say");
  if (until !== undefined) return hold(until, message);
  if (status === 429 || isSpent || isSecondary(message)) return hold(secondaryUntil(now, strikes), message);
  if (denialIn(message).kind === "suspended") return denied(circumstances, message, undefined);
  if (isPolicyRefusal(message)) return unhealthy(now, message);
  return { type: "refused", message };
}

/**
 * GraphQL reports most problems with a 200: a spent quota, a time-out, a document that it does not
 * understand.
 */
function graphqlFailure(error: GraphqlErrors, circumstances: Circumstances): Failure {
  const { message } = error;
  const { now, strikes } = circumstances;
  const pausedUntil = quotaPauseUntil(error, { now, strikes });
  if (pausedUntil !== undefined) return hold(pausedUntil, message);
  if (isSecondary(message))
    return hold(toldUntil(error.headers, now) ?? secondaryUntil(now, strikes), message);
  if (isPolicyRefusal(message)) return unhealthy(now, message);
  if (isOutage(message)) return lost(error, circumstances);
  // Some of a write's mutations may have run; a read would meet the limit again.
  if (circumstances.intent === "write" && error.errors.some(isTooMuch)) return { type: "unknown", message };
  return { type: "refused", message };
}

/**
 * Whether a smaller read may get through where this one did not: GitHub ended it for its time, or the answer was lost. What
 * was never sent, and an outage that GitHub names, say nothing about the size.
 * https://docs.github.com/en/graphql/overview/rate-limits-and-query-limits-for-the-graphql-api#timeouts
 */
export function mayBeTooLarge(thrown: unknown): boolean {
  if (isGraphqlErrors(thrown)) return isOutage(thrown.message);
  if (isHttpError(thrown) && thrown.response !== undefined)
    return thrown.status === 502 || thrown.status === 504;
  return !neverSent(thrown);
}

/** The request as a whole exceeded GitHub's resource limits. */
export function isTooMuch({ type }: GraphqlProblem): boolean {
  return type === "RESOURCE_LIMITS_EXCEEDED";
}

/** The failure of a mutation that was not run because the quota was spent. */
export function quotaFailure(pausedUntil: Millis, message: string): Failure {
  return hold(pausedUntil, message);
}

/** The meaning of one failed mutation among several. GitHub did respond, so usually nothing was done. */
export function problemFailure(problem: GraphqlProblem, circumstances: Circumstances): Failure {
  const { type, message } = problem;
  const { now, strikes } = circumstances;
  if (isPolicyRefusal(message)) return unhealthy(now, message);
  if (type === "NOT_FOUND") return { type: "gone", message };
  if (isSecondary(message)) return hold(secondaryUntil(now, strikes), message);
  return isOutage(message) || isTooMuch(problem)
    ? lost(new Error(message), circumstances)
    : { type: "refused", message };
}

/**
 * Whether the organisation's policy, and not a missing permission, refuses us: an admin may change it at any time.
 * https://docs.github.com/en/organizations/keeping-your-organization-secure/managing-security-settings-for-your-organization/managing-allowed-ip-addresses-for-your-organization
 */
export function isPolicyRefusal(message: string): boolean {
  return /IP allow list|SAML (?:SSO|enforcement|single sign-on)/i.test(message);
}

function isOutage(message: string): boolean {
  return /something went wrong|time(?:d )?[ -]?out|temporarily/i.test(message);
}

/** The request may have arrived: harmless for a read, unknown for a write. */
function lost(thrown: unknown, circumstances: Circumstances): Failure {
  if (circumstances.intent === "read" || isTokenRequest(thrown)) return later(thrown, circumstances);
  return { type: "unknown", message: messageOf(thrown) };
}

function later(thrown: unknown, circumstances: Circumstances): Failure {
  return { type: "wait", scope: "request", retryAt: backoffUntil(circumstances), message: messageOf(thrown) };
}

function hold(retryAt: Millis, message: string): Failure {
  return { type: "wait", scope: "installation", retryAt, message };
}

function unhealthy(now: Millis, message: string): Failure {
  return {
    type: "wait",
    scope: "installation",
    retryAt: now + unhealthyMs,
    message,
    isUnhealthy: true,
  };
}

/**
 * Even a new token was refused, or none was given. What may be over in a moment is tried again after seconds, and each time
 * after twice as long, up to five minutes.
 */
function denied({ now, strikes }: Circumstances, refusal: string, clockHint: string | undefined): Failure {
  const { kind, advice } = denialIn(refusal);
  const waitMs = Math.min(unhealthyMs, deniedMs[kind] * 2 ** Math.min(strikes, 10));
  const isUnhealthy = kind !== "moment" || strikes >= momentaryDenials;
  const message = inSentences(refusal, advice, clockHint);
  return {
    type: "wait",
    scope: "installation",
    retryAt: now + waitMs,
    message,
    ...(isUnhealthy ? { isUnhealthy } : {}),
  };
}

/** If our clock is wrong, GitHub refuses valid tokens; its response carries the correct time. */
function clockHint({ response }: HttpError, now: Millis): string | undefined {
  const theirs = Date.parse(String(response?.headers.date ?? ""));
  const offMs = now - theirs;
  if (Number.isNaN(offMs) || Math.abs(offMs) <= minuteMs) return undefined;
  const by = `${Math.round(Math.abs(offMs) / secondMs)} seconds ${offMs > 0 ? "ahead of" : "behind"} GitHub's`;
  return `This machine's clock is ${by}: synchronise it with a time server.`;
}

/** @param refusal GitHub's words, which end without a full stop */
function inSentences(refusal: string, ...sentences: readonly (string | undefined)[]): string {
  const said = sentences.filter((sentence) => sentence !== undefined);
  return said.length === 0 ? refusal : `${refusal}. ${said.join(" ")}`;
}

/** Whether the connection was never established, so that nothing can have happened. */
function neverSent(thrown: unknown): boolean {
  if (isNetworkForbidden(thrown)) return true;
  for (let error = thrown, depth = 0; error instanceof Error && depth < 4; error = error.cause, depth++)
    if (
      "code" in error &&
      /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/.test(String(error.code))
    )
      return true;
  return false;
}

/**
 * A request of the App itself, signed with its key: if refused, the key, the App id or the clock is wrong.
 */
function isOwnAffair(error: HttpError): boolean {
  return /\/app(?:[/?]|$)/.test(error.request.url) && !isTokenRequest(error);
}

/** So github.com refuses a token to an App that was deleted: it does not mean that what was asked for is gone. */
function isLostApp(error: HttpError): boolean {
  return error.status === 404 && isTokenRequest(error) && denialIn(error.message).kind === "app";
}

/** Fetching an installation's token is harmless to repeat. */
function isTokenRequest(thrown: unknown): boolean {
  return isHttpError(thrown) && /\/access_tokens$/.test(thrown.request.url);
}
