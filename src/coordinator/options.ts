/**
 * The choices that an escalation puts before a person: the asker's own where there are any, else what the store's best
 * pages say. An option becomes the decision word for word, so it is never anything that the asker or a page does not say.
 */
import { writtenOptions } from "../engine/reasons/written-options.ts";
import type { Found } from "./draft.ts";
import { citationOf } from "./passage/passage.ts";
import { withoutStatement } from "./precedent.ts";
import { shownCitation } from "./reading.ts";

const maxOptions = 5;
const maxOptionCharacters = 300;
export interface Choices {
  readonly options: readonly string[];
  /** Where each stands; null for the asker's own. */
  readonly optionSources: readonly (string | null)[];
  /** One of the options; undefined where nothing speaks for any. */
  readonly recommendation: string | undefined;
}

/**
 * The asker's options; where there are not two, what was found, too. There may be none: a person decides in their own
 * words then.
 * @param agrees whether nothing that was found contradicts it
 * @param isEvident whether the first that was found is likely to be the answer
 */
export function choicesFor(
  written: string | undefined,
  found: readonly Found[],
  { agrees, isEvident }: { readonly agrees: boolean; readonly isEvident: boolean },
): Choices {
  const own = writtenOptions(written).slice(0, maxOptions);
  if (own.length >= 2) return { options: own, optionSources: own.map(() => null), recommendation: undefined };
  const stands = new Map<string, string>();
  for (const passage of found.filter(({ isOffered }) => isOffered))
    for (const said of saidIn(passage))
      if (!stands.has(said)) stands.set(said, shownCitation(citationOf(passage)));
  const offered = [...stands.keys()];
  const options = [...new Set([...own, ...offered])].slice(0, maxOptions);
  const isPlain = own.length === 0 && agrees && (offered.length === 1 || isEvident);
  return {
    options,
    optionSources: options.map((option) => (own.includes(option) ? null : (stands.get(option) ?? null))),
    // Only what the store says can be recommended; between the asker's own options it knows no better.
    recommendation: isPlain ? offered[0] : undefined,
  };
}

/** What a passage decides, in a line; nothing where it is no prose or too long to be read as an option. */
function saidIn({ text }: Found): readonly string[] {
  const said = withoutStatement(text)
    .replace(/\s+/g, " ")
    .replace(/^(?:[-*+]|\d{1,2}[.)]) /, "")
    .trim();
  const isProse = /^[\p{L}\p{N}"'(`*_]/u.test(said) && !said.startsWith("```");
  return isProse && said.length <= maxOptionCharacters ? [said] : [];
}
