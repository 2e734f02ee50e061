/** How many characters of Markdown of ours GitHub shows: without markup and the targets of links. Its marker is added later. */

export function visibleLength(markdown: string): number {
  return markdown
    .replace(/\[([^\][]*)\]\([^()\s]*\)/g, "$1")
    .replace(/^(?:[ \t]*>)+/gm, "")
    .replace(/\*\*|`|\\(?=[!-/:-@[-`{-~])/g, "")
    .replace(/\s+/g, " ")
    .trim().length;
}
