/**
 * Shortens an asker's words for an escalation, so that it is read in ten seconds: at most five options and a
 * part of the context. Anything cut links to the full text.
 */
import { shorten, shortenLines } from "../../../protocol/render/shorten.ts";
import type { NumberedOption } from "../../../protocol/text/lines.ts";

const maxOptions = 5;
/** Characters that all options take together, and the most and the least that one takes. */
const room = 360;
const longest = 200;
const shortest = 64;
/** Characters that options and context take together. */
const roomForAll = 400;

export interface FittedOptions {
  readonly options: readonly NumberedOption[];
  readonly moreOptions: number | undefined;
  readonly words: string;
}

/** @param regarding where the full text is, such as `#16` */
export function fitOptions(options: readonly string[], context: string, regarding: string): FittedOptions {
  const shown = options.slice(0, maxOptions);
  const each = Math.min(longest, Math.max(shortest, Math.floor(room / Math.max(1, shown.length))));
  const texts = shown.map((option) => optionOf(option, each, regarding));
  const taken = texts.join("").length;
  const more = options.length - shown.length;
  return {
    options: texts.map((text, index) => ({ number: index + 1, text })),
    moreOptions: more > 0 ? more : undefined,
    words: shortenLines(context, Math.min(300, Math.max(110, roomForAll - taken))),
  };
}

/**
 * An option becomes the decision. A long one is cut to its first sentence, or to its beginning with a link to
 * the rest.
 */
function optionOf(option: string, maxLength: number, regarding: string): string {
  const line = option.replace(/\s+/g, " ").trim();
  if (line.length <= maxLength) return line;
  const [sentence] = /^[^.!?]{8,200}[.!?](?=\s)/.exec(line) ?? [];
  if (sentence !== undefined && sentence.length <= maxLength) return sentence;
  return `${shorten(line, maxLength)} (all of it in ${regarding})`;
}
