/**
 * What a thrown thing means for whoever was at work. A newcomer would retry everything alike: an outage is nobody's
 * fault and costs no attempt, a defect is tied to the work in hand and must end.
 */
import type { Millis } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import type { Parts } from "../parts.ts";
import type { Failure } from "../ports/failure.ts";
import { RequestFailed } from "../request-failed.ts";

export interface Trouble {
  /** `refusal`: GitHub will not let us read this; `defect`: our own code failed. Both end after some attempts. */
  readonly type: "outage" | "refusal" | "defect";
  readonly retryAt: Millis;
  readonly message: string;
}

/**
 * Sorts a failure, writes it to the log, and stops the installation where GitHub asked for quiet.
 *
 * @param backoffMs how long to wait at least where GitHub named no time
 */
export function meet(
  { clock, stops, logger }: Pick<Parts, "clock" | "stops" | "logger">,
  thrown: unknown,
  where: { readonly installationId: number | undefined; readonly doing: string; readonly backoffMs: number },
): Trouble {
  const message = messageOf(thrown);
  const earliest = clock.now() + where.backoffMs;
  if (!(thrown instanceof RequestFailed)) {
    logger.error({ doing: where.doing }, "failed by a defect", thrown);
    return { type: "defect", retryAt: earliest, message };
  }
  const { failure } = thrown;
  logger.warn({ doing: where.doing, failure: failure.type, message }, "GitHub could not be asked");
  stopIfAsked(stops, where.installationId, failure);
  if (failure.type !== "wait") {
    const isFinal = failure.type === "gone" || failure.type === "refused";
    return { type: isFinal ? "refusal" : "outage", retryAt: earliest, message };
  }
  return { type: "outage", retryAt: Math.max(earliest, failure.retryAt), message };
}

/** Honours "stop until": nothing of that installation is asked before. */
export function stopIfAsked(
  stops: Parts["stops"],
  installationId: number | undefined,
  failure: Failure,
): void {
  if (installationId !== undefined && failure.type === "wait" && failure.scope === "installation")
    stops.stop(installationId, failure.retryAt, failure.isUnhealthy);
}
