/**
 * The words behind a line that `plain` made. A newcomer would keep the line as it is; written once more, its backslashes
 * would be neutralised in their turn and seen. What became code stays code.
 */
import { codeSpans } from "../code-span.ts";
import { plain } from "./plain.ts";

const characters: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&amp;": "&" };

/** Words that `plain` makes exactly this line of; the line itself where there are none. */
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
