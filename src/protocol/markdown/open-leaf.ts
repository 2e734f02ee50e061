/** The leaf that is open at a line, and what becomes of it: a paragraph, a fence, a block of HTML, code or a table. */
import type { Containers } from "./containers.ts";
import type { Cursor } from "./cursor.ts";
import { definitionLines } from "./definition.ts";
import type { Leaf, PlacedLine } from "./placed.ts";
import {
  cellsIn,
  closesFence,
  type Fence,
  type HtmlBlock,
  htmlBlockOf,
  isDelimiterRow,
  isDrawn,
} from "./starts.ts";
import { tagEnd } from "./tag.ts";

export type Open =
  | { readonly type: "paragraph"; readonly id: number; readonly lines: PlacedLine[] }
  | { readonly type: "fence"; readonly fence: Fence; readonly line: number }
  | { readonly type: "html"; readonly block: HtmlBlock; readonly line: number }
  | { readonly type: "table" };
export type Paragraph = Extract<Open, { type: "paragraph" }>;

const firstTag = (text: string): number | undefined => {
  const end = tagEnd(text, 0);
  return end === "endless" ? undefined : end;
};

/** The block of HTML that begins with `rest`, if one does. */
export const htmlStart = (rest: string): HtmlBlock | undefined => htmlBlockOf(rest, firstTag);

export class OpenLeaf {
  readonly #containers: Containers;
  #open: Open | undefined;
  #paragraphs = 0;

  constructor(containers: Containers) {
    this.#containers = containers;
  }

  now(): Open | undefined {
    return this.#open;
  }

  begin(open: Exclude<Open, Paragraph>): void {
    this.#open = open;
  }

  close(): void {
    const open = this.#open;
    this.#open = undefined;
    if (open?.type !== "paragraph") return;
    const defined = definitionLines(open.lines.map(({ content }) => content));
    for (const line of open.lines.slice(0, defined)) line.leaf = "definition";
  }

  placed(leaf: Leaf, cursor: Cursor, paragraph?: number): PlacedLine {
    return {
      leaf,
      inside: this.#containers.inside(),
      holder: this.#containers.holder(),
      content: cursor.rest(),
      ...(paragraph === undefined ? {} : { paragraph }),
    };
  }

  /** A line of text where no paragraph is open: of a table, or the first of a paragraph. */
  fresh(cursor: Cursor): PlacedLine {
    if (this.#open?.type === "table") return this.placed("table", cursor);
    this.close();
    const id = ++this.#paragraphs;
    const placed = this.placed("paragraph", cursor, id);
    this.#open = { type: "paragraph", id, lines: [placed] };
    return placed;
  }

  /** A further line of `paragraph`. @param tableLine its number where it may make a table of the line before */
  text(cursor: Cursor, paragraph: Paragraph, tableLine: number | undefined, isUnsure = false): PlacedLine {
    const rest = cursor.rest();
    const head = paragraph.lines.at(-1);
    const isTable = tableLine !== undefined && isDelimiterRow(rest);
    if (isTable && head !== undefined && cellsIn(head.content) === cellsIn(rest)) {
      paragraph.lines.pop();
      this.close();
      // GitHub treats it as a table; other parsers treat a tag above such a row as HTML and hide the rest.
      const html = htmlStart(head.content);
      head.leaf = html === undefined ? "table" : "html";
      this.#open = html === undefined ? { type: "table" } : { type: "html", block: html, line: tableLine };
      if (html === undefined) return this.placed("table", cursor);
      head.block = tableLine;
      return { ...this.placed("html", cursor), block: tableLine };
    }
    const placed = {
      ...this.placed("paragraph", cursor, paragraph.id),
      ...(isUnsure ? { isUnsure: true as const } : {}),
    };
    paragraph.lines.push(placed);
    return placed;
  }

  /** Makes the paragraph a heading, unless nothing is left of it but definitions. */
  underline(paragraph: Paragraph): boolean {
    const defined = definitionLines(paragraph.lines.map(({ content }) => content));
    if (defined >= paragraph.lines.length) return false;
    this.close();
    for (const line of paragraph.lines) if (line.leaf === "paragraph") line.leaf = "title";
    return true;
  }

  inFence(cursor: Cursor, { fence }: Extract<Open, { type: "fence" }>): PlacedLine {
    const isClosing = cursor.indent() < 4 && closesFence(cursor.rest(), fence);
    const placed = isDrawn(fence)
      ? { ...this.placed("fence", cursor), shownAs: "" }
      : this.placed("fence", cursor);
    if (!isClosing) return placed;
    this.#open = undefined;
    return this.#containers.depth() === 0 ? { ...placed, closes: true } : placed;
  }

  /** Undefined where a blank line ended the block. */
  inHtml(cursor: Cursor, { block, line }: Extract<Open, { type: "html" }>): PlacedLine | undefined {
    const rest = cursor.rest();
    if (block.end === undefined && rest === "") return undefined;
    const placed = { ...this.placed(block.isHidden ? "hidden" : "html", cursor), block: line };
    if (block.end?.test(rest) === true) this.#open = undefined;
    return placed;
  }
}
