/** Retries work as long as it fails because PostgreSQL is unavailable. */
import type { Clock } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import { jittered } from "../../base/jitter.ts";
import type { Logger } from "../../base/logger.ts";

interface Needs {
  readonly isUnavailable: (thrown: unknown) => boolean;
  readonly clock: Pick<Clock, "sleep">;
  /** A number in [0, 1). */
  readonly random: () => number;
  readonly logger: Logger;
  /** Ends the retries; the last error is thrown. */
  readonly signal: AbortSignal;
}

const retryDelayMs = 1_000;

export async function retryWhileUnavailable<T>(
  work: () => Promise<T>,
  { isUnavailable, clock, random, logger, signal }: Needs,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (thrown) {
      if (!isUnavailable(thrown) || signal.aborted) throw thrown;
      if (attempt === 1)
        logger.warn({ error: messageOf(thrown) }, "PostgreSQL is unavailable, will retry", thrown);
      await clock.sleep(jittered(retryDelayMs, random), signal);
    }
  }
}
