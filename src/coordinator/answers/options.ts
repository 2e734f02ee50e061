/**
 * The options that an escalation offers: the asker's own if there are any, otherwise what the store's best
 * pages say. An option becomes the decision verbatim, so it never says anything that the asker or a page does
 * not.
 */
import { writtenOptions } from "../../protocol/section-values/written-options.ts";
import { citationOf } from "../passage/passage.ts";
import type { FoundQuote } from "./draft.ts";

const maxOptions = 5;
const maxOptionCharacters = 300;
export interface Choices {
  readonly options: readonly string[];
  /** The citation of each option; null for the asker's own. */
  readonly optionSources: readonly (string | null)[];
  /** One of the options; undefined if none is supported. */
  readonly recommendation: string | undefined;
}

/**
 * The asker's options; if there are fewer than two, passages that were found as well. May be empty: a person
 * then decides in their own words.
 * @param agrees whether nothing that was found contradicts it
 * @param isEvident whether the first passage that was found is likely to be the answer
 */
export function choicesFor(
  written: string | undefined,
  found: readonly FoundQuote[],
  { agrees, isEvident }: { readonly agrees: boolean; readonly isEvident: boolean },
): Choices {
  const own = writtenOptions(written).slice(0, maxOptions);
  if (own.length >= 2) return { options: own, optionSources: own.map(() => null), recommendation: undefined };
  const stands = new Map<string, string>();
  for (const passage of found.filter(({ isOffered }) => isOffered))
    for (const said of saidIn(passage)) if (!stands.has(said)) stands.set(said, citationOf(passage));
  const offered = [...stands.keys()];
  const options = [...new Set([...own, ...offered])].slice(0, maxOptions);
  const isPlain = own.length === 0 && agrees && isEvident;
  return {
    options,
    optionSources: options.map((option) => (own.includes(option) ? null : (stands.get(option) ?? null))),
    // Recommend only what the store says; it cannot choose between the asker's own options.
    recommendation: isPlain ? offered[0] : undefined,
  };
}

/** The decision in a passage, in one line; empty if it is not prose or too long for an option. */
function saidIn({ text }: FoundQuote): readonly string[] {
  const said = text
    .replace(/\s+/g, " ")
    .replace(/^(?:[-*+]|\d{1,2}[.)]) /, "")
    .trim();
  const isProse = /^[\p{L}\p{N}"'(`*_]/u.test(said) && !said.startsWith("```");
  return isProse && said.length <= maxOptionCharacters ? [said] : [];
}
