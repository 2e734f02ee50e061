/** Takes a guide apart: the front matter is for programs, and the beginning of the rest is what an agent reads. */
import { utf8Length } from "../../protocol/characters.ts";
import { frontMatterOf, maxFrontMatterLines } from "../passage/front-matter.ts";

/** More characters of front matter than any page needs. */
const maxFront = 8_000;

export interface GuideText {
  readonly front: string;
  readonly text: string;
  readonly isCut: boolean;
}

/** @param maxBytes of UTF-8 */
export function guideText(file: string, maxBytes: number): GuideText {
  const lines = file.replace(/\r\n?/g, "\n").split("\n");
  const { lineCount } = frontMatterOf(lines.slice(0, maxFrontMatterLines));
  const front = lines.slice(0, lineCount).join("\n");
  const body = lines.slice(lineCount).join("\n").trim();
  const text = beginningOf(body, maxBytes);
  return { front: front.length > maxFront ? "" : front, text, isCut: text.length < body.length };
}

/** Whole characters, and whole lines where that leaves at least half. */
function beginningOf(text: string, maxBytes: number): string {
  if (utf8Length(text) <= maxBytes) return text;
  let end = Math.min(text.length, maxBytes);
  while (utf8Length(text.slice(0, end).toWellFormed()) > maxBytes) end -= 1;
  const kept = text.slice(0, end).replace(/[\uD800-\uDBFF]$/, "");
  const line = kept.lastIndexOf("\n");
  return (line > kept.length / 2 ? kept.slice(0, line) : kept).trimEnd();
}
