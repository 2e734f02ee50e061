/**
 * Runs work in steps, and lets the event loop serve others between two of them once it was held for a while. What many
 * hostile texts cost together then delays their own repository alone.
 */
import type { Clock } from "../base/clock.ts";

/** A step that is under way is not interrupted: the loop is held this long and one step more. */
const maxHeldMs = 25;

/** What `steps` returns. Each `yield` of it is a place where others may be served. */
export async function inSteps<T>(clock: Pick<Clock, "now">, steps: Generator<void, T>): Promise<T> {
  let since = clock.now();
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    if (Math.abs(clock.now() - since) < maxHeldMs) continue;
    await new Promise((resolve) => setImmediate(resolve));
    since = clock.now();
  }
}
