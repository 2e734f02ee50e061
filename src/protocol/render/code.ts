/**
 * Puts any text into inline code, in which GitHub creates no mention, reference or link. The delimiter must
 * be longer than any run of backticks in the text.
 */

/** @param text a single line */
export function inCode(text: string): string {
  const ticks = "`".repeat(longestRun(text, "`") + 1);
  const padding = /^`|`$|^ .* $/.test(text) ? " " : "";
  return `${ticks}${padding}${text}${padding}${ticks}`;
}

/** Length of the longest run of `character`. */
export function longestRun(text: string, character: "`" | "~"): number {
  const runs = text.match(character === "`" ? /`+/g : /~+/g) ?? [];
  return runs.reduce((longest, run) => Math.max(longest, run.length), 0);
}
