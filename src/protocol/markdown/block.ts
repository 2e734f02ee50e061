/**
 * Classifies each line of a Markdown text: prose, or code, HTML, quotes and anything else that the page does
 * not render as the author's words. Sections, references and commands are read from prose only. This is our
 * own single-pass scanner, because Markdown parsers take minutes on hostile bodies. It never throws, and
 * tests compare it with a full parser.
 */
import { labelsIn } from "./brackets.ts";
import type { Break } from "./break.ts";
import { leafLines } from "./leaf-lines.ts";
import { Page } from "./page.ts";
import { BlockParser } from "./walk.ts";

/**
 * `comment`: the page shows none of it; instructions and declarations count as comments. `markup`: a block of
 * HTML. `html`: inside an element that stays open across blank lines, such as `<div>`. `folded`: inside one that folds or
 * strikes it, such as `<details>`. `code`: indented.
 */
export type LineKind =
  | "prose"
  | "table"
  | "fence"
  | "code"
  | "comment"
  | "quote"
  | "markup"
  | "html"
  | "folded"
  | "definition"
  | "footnote";

/** One line, without its line ending. */
export interface Line {
  /** 1-based. */
  readonly number: number;
  readonly text: string;
  readonly place: LineKind;
  /** Its Markdown without what the page does not plainly show: comments, tags, titles, what is struck or folded. */
  readonly shown: string;
  /** The same with code and formulas blanked out; empty where the line may begin inside one, or inside a link. */
  readonly prose: string;
  /** A heading of the text itself, not one inside a list item. */
  readonly isHeading?: true;
  /** Equal for all lines of one paragraph. */
  readonly paragraph?: number;
  /** The info string, on the first line of a fence. */
  readonly opens?: string;
  /** True on the last line of a fence. */
  readonly closes?: true;
  /** Inside an element, or after what breaks the text. */
  readonly isEnclosed?: true;
  /** It would be prose, but for what breaks the text above it. */
  readonly isLost?: true;
}

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
  const fence: Break | undefined =
    open?.type === "fence"
      ? { what: "code fence", written: open.fence.mark, line: open.line, reason: "unclosed" }
      : undefined;
  const broken = page.broken() ?? fence ?? page.unclosed();
  return broken === undefined ? { lines } : { lines, broken };
}
