/** Shortens texts, because comments are read on phones and in mail. */

/** At most `max` characters, cut after a word, with an ellipsis if anything was left out. */
export function shorten(text: string, max: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= max) return line;
  const cut = line.slice(0, max - 1);
  const word = cut.lastIndexOf(" ");
  return `${(word > max / 2 ? cut.slice(0, word) : cut).toWellFormed().replace(/[\s,;:.]{1,9}$/, "")}…`;
}

/** Like `shorten`, for text of several lines; line breaks are kept. */
export function shortenLines(text: string, max: number): string {
  const clean = text.trim();
  if (clean.length <= max) return clean;
  const cut = clean.slice(0, max - 1);
  const end = Math.max(cut.lastIndexOf(" "), cut.lastIndexOf("\n"));
  return `${(end > max / 2 ? cut.slice(0, end) : cut).toWellFormed().trimEnd()}…`;
}
