/**
 * Combines the effects of a request's rules: one outcome instead of a response, before or after the request
 * is carried out, and the state that it reads. If several rules apply, the first ending wins.
 */
import { unreachable } from "../../base/errors.ts";
import { describeStatus, failure, type HttpResponse, json } from "../http/response.ts";
import type { State } from "../state/state.ts";
import type { RequestEffect } from "./rule.ts";
import type { Snapshots } from "./snapshots.ts";

/** How a request ends. */
export type FaultedExchange =
  | {
      readonly kind: "response";
      readonly response: HttpResponse;
      /** How much later it is sent, in milliseconds; at once if omitted. */
      readonly afterMs?: number;
    }
  | { readonly kind: "cut" }
  | { readonly kind: "hang" };

/**
 * @param nowMs milliseconds
 * @param shape how GraphQL words a spent quota; undefined for REST
 */
export function endingBefore(
  effects: readonly RequestEffect[],
  nowMs: number,
  shape: QuotaShape | undefined,
): FaultedExchange | undefined {
  for (const effect of effects) {
    if (effect.kind === "limit") return { kind: "response", response: limitResponse(effect, nowMs, shape) };
    if (effect.kind === "expire-token")
      return { kind: "response", response: failure(401, "Bad credentials") };
    const ending = endingAt(effect, "before");
    if (ending !== undefined) return ending;
  }
  return undefined;
}

/** @param response the response without the fault */
export function endingAfter(effects: readonly RequestEffect[], response: HttpResponse): FaultedExchange {
  for (const effect of effects) {
    const ending = endingAt(effect, "after");
    if (ending !== undefined) return ending;
    if (effect.kind === "garble") return { kind: "response", response: garble(response, effect.as) };
  }
  return { kind: "response", response };
}

/** The state that a read sees. */
export function visibleState(effects: readonly RequestEffect[], live: State, snapshots: Snapshots): State {
  const stale = effects.find((effect) => effect.kind === "stale");
  if (stale === undefined) return live;
  return stale.ms === undefined ? snapshots.back(stale.versions) : snapshots.ago(stale.ms);
}

function endingAt(effect: RequestEffect, when: "before" | "after"): FaultedExchange | undefined {
  if (!("when" in effect) || effect.when !== when) return undefined;
  switch (effect.kind) {
    case "fail":
      return {
        kind: "response",
        response: failure(effect.status, effect.message ?? describeStatus(effect.status)),
      };
    case "time-out":
      return { kind: "response", response: timeOutResponse(effect), afterMs: effect.seconds * 1_000 };
    case "cut":
    case "hang":
      return { kind: effect.kind };
    case "resource-limit":
      return undefined;
    default:
      return unreachable(effect);
  }
}

const timeOutWords =
  "We couldn't respond to your request in time. Sorry about that. Please try resubmitting your request and contact us if the problem persists.";

/** A JSON message from GitHub itself, or the page of the proxy before it: clients have seen both. */
function timeOutResponse({ status, as }: Extract<RequestEffect, { kind: "time-out" }>): HttpResponse {
  if (as === "json") return json(status, { message: timeOutWords });
  const named = `${status} ${describeStatus(status)}`;
  return {
    status,
    body: `<html>\r\n<head><title>${named}</title></head>\r\n<body>\r\n<center><h1>${named}</h1></center>\r\n<hr><center>nginx</center>\r\n</body>\r\n</html>\r\n`,
    headers: { "content-type": "text/html" },
  };
}

/**
 * The two ways in which GitHub's GraphQL says that a quota is spent: the documented one, and the one that has been seen
 * instead since 2025 (https://github.com/yanyongyu/githubkit/issues/271). A client has to know both.
 */
export type QuotaShape = "documented" | "seen";

const quotaErrors = {
  documented: { type: "RATE_LIMITED", message: "API rate limit exceeded for installation." },
  seen: {
    type: "RATE_LIMIT",
    code: "graphql_rate_limit",
    message: "API rate limit already exceeded for installation.",
  },
} as const satisfies Record<QuotaShape, object>;

/**
 * A refusal in the shape of a rate limit. GraphQL reports a spent quota with a 200.
 * @param nowMs milliseconds
 * @param shape how GraphQL words a spent quota; undefined for REST
 */
export function limitResponse(
  effect: Omit<Extract<RequestEffect, { kind: "limit" }>, "kind">,
  nowMs: number,
  shape: QuotaShape | undefined,
): HttpResponse {
  const isPrimary = effect.limit === "primary";
  const response = isPrimary ? quotaResponse(effect.status, shape) : secondaryResponse(effect.status);
  if (!effect.headers) return response;
  const reset = String(Math.ceil(nowMs / 1000) + effect.waitSeconds);
  const headers = isPrimary
    ? { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset }
    : { "retry-after": String(effect.waitSeconds) };
  return { ...response, headers };
}

const secondaryWords =
  "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.";

/** GraphQL may report it with a 200. */
function secondaryResponse(status: number): HttpResponse {
  return status === 200
    ? json(200, { errors: [{ message: secondaryWords }] })
    : failure(status, secondaryWords);
}

function quotaResponse(status: number, shape: QuotaShape | undefined): HttpResponse {
  if (shape === undefined) return failure(status, quotaErrors.documented.message);
  return json(200, { errors: [quotaErrors[shape]] });
}

function garble(response: HttpResponse, as: "html" | "truncated"): HttpResponse {
  if (as === "html")
    return {
      status: 200,
      body: "<!DOCTYPE html><html><body><h1>Unicorn!</h1></body></html>",
      headers: { "content-type": "text/html; charset=utf-8" },
    };
  const whole = JSON.stringify(response.body ?? {});
  return {
    status: 200,
    body: whole.slice(0, Math.ceil(whole.length / 2)),
    headers: { "content-type": "application/json; charset=utf-8" },
  };
}
