/**
 * Combines the effects of a request's rules: one ending instead of an answer, before or after the request is
 * carried out, and the state that it reads. If several rules apply, the first ending wins.
 */
import { describeStatus, failure, type HttpAnswer } from "../http/answer.ts";
import type { State } from "../state/state.ts";
import type { RequestEffect } from "./rule.ts";
import type { Snapshots } from "./snapshots.ts";

/** How a request ends. */
export type FaultedExchange =
  | { readonly kind: "answer"; readonly answer: HttpAnswer }
  | { readonly kind: "cut" }
  | { readonly kind: "hang" };

/** @param nowMs milliseconds */
export function endingBefore(effects: readonly RequestEffect[], nowMs: number): FaultedExchange | undefined {
  for (const effect of effects) {
    if (effect.kind === "limit") return { kind: "answer", answer: limitAnswer(effect, nowMs) };
    if (effect.kind === "expire-token") return { kind: "answer", answer: failure(401, "Bad credentials") };
    const ending = endingAt(effect, "before");
    if (ending !== undefined) return ending;
  }
  return undefined;
}

/** @param answer the answer without the fault */
export function endingAfter(effects: readonly RequestEffect[], answer: HttpAnswer): FaultedExchange {
  for (const effect of effects) {
    const ending = endingAt(effect, "after");
    if (ending !== undefined) return ending;
    if (effect.kind === "garble") return { kind: "answer", answer: garble(answer, effect.as) };
  }
  return { kind: "answer", answer };
}

/** The state that a read sees. */
export function visibleState(effects: readonly RequestEffect[], live: State, snapshots: Snapshots): State {
  const stale = effects.find((effect) => effect.kind === "stale");
  if (stale === undefined) return live;
  return stale.ms === undefined ? snapshots.back(stale.versions) : snapshots.ago(stale.ms);
}

function endingAt(effect: RequestEffect, when: "before" | "after"): FaultedExchange | undefined {
  if (!("when" in effect) || effect.when !== when) return undefined;
  if (effect.kind !== "fail") return { kind: effect.kind };
  return { kind: "answer", answer: failure(effect.status, describeStatus(effect.status)) };
}

/** A refusal in the shape of a rate limit. @param nowMs milliseconds */
export function limitAnswer(
  effect: Omit<Extract<RequestEffect, { kind: "limit" }>, "kind">,
  nowMs: number,
): HttpAnswer {
  const isPrimary = effect.limit === "primary";
  const message = isPrimary
    ? "API rate limit exceeded for installation."
    : "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.";
  const answer = failure(effect.status, message);
  if (!effect.headers) return answer;
  const reset = String(Math.ceil(nowMs / 1000) + effect.waitSeconds);
  const headers = isPrimary
    ? { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset }
    : { "retry-after": String(effect.waitSeconds) };
  return { ...answer, headers };
}

function garble(answer: HttpAnswer, as: "html" | "truncated"): HttpAnswer {
  if (as === "html")
    return {
      status: 200,
      body: "<!DOCTYPE html><html><body><h1>Unicorn!</h1></body></html>",
      headers: { "content-type": "text/html; charset=utf-8" },
    };
  const whole = JSON.stringify(answer.body ?? {});
  return {
    status: 200,
    body: whole.slice(0, Math.ceil(whole.length / 2)),
    headers: { "content-type": "application/json; charset=utf-8" },
  };
}
