/**
 * Runs work in steps and yields to the event loop between steps once it has been blocked for a while, so that
 * many hostile texts together delay only their own repository.
 */
import type { Clock } from "../base/clock.ts";

/** A step is not interrupted: the loop is blocked for at most this long and one step more. */
const maxHeldMs = 25;

/** Steps that may also wait for the store. */
export type Steps<T> = Generator<void, T> | AsyncGenerator<void, T>;

/** Resolves to what `steps` returns. Other work may run at each `yield`. */
export async function inSteps<T>(clock: Pick<Clock, "now">, steps: Steps<T>): Promise<T> {
  let since = clock.now();
  for (;;) {
    const { done, value } = await steps.next();
    if (done === true) return value;
    if (Math.abs(clock.now() - since) < maxHeldMs) continue;
    await new Promise((resolve) => setImmediate(resolve));
    since = clock.now();
  }
}
