/**
 * Sends one request: retries reads after transient failures, asks once for a new token, and leaves an
 * installation alone for as long as GitHub asks. Never retries a write: its caller has to look the outcome up
 * first.
 */
import type { ProbotOctokit } from "probot";
import type { Clock } from "../../base/clock.ts";
import type { LogFields, Logger } from "../../base/logger.ts";
import type { Failure } from "../../dispatcher/ports/failure.ts";
import type { WorkObserver } from "../../dispatcher/ports/work-observer.ts";
import { RequestFailed } from "../../dispatcher/request-failed.ts";
import type { InstallationId } from "../../engine/model/fact.ts";
import type { Budget } from "./budget.ts";
import type { Identity, Octokits } from "./octokits.ts";
import { type Circumstances, failureOf, mayBeTooLarge, needsNewToken } from "./request-failure.ts";
import { isSpentQuota } from "./told-to-wait.ts";

const maxReadAttempts = 4;

/** Throws `RequestFailed`, and nothing else, for network failures and error responses. */
export type Send = <T>(
  as: Identity,
  intent: Circumstances["intent"],
  call: (octokit: ProbotOctokit, parameters: SendParameters) => Promise<T>,
  options?: SendOptions,
) => Promise<T>;

export interface SendOptions {
  /** Whether the caller asks for less where that may help, so that a read which took too long is not repeated as it was. */
  readonly canShrink?: boolean;
}

/** For Octokit, besides a request's own parameters. */
export interface SendParameters {
  readonly request?: { readonly signal: AbortSignal };
}

export interface SenderOptions {
  readonly budget: Budget;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Logger;
  /** Told what GitHub answers. */
  readonly onAnswer?: WorkObserver["githubAnswered"] | undefined;
  /** Whether this process may still write for an installation: asked just before each request that writes. */
  readonly mayWrite?: ((installationId: InstallationId) => boolean) | undefined;
  /**
   * Aborts when this process may no longer write for an installation. `mayWrite` is not enough: between that question
   * and the request, Octokit may fetch a token, and repeats the request by itself while GitHub refuses a new one.
   */
  readonly writeSignal?: ((installationId: InstallationId) => AbortSignal | undefined) | undefined;
}

/** Sends once, or for reads until it succeeds or four attempts have failed; requests a new token once. */
export function createSender(
  { octokitOf, renew }: Octokits,
  { budget, clock, random, log, mayWrite = () => true, writeSignal = () => undefined }: SenderOptions,
): Send {
  return async (as, intent, call, { canShrink = false } = {}) => {
    // Requests outside an installation's quota are counted under 0, which is not an installation's id.
    const account = typeof as === "number" ? as : 0;
    let renewed = false;
    for (let attempt = 0; ; ) {
      const heldUntil = budget.heldUntil(account);
      if (heldUntil !== undefined)
        throw new RequestFailed({
          type: "wait",
          scope: "installation",
          retryAt: heldUntil,
          message: "Deferred, as GitHub asked.",
        });
      const octokit = await octokitOf(as);
      const writesFor = intent === "write" && typeof as === "number" ? as : undefined;
      if (writesFor !== undefined && !mayWrite(writesFor))
        throw new RequestFailed({
          type: "wait",
          scope: "installation",
          retryAt: clock.now(),
          message: "Another process may serve the installation by now.",
        });
      const signal = writesFor === undefined ? undefined : writeSignal(writesFor);
      try {
        return await call(octokit, signal === undefined ? {} : { request: { signal } });
      } catch (thrown) {
        if (!renewed && typeof as === "number" && needsNewToken(thrown)) {
          renewed = true;
          await renew(as);
          continue;
        }
        const now = clock.now();
        const failure = failureOf(thrown, { intent, attempt, strikes: budget.strikes(account), now, random });
        tell(log, { installation: account, intent, attempt }, failure);
        if (failure.type === "wait" && failure.scope === "installation")
          budget.hold(account, failure.retryAt, isSpentQuota(failure.message));
        attempt += 1;
        if (
          failure.type !== "wait" ||
          failure.scope !== "request" ||
          intent === "write" ||
          attempt >= maxReadAttempts ||
          (canShrink && mayBeTooLarge(thrown))
        )
          throw new RequestFailed(failure, { cause: thrown });
        await clock.sleep(failure.retryAt - now);
      }
    }
  };
}

/**
 * A 403 or 404 is an answer that callers often expect: they warn themselves about those they did not expect.
 */
function tell(log: Logger, request: LogFields, failure: Failure): void {
  const fields = { ...request, failure: failure.type, error: failure.message.slice(0, 300) };
  if (failure.type === "gone") log.debug(fields, "GitHub has nothing there, or hides it.");
  else if (failure.type === "refused") log.debug(fields, "GitHub does not support the request.");
  else if (failure.type === "wait" && failure.isUnhealthy === true)
    log.warn(fields, "GitHub denies signalbox access to this installation.");
  else log.warn(fields, "request to GitHub failed");
}
