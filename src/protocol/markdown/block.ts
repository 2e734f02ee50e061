/**
 * Classifies each line of a Markdown text: prose, or code, HTML, quotes and anything else that the page does
 * not render as the author's words. Sections, references and commands are read from prose only. This is our
 * own single-pass scanner, because Markdown parsers take minutes on hostile bodies. It never throws, and
 * tests compare it with a full parser.
 */
import { Page } from "./page.ts";
import type { PlacedLine } from "./placed.ts";
import { cellTexts } from "./starts.ts";
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
  const texts = text.split(/\r\n|\n|\r/);
  const placed = texts.map((line) => walk.next(line));
  const open = walk.unclosed();
  walk.end();
  const page = new Page();
  const lines: Line[] = [];
  while (lines.length < placed.length) lines.push(...leafAt(placed, texts, lines.length, page));
  const lost = page.lost();
  if (open?.type === "fence" && lost === undefined)
    return { lines, unclosed: { what: "code fence", written: open.fence.mark, line: open.line } };
  const element = lost ?? page.first();
  if (element === undefined) return { lines };
  const what = /^<[!?]/.test(element.written) ? "HTML comment" : "HTML element";
  return { lines, unclosed: { what, ...element } };
}

/** The lines of the leaf that begins at line `from`. */
function leafAt(
  placed: readonly PlacedLine[],
  texts: readonly string[],
  from: number,
  page: Page,
): readonly Line[] {
  const first = placed[from];
  if (first === undefined) return [];
  let to = from + 1;
  while (isSameLeaf(first, placed[to])) to++;
  const group = placed.slice(from, to);
  if (first.leaf !== "blank") page.enter(first.holder);
  const wasLost = page.lost() !== undefined;
  const isInElement = page.isInElement();
  const isUnsure = group.some((each) => each.isUnsure === true);
  const free = read(first, group.map(({ content }) => content).join("\n"), from + 1, page, isUnsure);
  return group.map((each, index) => {
    const isFree = free === undefined || (free[index] ?? false);
    const place =
      wasLost || (!isFree && page.lost() !== undefined) ? "comment" : placeIn(each, isInElement || !isFree);
    return toLine(each, texts[from + index] ?? "", from + index + 1, place);
  });
}

/** Follows the HTML of one leaf. @returns which of its lines begin where nothing is open, if that differs */
function read(
  first: PlacedLine,
  content: string,
  line: number,
  page: Page,
  isUnsure: boolean,
): readonly boolean[] | undefined {
  switch (first.leaf) {
    case "html":
    case "hidden":
      page.html(content, line, first.holder);
      return undefined;
    case "paragraph":
    case "title":
    case "definition":
      return page.inline(content, line, isUnsure);
    case "heading":
      page.inline(content, line);
      return undefined;
    case "table":
      for (const cell of cellTexts(content)) page.inline(cell, line);
      return undefined;
    default:
      return undefined;
  }
}

function isSameLeaf(first: PlacedLine, next: PlacedLine | undefined): boolean {
  if (next === undefined) return false;
  if (first.block !== undefined) return first.block === next.block;
  return (
    first.paragraph !== undefined &&
    first.paragraph === next.paragraph &&
    (first.leaf === "table") === (next.leaf === "table")
  );
}

function toLine(
  { leaf, inside, paragraph, opens, closes }: PlacedLine,
  text: string,
  number: number,
  place: LineKind,
): Line {
  return {
    number,
    text,
    place,
    ...(leaf === "heading" && inside === undefined && place === "prose" ? { isHeading: true } : {}),
    ...(paragraph === undefined ? {} : { paragraph }),
    ...(opens === undefined ? {} : { opens }),
    ...(closes === undefined ? {} : { closes }),
  };
}

function placeIn({ leaf, inside }: PlacedLine, isInElement: boolean): LineKind {
  const own = inside === "quote" || inside === "footnote" ? inside : placeOf(leaf);
  return isInElement && (own === "prose" || own === "table") ? "html" : own;
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
