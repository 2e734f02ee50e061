/**
 * Counts the characters of our Markdown that GitHub shows, without markup and link targets. Its marker is
 * added later.
 */

export function visibleLength(markdown: string): number {
  return markdown
    .replace(/\[([^\][]*)\]\([^()\s]*\)/g, "$1")
    .replace(/^(?:[ \t]*>)+/gm, "")
    .replace(/\*\*|`|\\(?=[!-/:-@[-`{-~])/g, "")
    .replace(/\s+/g, " ")
    .trim().length;
}
