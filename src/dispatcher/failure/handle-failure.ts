/**
 * Decides what a thrown error means for the work that it interrupted. Do not retry everything alike: an
 * outage costs no attempt, while a bug is tied to the batch and its retries must end.
 */

import type { Millis } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import type { Parts } from "../parts.ts";
import type { Failure } from "../ports/failure.ts";
import { RequestFailed } from "../request-failed.ts";

export interface RetryDecision {
  /**
   * `refusal`: GitHub does not let us read this; `defect`: our own code failed. Both end after a number of
   * attempts.
   */
  readonly type: "outage" | "refusal" | "defect";
  readonly retryAt: Millis;
  readonly message: string;
}

/**
 * Classifies a failure, logs it, and backs the installation off if GitHub asked for that.
 *
 * @param backoffMs minimum delay; a later retry time from GitHub wins
 */
export function handleFailure(
  { clock, backoff, logger }: Pick<Parts, "clock" | "backoff" | "logger">,
  thrown: unknown,
  where: {
    readonly installationId: InstallationId | undefined;
    readonly doing: string;
    readonly backoffMs: number;
  },
): RetryDecision {
  const message = messageOf(thrown);
  const earliest = clock.now() + where.backoffMs;
  if (!(thrown instanceof RequestFailed)) {
    logger.error({ doing: where.doing }, "failed by a defect", thrown);
    return { type: "defect", retryAt: earliest, message };
  }
  const { failure } = thrown;
  logger.warn({ doing: where.doing, failure: failure.type, message }, "GitHub could not be asked");
  backOffIfAsked(backoff, where.installationId, failure);
  if (failure.type !== "wait") {
    const isFinal = failure.type === "gone" || failure.type === "refused";
    return { type: isFinal ? "refusal" : "outage", retryAt: earliest, message };
  }
  return { type: "outage", retryAt: Math.max(earliest, failure.retryAt), message };
}

/** Backs the installation off if the failure says so: nothing is asked of it before the given time. */
export function backOffIfAsked(
  backoff: Parts["backoff"],
  installationId: InstallationId | undefined,
  failure: Failure,
): void {
  if (installationId !== undefined && failure.type === "wait" && failure.scope === "installation")
    backoff.backOff(installationId, failure.retryAt, failure.isUnhealthy);
}
