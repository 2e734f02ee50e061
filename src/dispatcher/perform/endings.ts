/** The outcome of an effect after it was deferred, judged or sent. */
import type { Clock, Millis } from "../../base/clock.ts";
import { unreachable } from "../../base/errors.ts";
import type { Logger } from "../../base/logger.ts";
import type { WriteReceipt } from "../../engine/fold/apply-receipt.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import type { RetryAfter } from "../failure/backoff.ts";
import type { FailureHandler } from "../failure/handle-failure.ts";
import type { Failure } from "../ports/failure.ts";
import type { QueuedEffect } from "../ports/outbox.ts";
import type { WriteResult } from "../ports/writer.ts";
import type { HeldEffect } from "./allowance.ts";
import type { Judgement } from "./judge.ts";
import type { EffectEnd } from "./receipt.ts";

/** How often something is tried that GitHub may only refuse for a moment; the waits grow from one second. */
const triesOfPassing = 5;

const emptyReceipt: WriteReceipt = {
  updatedAt: undefined,
  labels: undefined,
  issueState: undefined,
  closedAt: undefined,
  commentId: undefined,
};

export function endingOfHeld({ effect, until }: HeldEffect): EffectEnd {
  const error = "Its author or its repository has had this hour's share of new comments.";
  return { type: "later", effect, at: until, error, uncertain: effect.sentAt !== undefined };
}

export function endingOfJudgement(judgement: Judgement): readonly EffectEnd[] {
  const { effect } = judgement;
  switch (judgement.type) {
    case "send":
      return [];
    case "adopt":
      return [{ type: "done", effect, receipt: { ...emptyReceipt, ...judgement.found }, wasFound: true }];
    case "later": {
      const { at, error } = judgement;
      return [{ type: "later", effect, at, error, uncertain: effect.sentAt !== undefined }];
    }
    case "drop":
      return [{ type: "dropped", effect, error: judgement.error }];
    default:
      return unreachable(judgement);
  }
}

/** Takes `undefined` for an effect that the writer said nothing about. */
export type EndingOfResult = (
  installationId: InstallationId,
  effect: QueuedEffect,
  result: WriteResult | undefined,
) => EffectEnd;

interface Needs {
  readonly failures: Pick<FailureHandler, "backOffIfAsked">;
  readonly retryAfter: RetryAfter;
  readonly clock: Clock;
  readonly logger: Logger;
}

export function createEndings({ failures, retryAfter, clock, logger }: Needs): EndingOfResult {
  return (installationId, effect, result) => {
    if (result?.ok === true) return { type: "done", effect, receipt: result.receipt, wasFound: false };
    const failure: Failure = result?.failure ?? {
      type: "unknown",
      message: "The writer said nothing about it.",
    };
    failures.backOffIfAsked(installationId, failure);
    logger.warn({ effect: effect.key, failure: failure.type, message: failure.message }, "an effect failed");
    return endingOfFailure(effect, failure, clock.now() + retryAfter(effect.attempts));
  };
}

function endingOfFailure(effect: QueuedEffect, failure: Failure, nextTryAt: Millis): EffectEnd {
  const error = failure.message;
  switch (failure.type) {
    case "wait":
      return { type: "later", effect, at: failure.retryAt, error, uncertain: false };
    case "unknown":
      return { type: "later", effect, at: nextTryAt, error, uncertain: true };
    case "refused": {
      const isTriedAgain = failure.mayPass === true && effect.attempts + 1 < triesOfPassing;
      return isTriedAgain
        ? {
            type: "later",
            effect,
            at: nextTryAt,
            error,
            uncertain: true,
            because: "GitHub did not take it yet",
          }
        : { type: "refused", effect, error };
    }
    case "gone":
      return { type: isAboutComment(effect) ? "dropped" : "refused", effect, error };
    default:
      return unreachable(failure);
  }
}

/** The comment was deleted. That is not a refusal: the next refresh may call for a new one. */
function isAboutComment({ effect }: QueuedEffect): boolean {
  return "commentId" in effect && effect.commentId !== undefined;
}
