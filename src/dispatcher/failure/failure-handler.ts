/**
 * Decides what a thrown error means for the work that it interrupted. Do not retry everything alike: an
 * outage costs no attempt, while a bug is tied to the batch and its retries must end.
 */

import type { Millis } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import type { InstallationId, RepositorySeen } from "../../engine/model/fact.ts";
import type { ProcessRuntime } from "../dispatcher-ports.ts";
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

export interface FailedWork {
  readonly installationId: InstallationId | undefined;
  readonly doing: string;
  /** Minimum delay; a later retry time from GitHub wins. */
  readonly backoffMs: number;
}

export class FailureHandler {
  readonly #runtime: Pick<ProcessRuntime, "clock" | "logger">;
  readonly #backoff: InstallationBackoff;
  readonly #deliveryWatch: DeliveryWatch;

  constructor(
    runtime: Pick<ProcessRuntime, "clock" | "logger">,
    backoff: InstallationBackoff,
    deliveryWatch: DeliveryWatch,
  ) {
    this.#runtime = runtime;
    this.#backoff = backoff;
    this.#deliveryWatch = deliveryWatch;
  }

  /** Classifies a failure, logs it, and backs the installation off if GitHub requested that. */
  handle(thrown: unknown, { installationId, doing, backoffMs }: FailedWork): RetryDecision {
    const { clock, logger } = this.#runtime;
    const message = messageOf(thrown);
    const earliest = clock.now() + backoffMs;
    if (!(thrown instanceof RequestFailed)) {
      logger.error({ doing }, "failed by a defect", thrown);
      return { type: "defect", retryAt: earliest, message };
    }
    const { failure } = thrown;
    logger.warn({ doing, failure: failure.type, message }, "GitHub could not be asked");
    this.backOffIfAsked(installationId, failure);
    if (failure.type === "gone" || failure.type === "refused")
      return { type: "refusal", retryAt: earliest, message };
    this.#deliveryWatch.failed(installationId);
    const retryAt = failure.type === "wait" ? Math.max(earliest, failure.retryAt) : earliest;
    return { type: "outage", retryAt, message };
  }

  /**
   * Runs work whose failure must not stop the caller: it is logged, and may back the installation off. Never
   * rejects. Resolves to whether the work succeeded; it is not run while the repository's installation is
   * backed off.
   */
  async attempt(
    doing: string,
    repository: RepositorySeen | undefined,
    work: () => Promise<unknown>,
  ): Promise<boolean> {
    const installationId = repository?.installationId;
    if (
      installationId !== undefined &&
      this.#backoff.until(installationId, this.#runtime.clock.now()) !== undefined
    )
      return false;
    try {
      await work();
      this.#deliveryWatch.answered(installationId);
      return true;
    } catch (thrown) {
      this.handle(thrown, { installationId, doing, backoffMs: 0 });
      return false;
    }
  }

  /** Backs the installation off if the failure says so: no request is sent for it before the given time. */
  backOffIfAsked(installationId: InstallationId | undefined, failure: Failure): void {
    if (installationId !== undefined && failure.type === "wait" && failure.scope === "installation")
      this.#backoff.backOff(installationId, this.#runtime.clock.now(), failure.retryAt, failure.isUnhealthy);
  }
}
