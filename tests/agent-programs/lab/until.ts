/** Waiting for a condition, with words for what did not happen. */
import { setTimeout as sleep } from "node:timers/promises";

/** @throws if it is not so within `withinMs`, with `what` as its sentence's subject */
export async function until(
  what: string,
  withinMs: number,
  isSo: () => boolean | Promise<boolean>,
): Promise<void> {
  const end = Date.now() + withinMs;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`${what} did not happen within ${withinMs / 1000} s`);
    await sleep(200);
  }
}
