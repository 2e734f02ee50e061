/**
 * Connects to GitHub at start. If GitHub does not respond, the start must not fail: deliveries are stored in
 * the meantime, and the request is retried. Only errors that waiting cannot fix, such as a wrong key, end the
 * start.
 */

import type { Clock } from "../../base/clock.ts";
import { messageOf, UserError } from "../../base/errors.ts";
import type { Logger } from "../../base/logger.ts";
import { RequestFailed } from "../../dispatcher/request-failed.ts";
import { createGitHub, type GitHub, type GitHubOptions } from "../../github/github.ts";
import { denialIn } from "../../github/transport/denial.ts";

const firstWaitMs = 500;
const maxWaitMs = 30_000;

export interface PatientParts {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/**
 * Retries `work` while GitHub is unreachable.
 * @returns undefined if `signal` was aborted first
 */
export async function retryUntilUp<T>(
  what: string,
  { clock, logger, signal }: PatientParts,
  work: () => Promise<T>,
): Promise<T | undefined> {
  for (let waitMs = firstWaitMs; !signal.aborted; waitMs = Math.min(waitMs * 2, maxWaitMs)) {
    try {
      return await work();
    } catch (thrown) {
      if (!(thrown instanceof RequestFailed)) throw thrown;
      const { type, message } = thrown.failure;
      if (type === "refused" || type === "gone") throw unmendable(what, message);
      logger.warn({ what, waitMs, error: messageOf(thrown) }, "GitHub did not respond; retrying.");
      await clock.sleep(waitMs, signal);
    }
  }
  return undefined;
}

export function connect(options: GitHubOptions, parts: PatientParts): Promise<GitHub | undefined> {
  return retryUntilUp("read the App", parts, () => createGitHub(options));
}

const usualAdvice =
  "Check that APP_ID and PRIVATE_KEY belong to the same App, that it is not suspended, and GHE_HOST if it is set.";

function unmendable(what: string, message: string): UserError {
  return new UserError(
    `GitHub refused to let signalbox ${what}: ${message.slice(0, 300)}\n${denialIn(message).advice ?? usualAdvice} Run \`signalbox doctor\` to check further.`,
  );
}
