/**
 * Recognises link reference definitions at the start of a paragraph: `[label]: address "title"`, whose title
 * may span lines.
 */

const label = /^ {0,3}\[((?:[^[\]\\]|\\.){1,999})\]:/s;
const closings: Readonly<Record<string, string>> = { '"': '"', "'": "'", "(": ")" };

/** Whether a paragraph may begin with a definition, to any parser. */
export function beginsDefinition(paragraph: string): boolean {
  return /^\[(?:[^[\]\\]|\\.){0,1200}\]:/s.test(paragraph);
}

/** How many of a paragraph's leading lines are definitions. */
export function definitionLines(lines: readonly string[]): number {
  const text = lines.map((line) => line.trim()).join("\n");
  let at = 0;
  while (at < text.length) {
    const end = definitionEnd(text, at);
    if (end === undefined) break;
    at = end;
  }
  return at === 0 ? 0 : text.slice(0, at).trimEnd().split("\n").length;
}

/** Start of the line after the definition at `at`; undefined if there is no definition there. */
function definitionEnd(text: string, at: number): number | undefined {
  const named = label.exec(text.slice(at, at + 2_010));
  if (named?.[1] === undefined || named[1].trim() === "") return undefined;
  const address = addressEnd(text, skipSpace(text, at + named[0].length));
  if (address === undefined) return undefined;
  const withoutTitle = lineEnd(text, address);
  const titleAt = skipSpace(text, address);
  const title = titleAt > address ? titleEnd(text, titleAt) : undefined;
  return (title === undefined ? undefined : lineEnd(text, title)) ?? withoutTitle;
}

function addressEnd(text: string, at: number): number | undefined {
  if (text[at] !== "<") {
    const bare = /^[^\s<][^\s]*/.exec(text.slice(at, at + 5_000))?.[0].length;
    return bare === undefined ? undefined : at + bare;
  }
  const angled = /^<(?:[^<>\\\n]|\\.)*>/.exec(text.slice(at, at + 5_000))?.[0].length;
  return angled === undefined ? undefined : at + angled;
}

function titleEnd(text: string, at: number): number | undefined {
  const closing = closings[text[at] ?? ""];
  if (closing === undefined) return undefined;
  for (let next = at + 1; next < text.length; next++) {
    if (text[next] === "\\") next++;
    else if (text[next] === closing) return next + 1;
    else if (text[next] === "(" && closing === ")") return undefined;
  }
  return undefined;
}

/** Start of the next line; undefined if this one, whose end has no white space, holds more from `at` on. */
function lineEnd(text: string, at: number): number | undefined {
  if (at >= text.length) return at;
  return text[at] === "\n" ? at + 1 : undefined;
}

/** Skips white space. It has at most one line break, because a paragraph has no blank lines. */
function skipSpace(text: string, at: number): number {
  let next = at;
  while (/\s/.test(text[next] ?? "")) next++;
  return next;
}
