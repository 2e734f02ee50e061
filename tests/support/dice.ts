/** Choices that are the same for the same seed. */
import { createHash } from "node:crypto";

/** A number from 0 to `below`, exclusive. */
export type Roll = (below: number) => number;

export function dice(start: number): Roll {
  let state = start >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Dice of their own for each of several parties, so that none depends on how often another one rolls. */
export function diceOf(seed: number, party: string): Roll {
  return dice(createHash("sha256").update(`${seed} ${party}`).digest().readUInt32BE());
}

/** Undefined only of an empty list. */
export function pick<T>(roll: Roll, from: readonly T[]): T | undefined {
  return from[roll(from.length)];
}

export function shuffled<T>(roll: Roll, from: readonly T[]): readonly T[] {
  const rest = [...from];
  return from.flatMap(() => rest.splice(roll(rest.length), 1));
}
