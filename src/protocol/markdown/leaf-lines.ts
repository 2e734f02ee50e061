/** The lines of one leaf (a paragraph, a block of HTML, a row of a table), with what the page shows of each. */
import type { Line, LineKind } from "./line.ts";
import type { Page, Surroundings } from "./page.ts";
import type { PlacedLine } from "./placed.ts";
import { type Range, replaced } from "./ranges.ts";
import { cellRanges } from "./starts.ts";

/** What the page makes of a leaf: as `LeafReading`, where what is absent differs from the text in nothing. */
interface Reading {
  readonly isFree?: readonly boolean[];
  readonly isInside?: readonly boolean[];
  readonly unseen: readonly Range[];
  readonly inert: readonly Range[];
}

const whole: Reading = { unseen: [], inert: [] };

/** The lines of the leaf that begins at index `from`. The leaves of a text are to be read in order. */
export function leafLines(
  placed: readonly PlacedLine[],
  texts: readonly string[],
  from: number,
  page: Page,
): readonly Line[] {
  const first = placed[from];
  if (first === undefined) return [];
  if (first.leaf === "blank") return [lineAt(first, from + 1, texts[from] ?? "", true, page.surroundings())];
  let to = from + 1;
  while (isSameLeaf(first, placed[to])) to++;
  const group = placed.slice(from, to);
  const content = group.map((each) => each.content).join("\n");
  page.enter(first.holder);
  const before = page.surroundings();
  const reading = read(first, content, from + 1, page, group.some(isUnsure));
  const around = before.isBroken ? before : { ...before, isBroken: page.broken() !== undefined };
  const shown = partsOf(content, reading.unseen, toNothing);
  const prose = partsOf(content, reading.inert, toSpaces);
  return group.map((each, index) => {
    const text = texts[from + index] ?? "";
    const line = lineAt(each, from + index + 1, text, reading.isFree?.[index] ?? true, around);
    if (isInOpenComment(each, line.number, page)) line.isLost = true;
    if (line.place === "comment" || line.place === "folded") return line;
    const marks = (): string => text.slice(0, text.length - each.content.length);
    if (each.shownAs !== undefined) line.shown = marks() + each.shownAs;
    else if (shown !== undefined) line.shown = marks() + (shown[index] ?? "");
    if (reading.isInside?.[index] === true) line.prose = "";
    else if (prose !== undefined) line.prose = marks() + (prose[index] ?? "");
    return line;
  });
}

const isUnsure = (each: PlacedLine): boolean => each.isUnsure === true;

/** The line as if the page showed all of it, or nothing. */
function lineAt(
  each: PlacedLine,
  number: number,
  text: string,
  isFree: boolean,
  around: Surroundings,
): { -readonly [key in keyof Line]: Line[key] } {
  const isLost = around.wasBroken || (!isFree && around.isBroken);
  const own = placeIn(each, around.isInElement || !isFree);
  const isNone = isLost || around.isFolded || own === "comment";
  const line: ReturnType<typeof lineAt> = {
    number,
    text,
    place: isLost ? "comment" : around.isFolded ? "folded" : around.isQuoted ? "quote" : own,
    shown: isNone ? "" : text,
    prose: isNone ? "" : text,
  };
  if (each.leaf === "heading" && each.inside === undefined && line.place === "prose") line.isHeading = true;
  if (each.paragraph !== undefined) line.paragraph = each.paragraph;
  if (each.opens !== undefined) line.opens = each.opens;
  if (each.closes === true) line.closes = true;
  if (isLost || around.isInElement) line.isEnclosed = true;
  if (isLost && placeIn(each, false) === "prose") line.isLost = true;
  return line;
}

/** Whether it is below the beginning of a comment that never ends. */
function isInOpenComment({ leaf }: PlacedLine, line: number, page: Page): boolean {
  const broken = page.broken();
  return leaf === "hidden" && broken?.reason === "unclosed" && broken.line < line;
}

/** Follows the HTML of one leaf. */
function read(first: PlacedLine, content: string, line: number, page: Page, isUnsure: boolean): Reading {
  switch (first.leaf) {
    case "html":
    case "hidden": {
      const unseen = page.html(content, line, first.holder);
      return { unseen, inert: unseen };
    }
    case "paragraph":
    case "title":
    case "definition":
      return page.inline(content, line, isUnsure);
    case "heading": {
      const { unseen, inert } = page.inline(content, line);
      return { unseen, inert };
    }
    case "table":
      return tableRow(content, line, page);
    default:
      return whole;
  }
}

function tableRow(row: string, line: number, page: Page): Reading {
  const [unseen, inert]: [Range[], Range[]] = [[], []];
  for (const cell of cellRanges(row)) {
    const written = row.slice(cell.start, cell.end);
    const text = written.replaceAll("\\|", "|");
    const found = page.inline(text, line);
    // Without its backslashes the cell's places are others.
    const placed = (ranges: readonly Range[]): readonly Range[] =>
      text.length === written.length
        ? ranges.map(({ start, end }) => ({ start: cell.start + start, end: cell.start + end }))
        : ranges.slice(0, 1).map(() => cell);
    unseen.push(...placed(found.unseen));
    inert.push(...placed(found.inert));
  }
  return { unseen, inert };
}

/** Its lines without the ranges; undefined if there are none. */
function partsOf(
  content: string,
  ranges: readonly Range[],
  replace: (part: string) => string,
): readonly string[] | undefined {
  return ranges.length === 0 ? undefined : replaced(content, ranges, replace).split("\n");
}

const block = /<(?:[bh]r|\/?(?:p|div|li|t[dhr]|d[dt]|h[1-6]))[\s/>]/i;

/** But the ends of its lines, and a space where the page begins a new one. */
function toNothing(part: string): string {
  return (block.test(part) ? " " : "") + part.replace(/[^\n]/g, "");
}

const toSpaces = (part: string): string => part.replace(/[^\n]/g, " ");

function isSameLeaf(first: PlacedLine, next: PlacedLine | undefined): boolean {
  if (next === undefined) return false;
  if (first.block !== undefined) return first.block === next.block;
  return (
    first.paragraph !== undefined &&
    first.paragraph === next.paragraph &&
    (first.leaf === "table") === (next.leaf === "table")
  );
}

function placeIn({ leaf, inside }: PlacedLine, isInElement: boolean): LineKind {
  const isElsewhere = inside === "footnote" || (inside === "quote" && leaf !== "definition");
  const own = isElsewhere ? inside : placeOf(leaf);
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
