/**
 * The block structure of Markdown, line by line, as CommonMark and GFM have it: containers (quotes, list items, footnotes)
 * around leaves (paragraphs, headings, code, HTML, tables). Each line is passed once, and nesting has a limit.
 */
import { Cursor } from "./cursor.ts";
import { definitionLines } from "./definition.ts";
import {
  cellsIn,
  closesFence,
  type Fence,
  fenceOf,
  footnoteOf,
  type HtmlBlock,
  htmlBlockOf,
  isDelimiterRow,
  isHeading,
  isRule,
  isUnderline,
  type Marker,
  markerOf,
} from "./starts.ts";
import { tagEnd } from "./tag.ts";

export type Leaf =
  | "blank"
  | "paragraph"
  | "heading"
  /** A heading that is underlined, and its underline. */
  | "title"
  | "rule"
  | "code"
  | "fence"
  | "hidden"
  | "html"
  | "definition"
  | "table";

/** What one line is. */
export interface Placed {
  leaf: Leaf;
  /** The outermost container that takes a line out of the text; a list alone does not. */
  readonly inside: "quote" | "footnote" | "list" | undefined;
  /** Without the marks of its containers. */
  readonly content: string;
  /** On the first line of a fence at the top level. */
  readonly opens?: string;
  readonly closes?: true;
  /** The same for all lines of a paragraph. */
  readonly paragraph?: number;
}

type Container =
  | { readonly is: "quote" }
  | { readonly is: "footnote" }
  | { readonly is: "item"; readonly indent: number; isEmpty: boolean };

type Open =
  | { readonly is: "paragraph"; readonly id: number; readonly lines: Placed[] }
  | { readonly is: "fence"; readonly fence: Fence; readonly indent: number; readonly line: number }
  | { readonly is: "html"; readonly block: HtmlBlock; readonly line: number }
  | { readonly is: "code" }
  | { readonly is: "table" };

/** As deep as GitHub goes. What is deeper is taken for a quote. */
const maxDepth = 100;

const firstTag = (text: string): number | undefined => {
  const end = tagEnd(text, 0);
  return end === "endless" ? undefined : end;
};

export class Walk {
  readonly #containers: Container[] = [];
  #open: Open | undefined;
  #paragraphs = 0;
  #line = 0;

  /** The fence or HTML that is open at the top level. */
  unclosed(): Exclude<Open, { is: "paragraph" | "code" | "table" }> | undefined {
    const open = this.#open;
    const isTop = this.#containers.length === 0;
    return isTop && (open?.is === "fence" || (open?.is === "html" && open.block.end !== undefined))
      ? open
      : undefined;
  }

  next(text: string): Placed {
    this.#line++;
    const cursor = new Cursor(text);
    const matched = this.#match(cursor);
    const isWhole = matched === this.#containers.length;
    if (isWhole && this.#open?.is === "fence") return this.#inFence(cursor, this.#open);
    if (isWhole && this.#open?.is === "html") {
      const placed = this.#inHtml(cursor, this.#open);
      if (placed !== undefined) return placed;
    }
    return this.#start(cursor, matched);
  }

  /** Ends what is open, so that every line has its place. */
  end(): void {
    this.#closeLeaf();
  }

  /** How many of the containers go on in this line; their marks are taken. */
  #match(cursor: Cursor): number {
    for (const [index, container] of this.#containers.entries()) {
      const indent = cursor.indent();
      const isBlank = cursor.isBlank();
      if (container.is === "quote") {
        if (indent > 3 || cursor.rest()[0] !== ">") return index;
        cursor.take(1);
        cursor.skip(1);
      } else if (container.is === "footnote") {
        if (!isBlank && indent < 4) return index;
        cursor.skip(4);
      } else if (isBlank) {
        if (container.isEmpty) return index;
        cursor.skip(container.indent);
      } else {
        if (indent < container.indent) return index;
        cursor.skip(container.indent);
        container.isEmpty = false;
      }
    }
    return this.#containers.length;
  }

  #start(cursor: Cursor, matched: number): Placed {
    let isWhole = matched === this.#containers.length;
    /** A paragraph that the line may go on with, even without the marks of its containers. */
    const paragraph = this.#open?.is === "paragraph" ? this.#open : undefined;
    const close = (): void => {
      if (!isWhole) {
        this.#closeLeaf();
        this.#containers.length = matched;
      }
      isWhole = true;
    };
    for (let isFirst = true; ; isFirst = false) {
      const going = isFirst ? paragraph : undefined;
      const indent = cursor.indent();
      const rest = cursor.rest();
      if (rest === "") {
        close();
        if (this.#open?.is !== "code") this.#closeLeaf();
        return this.#placed("blank", cursor);
      }
      if (indent >= 4) {
        if (going !== undefined) return this.#text(cursor, going, false);
        close();
        if (this.#open?.is !== "code") this.#closeLeaf();
        this.#open = { is: "code" };
        return this.#placed("code", cursor);
      }
      const interrupts = isWhole ? going : undefined;
      if (interrupts !== undefined && isUnderline(rest) && this.#underline(interrupts))
        return this.#placed("title", cursor);
      if (this.#containers.length < maxDepth && this.#container(cursor, rest, indent, interrupts, close))
        continue;
      if (isHeading(rest)) return this.#single("heading", cursor, close);
      if (isRule(rest)) return this.#single("rule", cursor, close);
      const fence = fenceOf(rest);
      if (fence !== undefined) {
        const placed = this.#single("fence", cursor, close);
        this.#open = { is: "fence", fence, indent, line: this.#line };
        return this.#containers.length === 0 ? { ...placed, opens: fence.info } : placed;
      }
      const html = htmlBlockOf(rest, firstTag);
      if (html !== undefined && (html.mayInterrupt || going === undefined)) {
        close();
        this.#closeLeaf();
        this.#open = { is: "html", block: html, line: this.#line };
        return this.#inHtml(cursor, this.#open) ?? this.#placed("html", cursor);
      }
      if (going !== undefined) return this.#text(cursor, going, isWhole);
      close();
      return this.#fresh(cursor);
    }
  }

  /** Begins a container, if one begins here. */
  #container(
    cursor: Cursor,
    rest: string,
    indent: number,
    interrupts: Open | undefined,
    close: () => void,
  ): boolean {
    if (rest.startsWith(">")) {
      close();
      this.#closeLeaf();
      cursor.take(1);
      cursor.skip(1);
      this.#containers.push({ is: "quote" });
      return true;
    }
    const footnote = footnoteOf(rest);
    if (footnote !== undefined) {
      close();
      this.#closeLeaf();
      cursor.take(footnote);
      this.#containers.push({ is: "footnote" });
      return true;
    }
    const marker = isRule(rest) ? undefined : markerOf(rest);
    if (marker === undefined || (interrupts !== undefined && !marker.mayInterrupt)) return false;
    close();
    this.#closeLeaf();
    this.#item(cursor, indent, marker);
    return true;
  }

  #item(cursor: Cursor, indent: number, { width, isEmpty }: Marker): void {
    cursor.take(width);
    const space = cursor.indent();
    const own = isEmpty || space > 4 ? 1 : space;
    cursor.skip(own);
    this.#containers.push({ is: "item", indent: indent + width + own, isEmpty });
  }

  #single(leaf: Leaf, cursor: Cursor, close: () => void): Placed {
    close();
    this.#closeLeaf();
    return this.#placed(leaf, cursor);
  }

  /** A line of text where no paragraph is open: of a table, or the first of a paragraph. */
  #fresh(cursor: Cursor): Placed {
    if (this.#open?.is === "table") return this.#placed("table", cursor);
    this.#closeLeaf();
    const id = ++this.#paragraphs;
    const placed = this.#placed("paragraph", cursor, id);
    this.#open = { is: "paragraph", id, lines: [placed] };
    return placed;
  }

  #text(cursor: Cursor, paragraph: Extract<Open, { is: "paragraph" }>, mayBeTable: boolean): Placed {
    const rest = cursor.rest();
    const head = paragraph.lines.at(-1);
    if (mayBeTable && head !== undefined && isDelimiterRow(rest) && cellsIn(head.content) === cellsIn(rest)) {
      paragraph.lines.pop();
      this.#closeLeaf();
      // GitHub makes a table of it; other readers take a tag above such a row for HTML, which hides what follows.
      const html = htmlBlockOf(head.content, firstTag);
      head.leaf = html === undefined ? "table" : "html";
      this.#open = html === undefined ? { is: "table" } : { is: "html", block: html, line: this.#line };
      return this.#placed(head.leaf, cursor);
    }
    const placed = this.#placed("paragraph", cursor, paragraph.id);
    paragraph.lines.push(placed);
    return placed;
  }

  /** Makes the paragraph a heading, unless nothing is left of it but definitions. */
  #underline(paragraph: Extract<Open, { is: "paragraph" }>): boolean {
    const defined = definitionLines(paragraph.lines.map(({ content }) => content));
    if (defined >= paragraph.lines.length) return false;
    this.#closeLeaf();
    for (const line of paragraph.lines) if (line.leaf === "paragraph") line.leaf = "title";
    return true;
  }

  #inFence(cursor: Cursor, { fence, indent }: Extract<Open, { is: "fence" }>): Placed {
    const isClosing = cursor.indent() < 4 && closesFence(cursor.rest(), fence);
    if (!isClosing) {
      cursor.skip(Math.min(indent, cursor.indent()));
      return this.#placed("fence", cursor);
    }
    this.#open = undefined;
    const placed = this.#placed("fence", cursor);
    return this.#containers.length === 0 ? { ...placed, closes: true } : placed;
  }

  #inHtml(cursor: Cursor, { block }: Extract<Open, { is: "html" }>): Placed | undefined {
    const rest = cursor.rest();
    if (block.end === undefined && rest === "") return undefined;
    const placed = this.#placed(block.isHidden ? "hidden" : "html", cursor);
    if (block.end !== undefined && endsIn(rest, block)) this.#open = undefined;
    return placed;
  }

  #closeLeaf(): void {
    const open = this.#open;
    this.#open = undefined;
    if (open?.is !== "paragraph") return;
    const defined = definitionLines(open.lines.map(({ content }) => content));
    for (const line of open.lines.slice(0, defined)) line.leaf = "definition";
  }

  #placed(leaf: Leaf, cursor: Cursor, paragraph?: number): Placed {
    return {
      leaf,
      inside: this.#inside(),
      content: cursor.rest(),
      ...(paragraph === undefined ? {} : { paragraph }),
    };
  }

  #inside(): Placed["inside"] {
    if (this.#containers.length >= maxDepth) return "quote";
    const outer = this.#containers.find(({ is }) => is !== "item")?.is;
    if (outer === "quote" || outer === "footnote") return outer;
    return this.#containers.length > 0 ? "list" : undefined;
  }
}

/** A comment's end may share characters with its start: `<!-->` is whole. */
function endsIn(rest: string, { written, end }: HtmlBlock): boolean {
  return end?.test(rest.startsWith("<!--") && written === "<!--" ? rest.slice(2) : rest) === true;
}
