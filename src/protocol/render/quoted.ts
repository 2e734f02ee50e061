/**
 * Neutralises untrusted text of several lines, as a block quote. Its code stays code, and every fence is
 * closed: an open one would swallow the rest of the comment.
 */

import { withInertStart } from "../line-starts.ts";
import { blocksOf } from "../markdown/block.ts";
import type { Line } from "../markdown/line.ts";
import { cleanText } from "./clean-text.ts";
import { fenced } from "./fenced.ts";
import { neutralLine } from "./plain.ts";
import { Safe } from "./safe.ts";

const maxQuoted = 20_000;

/** The neutralised lines without a quote prefix, for text that is to be read back from one of our bodies. */
export function neutralLines(text: string): Safe {
  return new Safe(linesOf(text).join("\n"));
}

/** Each line neutralised and prefixed with `> `. */
export function blockQuote(text: string): Safe {
  return new Safe(
    linesOf(text)
      .map((line) => (line === "" ? ">" : `> ${line}`))
      .join("\n"),
  );
}

function linesOf(text: string): readonly string[] {
  const clean = cleanText(text).trim();
  const cut =
    clean.length > maxQuoted ? `${clean.slice(0, maxQuoted).toWellFormed()}\n\n… (shortened)` : clean;
  return quoteLines(blocksOf(cut).lines);
}

function quoteLines(lines: readonly Line[]): readonly string[] {
  const out: string[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i];
    if (line?.opens === undefined) {
      out.push(neutralProse(line?.text ?? ""));
      continue;
    }
    const close = lines.findIndex((later, index) => index > i && later.closes === true);
    const end = close < 0 ? lines.length : close;
    const code = lines.slice(i + 1, end).map(({ text }) => text);
    out.push(...fenced(code.join("\n"), line.opens).toString().split("\n"));
    i = end;
  }
  return out;
}

/** Lists stay lists; headings, thematic breaks, quotes and commands become text. */
function neutralProse(text: string): string {
  const [before = "", indent = "", mark = ""] =
    /^([ \t]{0,12})((?:[-*+]|\d{1,9}[.)])[ \t]+)?/.exec(text) ?? [];
  const line = withInertStart(neutralLine(text.slice(before.length).trim()));
  return `${indent}${mark}${line}`.trimEnd();
}
