/**
 * Characters that people do not see and machines do: controls, zero-width, bidirectional and tag characters. A
 * newcomer would strip them from every text read; values keep what was written, only labels and our own writing
 * are cleaned.
 */

/** Everything invisible except tab, line feed and the emoji selector U+FE0F. */
const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the subject.
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: the class lists single code points on purpose.
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff0-\uffff\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

/** Whether the text holds a character that a reader cannot see, a lone surrogate among them. */
export function hasInvisible(text: string): boolean {
  return text.search(invisible) >= 0 || !text.isWellFormed();
}

/** The text as a reader sees it; a lone surrogate becomes U+FFFD. Line feeds and tabs stay. */
export function visible(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(invisible, "").toWellFormed();
}

/** What two spellings of one label have in common: `**Blocking  Task:**` and `blocking task` are equal. */
export function labelKey(label: string): string {
  return visible(label.normalize("NFKC"))
    .toLowerCase()
    .replace(/[*_`:]/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** Bytes of the text in UTF-8, as GitHub counts them. */
export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Whether the text has more than `max` lines, whatever ends them. */
export function hasMoreLines(text: string, max: number): boolean {
  const breaks = /\r\n|\n|\r/g;
  let count = 1;
  while (count <= max && breaks.test(text)) count++;
  return count > max;
}
