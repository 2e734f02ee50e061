/**
 * Neutralises untrusted text inside one of our sentences: it reads the same and triggers nothing. Escaping
 * `@` with a backslash does not help: GitHub looks for mentions after Markdown is processed and spares only
 * code.
 */
import { withInertStart } from "../line-starts.ts";
import { codeSpans } from "../markdown/code-span.ts";
import { cleanText } from "./clean-text.ts";
import { inCode } from "./code.ts";
import { Safe } from "./safe.ts";

const maxPlain = 4_000;
/** Text that GitHub turns into a mention, a reference or a link. */
const alive = /@[\p{L}\p{N}_]|#\d|gh-\d|:\/\/|www\.|(?:data|javascript|vbscript|mailto|xmpp):\S/iu;
const special = /[\\`*[\]<>&|~$]|_/g;
const entities: Readonly<Record<string, string>> = { "<": "&lt;", ">": "&gt;", "&": "&amp;" };

/** The text as one neutralised line. */
export function plain(text: string): Safe {
  const line = cleanText(text).replace(/\s+/g, " ").trim();
  const cut = line.length > maxPlain ? `${line.slice(0, maxPlain).toWellFormed()}…` : line;
  return new Safe(withInertStart(neutralLine(cut)));
}

/** A line in which nothing is active; its inline code stays code. */
export function neutralLine(line: string): string {
  const out: string[] = [];
  let from = 0;
  const append = (part: string): void => {
    if (part === "") return;
    // Two adjacent spans would be read as one with different delimiters.
    if (part.startsWith("`") && out.at(-1)?.endsWith("`") === true) out.push(" ");
    out.push(part);
  };
  for (const { start, end, code } of codeSpans(line)) {
    for (const part of neutralWords(line.slice(from, start))) append(part);
    append(inCode(code.trim() === "" ? " " : code));
    from = end;
  }
  for (const part of neutralWords(line.slice(from))) append(part);
  return out.join("");
}

function neutralWords(text: string): readonly string[] {
  return text
    .split(/(\s+)/)
    .flatMap((word) => (alive.test(word) ? codeWord(word) : [word.replace(special, escaped)]));
}

/** The word as code, with the punctuation around it left outside. */
function codeWord(word: string): readonly string[] {
  const lead = /^[("'[]{0,10}/.exec(word)?.[0] ?? "";
  const tail = /[)"'\].,;:!?]{1,10}$/.exec(word.slice(lead.length))?.[0] ?? "";
  const inner = word.slice(lead.length, word.length - tail.length);
  return [lead.replace(special, escaped), inCode(inner), tail.replace(special, escaped)];
}

function escaped(character: string, at: number, whole: string): string {
  if (character === "_" && /^[\p{L}\p{N}]_[\p{L}\p{N}]$/u.test(whole.slice(Math.max(0, at - 1), at + 2)))
    return "_";
  return entities[character] ?? `\\${character}`;
}
