/**
 * The choices that an escalation puts before a person: the asker's own where there are any, else what the store's
 * best pages say. A newcomer would invent options; nothing here says what nobody wrote.
 */
import { writtenOptions } from "../engine/reasons/written-options.ts";
import type { Found } from "./draft.ts";

const maxOptions = 5;
const maxOptionCharacters = 300;
export interface Choices {
  /** At least two. */
  readonly options: readonly string[];
  /** One of the options; undefined where nothing speaks for any. */
  readonly recommendation: string | undefined;
}

/**
 * The asker's options; where there are not two, what was found, and to decide otherwise. What is chosen is the decision
 * that everybody reads later, so an option is what the page says, not where it says it.
 * @param agrees whether nothing that was found contradicts it
 * @param isEvident whether the first that was found is likely to be the answer
 */
export function choicesFor(
  written: string | undefined,
  found: readonly Found[],
  { agrees, isEvident }: { readonly agrees: boolean; readonly isEvident: boolean },
): Choices {
  const own = writtenOptions(written).slice(0, maxOptions);
  if (own.length >= 2) return { options: own, recommendation: undefined };
  const choices = found.filter(({ isOffered }) => isOffered).map(choiceOf);
  const offered = choices
    .filter(({ said }, at) => choices.findIndex((its) => its.said === said) === at)
    .map(({ option }) => option);
  const options = [...own, ...offered, "Decide otherwise, in your own words"].slice(0, maxOptions);
  const isPlain = own.length === 0 && agrees && (offered.length === 1 || isEvident);
  return {
    options: options.length > 1 ? options : [...options, "Leave it open and say what is missing"],
    // Only what the store says can be recommended; between the asker's own options it knows no better.
    recommendation: isPlain ? offered[0] : undefined,
  };
}

function choiceOf({ path, firstLine, lastLine, text }: Found): {
  readonly said: string;
  readonly option: string;
} {
  const said = text
    .replace(/^It was decided so: ([^\n]*?)(?: \(`[^`]{1,300}`\))?$/, "$1")
    .replace(/\s+/g, " ")
    .replace(/^(?:[-*+]|\d{1,2}[.)]) /, "")
    .trim();
  const isProse = /^[\p{L}\p{N}"'(`*_]/u.test(said) && !said.startsWith("```");
  if (isProse && said.length <= maxOptionCharacters) return { said, option: `${said} (\`${path}\`)` };
  const lines = firstLine === lastLine ? `line ${firstLine}` : `lines ${firstLine} to ${lastLine}`;
  return { said, option: `Follow \`${path}\` (${lines})` };
}
