/**
 * How long to wait before a retry. Processes that lost the same database would all come back to it at the same moment
 * otherwise.
 */

/** Between half of `ms` and all of it. @param random a number in [0, 1) */
export function jittered(ms: number, random: () => number): number {
  return ms * (0.5 + random() / 2);
}
