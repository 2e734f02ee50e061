/**
 * Classifies each line of a Markdown text: prose, or code, HTML, quotes and anything else that the page does
 * not render as the author's words. Sections, references and commands are read from prose only. This is our
 * own single-pass scanner, because Markdown parsers take minutes on hostile bodies. It never throws, and
 * tests compare it with a full parser.
 */
import { labelsIn } from "./brackets.ts";
import type { Break } from "./break.ts";
import { leafLines } from "./leaf-lines.ts";
import type { Line } from "./line.ts";
import { Page } from "./page.ts";
import { BlockParser } from "./walk.ts";

export interface Blocks {
  readonly lines: readonly Line[];
  /** What is never closed, or what else hides all that follows. */
  readonly broken?: Break;
}

/** Scans the whole text once, in linear time. */
export function blocksOf(text: string): Blocks {
  const walk = new BlockParser();
  const texts = text.split(/\r\n|\n|\r/);
  const placed = texts.map((line) => walk.next(line));
  const open = walk.unclosed();
  walk.end();
  const page = new Page(labelsIn(text));
  const lines: Line[] = [];
  while (lines.length < placed.length) lines.push(...leafLines(placed, texts, lines.length, page));
  const fence: Break | undefined = open && {
    what: "code fence",
    written: open.fence.mark,
    line: open.line,
    reason: "unclosed",
  };
  const broken = page.broken() ?? fence ?? page.unclosed();
  return broken === undefined ? { lines } : { lines, broken };
}
