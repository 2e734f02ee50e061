/** Compares a text that we sent with the one that GitHub has after that. */

/** Apart from what GitHub may change in any text: the ends of its lines, and white space around it. */
export function isSameText(shown: string, sent: string): boolean {
  return normalize(shown) === normalize(sent);
}

function normalize(text: string): string {
  return text.replace(/\r\n?/g, "\n").trim();
}
