/** Tests that cannot always run: the title of one that is skipped says why. */
import { describe, test } from "vitest";

/** @param why it is skipped; undefined if it runs */
export function describeUnless(why: string | undefined, title: string, suite: () => void): void {
  if (why === undefined) describe(title, suite);
  else describe.skip(titleWith(title, why), suite);
}

/**
 * @param why it is skipped; undefined if it runs
 * @param timeoutMs how long it may take; as long as others if omitted
 */
export function testUnless(
  why: string | undefined,
  title: string,
  run: () => void | Promise<void>,
  timeoutMs?: number,
): void {
  if (why === undefined) test(title, run, timeoutMs);
  else test.skip(titleWith(title, why), run);
}

function titleWith(title: string, why: string): string {
  return `${title} (skipped: ${why})`;
}
