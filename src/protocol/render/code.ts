/**
 * Inline code around any text: GitHub makes no mention, reference or link of what stands in it. A newcomer would put
 * one backtick on each side; the text may hold longer runs.
 */

/** @param text one line */
export function inCode(text: string): string {
  const ticks = "`".repeat(longestRun(text, "`") + 1);
  const padding = /^`|`$|^ .* $/.test(text) ? " " : "";
  return `${ticks}${padding}${text}${padding}${ticks}`;
}

/** Length of the longest run of one character. */
export function longestRun(text: string, character: "`" | "~"): number {
  const runs = text.match(character === "`" ? /`+/g : /~+/g) ?? [];
  return runs.reduce((longest, run) => Math.max(longest, run.length), 0);
}
