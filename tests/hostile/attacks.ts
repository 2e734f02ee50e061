/**
 * Which attacks of a table are played: all of them with `SIGNALBOX_EVERY_ATTACK`, as `npm run long -- --only hostile` does,
 * and else a few, which the seed chooses.
 */
import { seededRandom, shuffled } from "../support/seeded-random.ts";

/** Which ones are played of a table that is too long even for `npm run long`, too. */
export const attackSeed = Number(process.env.SIGNALBOX_ATTACK_SEED ?? 35);
export const playsEvery = process.env.SIGNALBOX_EVERY_ATTACK === "1";

/** @param few how many CI plays, of as many `kinds` as it can */
export function someOf<T>(
  table: readonly T[],
  few: number,
  kindOf: (row: T) => string = () => "",
): readonly T[] {
  if (playsEvery) return table;
  const rest = shuffled(seededRandom(attackSeed), table);
  const firsts = rest.filter((row, at) => rest.findIndex((other) => kindOf(other) === kindOf(row)) === at);
  return [...firsts, ...rest.filter((row) => !firsts.includes(row))].slice(0, few);
}

/** Every combination of one from each list. */
export function combine<A, B, C>(
  as: readonly A[],
  bs: readonly B[],
  cs: readonly C[],
): readonly (readonly [A, B, C])[] {
  return as.flatMap((a) => bs.flatMap((b) => cs.map((c) => [a, b, c] as const)));
}
