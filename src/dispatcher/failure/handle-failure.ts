/**
 * Decides what a thrown error means for the work that it interrupted. Do not retry everything alike: an
 * outage costs no attempt, while a bug is tied to the batch and its retries must end.
 */

import type { Clock, Millis } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import type { Logger } from "../../base/logger.ts";
import type { InstallationId, RepositorySeen } from "../../engine/model/fact.ts";
import type { Failure } from "../ports/failure.ts";
import { RequestFailed } from "../request-failed.ts";
import type { DeliveryWatch } from "../schedule/delivery-watch.ts";
import type { InstallationBackoff } from "./installation-backoff.ts";

export interface RetryDecision {
  /**
   * `refusal`: GitHub does not let us read this; `defect`: our own code failed. Both end after a number of
   * attempts.
   */
  readonly type: "outage" | "refusal" | "defect";
  readonly retryAt: Millis;
  readonly message: string;
}

/** The work that failed. */
interface Where {
  readonly installationId: InstallationId | undefined;
  readonly doing: string;
  /** Minimum delay; a later retry time from GitHub wins. */
  readonly backoffMs: number;
}

export interface FailureHandler {
  /** Classifies a failure, logs it, and backs the installation off if GitHub requested that. */
  readonly handle: (thrown: unknown, where: Where) => RetryDecision;
  /**
   * Runs work whose failure must not stop the caller: it is logged, and may back the installation off. Never
   * rejects. Resolves to whether the work succeeded; it is not run while the repository's installation is
   * backed off.
   */
  readonly attempt: (
    doing: string,
    repository: RepositorySeen | undefined,
    work: () => Promise<unknown>,
  ) => Promise<boolean>;
  /** Backs the installation off if the failure says so: no request is sent for it before the given time. */
  readonly backOffIfAsked: (installationId: InstallationId | undefined, failure: Failure) => void;
}

interface Needs {
  readonly clock: Clock;
  readonly backoff: InstallationBackoff;
  readonly deliveryWatch: Pick<DeliveryWatch, "answered" | "failed">;
  readonly logger: Logger;
}

export function createFailureHandler({ clock, backoff, deliveryWatch, logger }: Needs): FailureHandler {
  const backOffIfAsked: FailureHandler["backOffIfAsked"] = (installationId, failure) => {
    if (installationId !== undefined && failure.type === "wait" && failure.scope === "installation")
      backoff.backOff(installationId, failure.retryAt, failure.isUnhealthy);
  };

  const handle: FailureHandler["handle"] = (thrown, { installationId, doing, backoffMs }) => {
    const message = messageOf(thrown);
    const earliest = clock.now() + backoffMs;
    if (!(thrown instanceof RequestFailed)) {
      logger.error({ doing }, "failed by a defect", thrown);
      return { type: "defect", retryAt: earliest, message };
    }
    const { failure } = thrown;
    logger.warn({ doing, failure: failure.type, message }, "GitHub could not be asked");
    backOffIfAsked(installationId, failure);
    if (failure.type !== "wait") {
      const isFinal = failure.type === "gone" || failure.type === "refused";
      if (!isFinal) deliveryWatch.failed(installationId);
      return { type: isFinal ? "refusal" : "outage", retryAt: earliest, message };
    }
    deliveryWatch.failed(installationId);
    return { type: "outage", retryAt: Math.max(earliest, failure.retryAt), message };
  };

  return {
    handle,
    backOffIfAsked,
    attempt: async (doing, repository, work) => {
      const installationId = repository?.installationId;
      if (installationId !== undefined && backoff.until(installationId, clock.now()) !== undefined)
        return false;
      try {
        await work();
        deliveryWatch.answered(installationId);
        return true;
      } catch (thrown) {
        handle(thrown, { installationId, doing, backoffMs: 0 });
        return false;
      }
    },
  };
}
