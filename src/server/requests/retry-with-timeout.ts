/** Retries a query that fails because PostgreSQL is unavailable, for a limited time. */
import type { Clock, Millis } from "../../base/clock.ts";
import { isUnavailable } from "../../store/postgres/database/failure.ts";

/**
 * A request is given up if its owner sends no heartbeat for this long. Owners send one every few seconds, and after a
 * crash the next owner starts within fifteen. A query is retried for as long.
 */
export const ownerTimeoutMs: Millis = 30_000;
const retryDelayMs = 1_000;

/**
 * Rejects with the last error once the query has failed for `ownerTimeoutMs`, or `signal` has aborted.
 * @param query called with the time for which it has been failing
 */
export async function retryWithTimeout<T>(
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
      if (!isUnavailable(thrown) || failingMs >= ownerTimeoutMs || signal?.aborted === true) throw thrown;
      await clock.sleep(retryDelayMs, signal);
    }
  }
}
