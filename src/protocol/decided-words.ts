/**
 * The words of a decision. They are about one text, and the issue may say something else by now: so nothing takes them as a
 * string, and a reader of them asks for the text (`settledText`, `settledWords`) or says that it does without.
 */
import { z } from "zod";

declare const aboutOneText: unique symbol;

/** A string at run time. Declared as a symbol, since a template takes everything else without a complaint. */
export type DecidedWords = symbol & { readonly [aboutOneText]: true };

export const decidedWords = z.custom<DecidedWords>((value) => typeof value === "string");

export function keepWords(text: string): DecidedWords {
  const kept: unknown = text;
  return kept as DecidedWords;
}

/** Without what they were about. `tests/engine/matters/readers.test.ts` lists who may, with the reason. */
export function wordsAlone(words: DecidedWords): string {
  const read: unknown = words;
  return read as string;
}
