/**
 * Recovers the text behind a line that `plain` made. Neutralising such a line a second time would escape its
 * backslashes and make them visible. What became code stays code.
 */
import { codeSpans } from "../markdown/code-span.ts";
import { plain } from "./plain.ts";

const characters: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&amp;": "&" };

/** Text that `plain` turns into exactly this line; the line itself if there is none. */
export function unescaped(line: string): string {
  const out: string[] = [];
  let from = 0;
  for (const { start, end } of codeSpans(line)) {
    out.push(unescapedWords(line.slice(from, start)), line.slice(start, end));
    from = end;
  }
  out.push(unescapedWords(line.slice(from)));
  const words = out.join("");
  return plain(words).toString() === line ? words : line;
}

function unescapedWords(text: string): string {
  return text.replace(
    /\\([!-/:-@[-`{-~])|&(?:lt|gt|amp);/g,
    (whole, character?: string) => character ?? characters[whole] ?? whole,
  );
}
