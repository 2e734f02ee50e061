/**
 * Normalises text so that it matches what GitHub returns, whatever GitHub did to line endings, trailing
 * blanks and broken characters.
 */
export function settledText(text: string): string {
  return text.toWellFormed().replaceAll("\0", "").replaceAll("\r\n", "\n").replaceAll("\r", "\n").trim();
}
