/** The text between backticks, or the text itself if it has none around it. */
export function withoutCodeMarks(text: string): string {
  let start = 0;
  let end = text.length;
  while (text[start] === "`") start++;
  while (end > start && text[end - 1] === "`") end--;
  return text.slice(start, end).trim();
}
