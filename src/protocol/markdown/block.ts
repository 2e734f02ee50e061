/**
 * Classifies each line of a Markdown text: prose, or code, HTML, quotes and anything else that the page does
 * not render as the author's words. Sections, references and commands are read from prose only. This is our
 * own single-pass scanner, because Markdown parsers take minutes on hostile bodies. It never throws, and
 * tests compare it with a full parser.
 */
import { Elements } from "./elements.ts";
import type { PlacedLine } from "./placed.ts";
import { BlockParser } from "./walk.ts";

/**
 * `comment`: the page shows none of it; instructions and declarations count as comments. `markup`: a block of
 * HTML. `html`: inside an element that stays open across blank lines, such as `<details>`. `code`: indented.
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
  | "definition"
  | "footnote";

/** One line, without its line ending. */
export interface Line {
  /** 1-based. */
  readonly number: number;
  readonly text: string;
  readonly place: LineKind;
  /** A heading of the text itself, not one inside a list item. */
  readonly isHeading?: true;
  /** Equal for all lines of one paragraph. */
  readonly paragraph?: number;
  /** The info string, on the first line of a fence. */
  readonly opens?: string;
  /** True on the last line of a fence. */
  readonly closes?: true;
}

/** A construct that the text never closes. */
export interface Unclosed {
  readonly what: "code fence" | "HTML comment" | "HTML element";
  /** As written: the fence, `<!--`, `<?` or `<details>`. */
  readonly written: string;
  readonly line: number;
}

export interface Blocks {
  readonly lines: readonly Line[];
  readonly unclosed?: Unclosed;
}

/** Scans the whole text once, in linear time. */
export function blocksOf(text: string): Blocks {
  const walk = new BlockParser();
  const elements = new Elements();
  const texts = text.split(/\r\n|\n|\r/);
  const placed = texts.map((line) => walk.next(line));
  const open = walk.unclosed();
  walk.end();
  const lines = placed.map((each, index) => toLine(each, texts[index] ?? "", index + 1, elements));
  const element = elements.first();
  if (open?.type === "fence")
    return { lines, unclosed: { what: "code fence", written: open.fence.mark, line: open.line } };
  if (open?.type === "html") return { lines, unclosed: htmlLeftOpen(open.block.written, open.line) };
  if (element === undefined) return { lines };
  return { lines, unclosed: { what: "HTML element", written: `<${element.tag}>`, line: element.line } };
}

function htmlLeftOpen(written: string, line: number): Unclosed {
  return /^<[a-z]/i.test(written)
    ? { what: "HTML element", written: `${written.toLowerCase()}>`, line }
    : { what: "HTML comment", written, line };
}

function toLine(placed: PlacedLine, text: string, number: number, elements: Elements): Line {
  const { leaf, inside, paragraph, opens, closes } = placed;
  const own = inside === "quote" || inside === "footnote" ? inside : placeOf(leaf);
  if (elements.passRaw(text)) return { number, text, place: "markup" };
  const mayOpen = own === "prose" || own === "table" || own === "markup";
  const isInElement = mayOpen && elements.enter(text, number);
  return {
    number,
    text,
    place: isInElement && own !== "markup" ? "html" : own,
    ...(leaf === "heading" && inside === undefined && !isInElement ? { isHeading: true } : {}),
    ...(paragraph === undefined ? {} : { paragraph }),
    ...(opens === undefined ? {} : { opens }),
    ...(closes === undefined ? {} : { closes }),
  };
}

function placeOf(leaf: PlacedLine["leaf"]): LineKind {
  switch (leaf) {
    case "hidden":
      return "comment";
    case "html":
      return "markup";
    case "code":
    case "fence":
    case "definition":
    case "table":
      return leaf;
    default:
      return "prose";
  }
}
