/** Where a text stops being readable: from there on its page may hide what follows, so no later line counts. */

/**
 * `unclosed`: to the end of the text. `outlived`: not closed in the paragraph, cell, quote, list item or footnote that
 * it begins in. `stray`: an end tag for something else than what was opened last. `hiding`: an element whose effect on
 * what follows no simple rule tells. `unsure`: parsers disagree what it is. `deep`: deeper than GitHub's parser goes.
 */
export type BreakReason = "unclosed" | "outlived" | "stray" | "hiding" | "unsure" | "deep";

export interface Break {
  readonly what: "code fence" | "HTML comment" | "HTML element";
  /** As written: the fence, `<!--`, `<?`, `<details>`, `</div>` or `<a`. */
  readonly written: string;
  /** 1-based. */
  readonly line: number;
  readonly reason: BreakReason;
}

/** A sentence about it, without its end: `…, so nothing after it counts`. */
export function breakSentence({ what, written, line, reason }: Break): string {
  const named = what === "HTML element" ? `${what} \`${written}\`` : what;
  switch (reason) {
    case "unclosed":
      return `The ${named} opened on line ${line} is never closed`;
    case "outlived":
      return `The ${named} opened on line ${line} is not closed in the paragraph, list item or quote that it begins in`;
    case "stray":
      return `The end tag \`${written}\` on line ${line} does not close what was opened last`;
    case "hiding":
      return `A page may hide what follows the ${named} on line ${line}`;
    case "unsure":
      return `Programs disagree what \`${written}\` on line ${line} begins`;
    case "deep":
      return `The ${named} on line ${line} is nested too deep`;
  }
}

/** How to put it right: a sentence. */
export function breakAdvice({ reason }: Break): string {
  if (reason === "unclosed") return "Close it on its own line, before the next section.";
  if (reason === "outlived") return "Close it there, or put it in backticks if it is meant as text.";
  return "Remove it, or put it in backticks if it is meant as text.";
}
