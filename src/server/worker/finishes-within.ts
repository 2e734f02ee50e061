/** Waits with a time limit. */
import type { Clock, Millis } from "../../base/clock.ts";

/** Resolves to whether the work was done within `ms`, and before `signal` aborted. Rejects as the work does. */
export async function finishesWithin(
  ms: Millis,
  work: Promise<unknown>,
  clock: Pick<Clock, "sleep">,
  signal?: AbortSignal,
): Promise<boolean> {
  // Cancel the timer with the work: a tenure waits often, and would leave a timer behind each time.
  const enough = new AbortController();
  const stop = (): void => enough.abort();
  signal?.addEventListener("abort", stop, { once: true });
  if (signal?.aborted === true) stop();
  try {
    const late = clock.sleep(ms, enough.signal).then(() => false);
    return await Promise.race([work.then(() => true), late]);
  } finally {
    signal?.removeEventListener("abort", stop);
    stop();
  }
}
