/** The outcome of an effect after it was deferred, judged or sent. */
import type { Millis } from "../../base/clock.ts";
import { unreachable } from "../../base/errors.ts";
import type { WriteReceipt } from "../../engine/fold/apply-receipt.ts";
import type { NodeId } from "../../engine/model/fact.ts";
import type { Failure } from "../ports/failure.ts";
import type { QueuedEffect } from "../ports/outbox.ts";
import type { HeldEffect } from "./allowance.ts";
import type { Judgement } from "./effect-judge.ts";
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

export function endHeld({ effect, until }: HeldEffect): EffectEnd {
  const error = "Its author or its repository has had this hour's share of new comments.";
  return { type: "later", effect, at: until, error, uncertain: effect.sentAt !== undefined };
}

export function endJudged(judgement: Judgement): readonly EffectEnd[] {
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

export function endAfterFailure(effect: QueuedEffect, failure: Failure, nextTryAt: Millis): EffectEnd {
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
    case "gone": {
      const commentId = commentOf(effect);
      return commentId === undefined
        ? { type: "refused", effect, error }
        : { type: "dropped", effect, error, gone: commentId };
    }
    default:
      return unreachable(failure);
  }
}

/** If the comment was deleted, that is no refusal: the next refresh may call for a new one. */
function commentOf({ effect }: QueuedEffect): NodeId | undefined {
  return "commentId" in effect ? effect.commentId : undefined;
}
