/** Reads a line of a program's JSON output. What does not have the expected shape is no event. */
import type { z } from "zod";

export function jsonLine<T>(text: string, shape: z.ZodType<T>): T | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return shape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

const maxText = 16_000;

/** The end of an agent's message: that is where it says what became of the task. */
export function lastPart(text: string): string {
  return text.length <= maxText ? text : `…${text.slice(-maxText).toWellFormed()}`;
}

/** Whether one of the flags is among the words, with or without a value behind `=`. */
export function hasFlag(words: readonly string[], spellings: readonly string[]): boolean {
  return words.some((word) => spellings.some((name) => word === name || word.startsWith(`${name}=`)));
}

/** Adds a flag unless one of its spellings is there: some programs refuse a flag that is repeated. */
export function withFlag(
  given: readonly string[],
  spellings: readonly string[],
  flag: readonly string[],
): readonly string[] {
  return hasFlag(given, spellings) ? given : [...given, ...flag];
}

/**
 * Adds a subcommand right after the program's name unless it is there. A wrapper's words come before the name, and may
 * be the same: `docker exec box codex`.
 * @param names of the subcommand: the one that is added, and its aliases
 */
export function withSubcommand(
  given: readonly string[],
  program: string,
  names: readonly [string, ...string[]],
): readonly string[] {
  const after = given.findIndex((word) => word.split("/").at(-1) === program) + 1;
  if (after === 0 || given.slice(after).some((word) => names.includes(word))) return given;
  return given.toSpliced(after, 0, names[0]);
}
