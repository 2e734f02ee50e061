/** Random choices that are the same for the same seed. */
import { createHash } from "node:crypto";

/** A number from 0 to `below`, exclusive. */
export type Random = (below: number) => number;

export function seededRandom(start: number): Random {
  let state = start >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** A stream for each of several parties, so that none depends on how many numbers another one draws. */
export function randomFor(seed: number, party: string): Random {
  return seededRandom(createHash("sha256").update(`${seed} ${party}`).digest().readUInt32BE());
}

/** Undefined only of an empty list. */
export function pick<T>(random: Random, from: readonly T[]): T | undefined {
  return from[random(from.length)];
}

export function shuffled<T>(random: Random, from: readonly T[]): readonly T[] {
  const rest = [...from];
  return from.flatMap(() => rest.splice(random(rest.length), 1));
}
