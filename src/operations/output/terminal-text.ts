/**
 * Cleans untrusted text for a terminal. A title may contain escape sequences that recolour, hide or retype
 * what the reader sees, and characters that change the writing direction.
 */
import { visible } from "../../protocol/characters.ts";
import { inCode } from "../../protocol/render/code.ts";

const lineEnds = /\r\n|[\n\r\u2028\u2029]/u;

/** One line of at most `limit` characters, without control or format characters. */
export function oneLine(text: string, limit = 120): string {
  const clean = visible(text.slice(0, limit * 4).replace(/\s+/gu, " ")).trim();
  return clean.length <= limit ? clean : `${clean.slice(0, limit - 1).toWellFormed()}…`;
}

/** Several lines, without control or format characters. */
export function visibleText(text: string): string {
  return text
    .split(lineEnds)
    .map((line) => visible(line.replaceAll("\t", "  ")))
    .join("\n");
}

/** The first `limit` lines of what somebody wrote, each marked as a quote: none of them reads as ours. */
export function quotedLines(text: string, limit: number): readonly string[] {
  return plainLines(text, limit).map((line) => `  > ${line}`.trimEnd());
}

/** A name, a title or another short text of somebody's, as code: within a line of ours it does not read as ours. */
export function quotedWords(text: string, limit = 120): string {
  const words = oneLine(text, limit);
  return words === "" ? "" : inCode(words);
}

/** The first `limit` lines of `text`, each cleaned and shortened. */
export function plainLines(text: string, limit: number): readonly string[] {
  const all = text.split(lineEnds, limit + 1);
  const kept = all.slice(0, limit).map((line) => visible(line.slice(0, 2000).replaceAll("\t", "  ")));
  return all.length > limit ? [...kept, "…"] : kept;
}
