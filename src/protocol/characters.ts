/**
 * Characters that programs read and people do not see: controls, zero-width, bidirectional and tag
 * characters. Do not strip them from text that is read: values keep what was written. Only labels and our own
 * output are cleaned.
 */

/** Everything invisible except tab, line feed and the emoji selector U+FE0F. */
const invisible =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the subject.
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: the class lists single code points on purpose.
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff0-\uffff\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/gu;

/** Whether the text holds a character that a reader cannot see. Lone surrogates count. */
export function hasInvisible(text: string): boolean {
  return text.search(invisible) >= 0 || !text.isWellFormed();
}

/** The text as a reader sees it: a lone surrogate becomes U+FFFD; line feeds and tabs are kept. */
export function visible(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(invisible, "").toWellFormed();
}

/**
 * A key that is equal for different spellings of one label, such as `**Blocking  Task:**` and `blocking
 * task`.
 */
export function labelKey(label: string): string {
  return visible(label.normalize("NFKC"))
    .toLowerCase()
    .replace(/[*_`:]/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** The text's size in bytes of UTF-8, which is how GitHub counts. */
export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Whether the text has more than `max` lines, whichever line endings it uses. */
export function hasMoreLines(text: string, max: number): boolean {
  const breaks = /\r\n|\n|\r/g;
  let count = 1;
  while (count <= max && breaks.test(text)) count++;
  return count > max;
}
