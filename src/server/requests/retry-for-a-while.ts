/** Repeats a query that fails because PostgreSQL is unavailable. */
import type { Clock, Millis } from "../../base/clock.ts";
import { isUnavailable } from "../../store/postgres/database/failure.ts";

/**
 * An owner says every few seconds what it works on; after a crash the next one begins within fifteen. So a request on
 * which no owner has reported for longer is given up, and a query is repeated for as long.
 */
export const silentMs: Millis = 30_000;
const againMs = 1_000;

/**
 * Rejects with the last error once it has failed for `silentMs`, or `signal` has aborted.
 * @param query is called with how long it has been failing
 */
export async function retryForAWhile<T>(
  query: (failingMs: Millis) => Promise<T>,
  clock: Clock,
  signal?: AbortSignal,
): Promise<T> {
  const began = clock.now();
  for (;;) {
    const failingMs = clock.now() - began;
    try {
      return await query(failingMs);
    } catch (thrown) {
      if (!isUnavailable(thrown) || failingMs >= silentMs || signal?.aborted === true) throw thrown;
      await clock.sleep(againMs, signal);
    }
  }
}
