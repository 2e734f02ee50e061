/** The length of a comment for its reader: without markup, markers, and what a fold or a link hides. */

export interface HowVisible {
  /** Whether folds are opened before counting. */
  readonly open: boolean;
}

/** The text that GitHub shows for our Markdown. */
export function visibleText(markdown: string, { open }: HowVisible = { open: false }): string {
  const folded = open
    ? markdown
    : markdown.replace(/<details>\s*(<summary>[^<]*<\/summary>)?[\s\S]*?<\/details>/g, "$1");
  return folded
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<\/?(?:details|summary)>/g, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/^\|[\s:|-]+\|$/gm, "")
    .replace(/^[ \t]*(?:>[ \t]?)+/gm, "")
    .replace(/^#{1,6}[ \t]+/gm, "")
    .replace(/\*\*|(?<!\\)`+|\\(?=[!-/:-@[-`{-~])/g, "")
    .replace(/[ \t]*\|[ \t]*/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

export const visibleLength = (markdown: string, how?: HowVisible): number =>
  visibleText(markdown, how).length;
