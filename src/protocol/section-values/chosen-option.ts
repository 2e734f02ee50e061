/**
 * Reads an answer that is nothing but the number of an option: nobody who reads it later, in a record or an inbox, sees the
 * options, so the option's own words take its place. Where the number may mean something else, nothing is taken.
 */
import type { WrittenOption } from "./written-options.ts";

export type OptionChoice =
  /** It names no option: its words count. */
  | { readonly type: "words" }
  /** `index`: of the option, from 0. */
  | { readonly type: "option"; readonly index: number; readonly because: string | undefined }
  /** It may name an option, or be the answer itself. */
  | { readonly type: "unclear" };

type Labelled = Pick<WrittenOption, "label" | "isLabelled" | "text">;

/** `2`, `2.`, `option b`, and `because …` after it. */
const form = /^(?:option\s+)?(\d{1,2}|[a-z])[.)]?(?:\s+because\b[:,]?(?:\s+(\S.*))?)?$/is;
const numerals = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** Whether it may name an option, so that the options have to be read. */
export function namesOption(answer: string): boolean {
  return form.test(answer.trim());
}

export function optionChosen(options: readonly Labelled[], answer: string): OptionChoice {
  const [, named = "", because] = form.exec(answer.trim()) ?? [];
  if (named === "") return { type: "words" };
  const index = options.findIndex(({ label }) => label === named.toUpperCase());
  const isUnclear = index < 0 ? mayCount(options, named) : isOtherwiseNamed(options, index);
  if (isUnclear) return { type: "unclear" };
  return index < 0 ? { type: "words" } : { type: "option", index, because };
}

/** Its words in place of its number, with the reason that was given. */
export function wordsOfChoice(text: string, because: string | undefined): string {
  return because === undefined ? text : `${text}\n\nBecause ${because}`;
}

/** Some option has another label than the one that a reader may have counted. */
function mayCount(options: readonly Labelled[], named: string): boolean {
  const isOther = options.some(({ label }) => label === undefined || !/^\d/.test(label));
  return isOther && Number(named) >= 1 && Number(named) <= options.length;
}

/**
 * Whether another option says that number, as one that a reader may mean: `3` where the second is "3 replicas". In front
 * where the options show their own numbers, anywhere where they can only be counted.
 */
function isOtherwiseNamed(options: readonly Labelled[], index: number): boolean {
  const { label = "", isLabelled = true } = options[index] ?? {};
  return options.some(({ text }, other) => {
    if (other === index) return false;
    if (!/^\d/.test(label)) return text.trim().toUpperCase() === label;
    const words = text.toLowerCase().match(/\p{L}+|\d+/gu) ?? [];
    const isNumber = (word: string | undefined): boolean =>
      word === label || (word !== undefined && word === numerals[Number(label) - 1]);
    return isLabelled ? isNumber(words[0]) : words.some(isNumber);
  });
}
