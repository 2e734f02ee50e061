/**
 * The block structure of Markdown, line by line, as CommonMark and GFM have it: containers (quotes, list items, footnotes)
 * around leaves (paragraphs, headings, code, HTML, tables). Each line is passed once, and nesting has a limit.
 */
import { Containers, containerStart } from "./containers.ts";
import { Cursor } from "./cursor.ts";
import { htmlStart, type Open, OpenLeaf, type Paragraph } from "./open-leaf.ts";
import type { Leaf, PlacedLine } from "./placed.ts";
import { fenceOf, isHeading, isRule, isUnderline, shownBeginning } from "./starts.ts";

export class BlockParser {
  readonly #containers = new Containers();
  readonly #leaf = new OpenLeaf(this.#containers);
  #line = 0;

  /** The fence that is open at the top level. */
  unclosed(): Extract<Open, { type: "fence" }> | undefined {
    const open = this.#leaf.now();
    return this.#containers.depth() === 0 && open?.type === "fence" ? open : undefined;
  }

  next(text: string): PlacedLine {
    this.#line++;
    const cursor = new Cursor(text);
    const matched = this.#containers.match(cursor);
    const open = matched === this.#containers.depth() ? this.#leaf.now() : undefined;
    if (open?.type === "fence") return this.#leaf.inFence(cursor, open);
    const html = open?.type === "html" ? this.#leaf.inHtml(cursor, open) : undefined;
    return html ?? this.#start(cursor, matched);
  }

  /** Ends what is open, so that every line has its place. */
  end(): void {
    this.#leaf.close();
  }

  #start(cursor: Cursor, matched: number): PlacedLine {
    const open = this.#leaf.now();
    /** A paragraph that the line may continue, even without the marks of its containers. */
    const paragraph = open?.type === "paragraph" ? open : undefined;
    let allMatched = matched === this.#containers.depth();
    const close = (): void => {
      if (!allMatched) {
        this.#leaf.close();
        this.#containers.closeTo(matched);
      }
      allMatched = true;
    };
    for (let continued = paragraph; ; continued = undefined) {
      const indent = cursor.indent();
      const rest = cursor.rest();
      if (rest === "" || indent >= 4) return this.#blankOrCode(cursor, continued, close);
      const interrupted = allMatched ? continued : undefined;
      if (interrupted !== undefined && isUnderline(rest) && this.#leaf.underline(interrupted))
        return this.#leaf.placed("title", cursor);
      const start = this.#containers.isFull() ? undefined : containerStart(rest, interrupted !== undefined);
      if (start === undefined)
        return this.#block(cursor, close, continued) ?? this.#text(cursor, close, continued, allMatched);
      close();
      this.#leaf.close();
      this.#containers.begin(cursor, indent, start);
    }
  }

  #blankOrCode(cursor: Cursor, continued: Paragraph | undefined, close: () => void): PlacedLine {
    const isBlank = cursor.rest() === "";
    if (!isBlank && continued !== undefined) return this.#leaf.text(cursor, continued, undefined);
    close();
    this.#leaf.close();
    return this.#leaf.placed(isBlank ? "blank" : "code", cursor);
  }

  /** A line that begins a leaf other than a paragraph. */
  #block(cursor: Cursor, close: () => void, continued: Paragraph | undefined): PlacedLine | undefined {
    const rest = cursor.rest();
    if (isHeading(rest)) return this.#single("heading", cursor, close);
    if (isRule(rest)) return this.#single("rule", cursor, close);
    const fence = fenceOf(rest);
    if (fence !== undefined) {
      const placed = { ...this.#single("fence", cursor, close), shownAs: shownBeginning(fence) };
      this.#leaf.begin({ type: "fence", fence, line: this.#line });
      return this.#containers.depth() === 0 ? { ...placed, opens: fence.info } : placed;
    }
    const block = htmlStart(rest);
    if (block === undefined || (continued !== undefined && !block.mayInterrupt)) return undefined;
    close();
    this.#leaf.close();
    const html = { type: "html", block, line: this.#line } as const;
    this.#leaf.begin(html);
    return this.#leaf.inHtml(cursor, html) ?? this.#leaf.placed("html", cursor);
  }

  #single(leaf: Leaf, cursor: Cursor, close: () => void): PlacedLine {
    close();
    this.#leaf.close();
    return this.#leaf.placed(leaf, cursor);
  }

  #text(
    cursor: Cursor,
    close: () => void,
    continued: Paragraph | undefined,
    mayBeTable: boolean,
  ): PlacedLine {
    if (continued !== undefined && !mayBeTable && htmlStart(cursor.rest()) !== undefined)
      // GitHub lets any tag end a paragraph whose containers do not continue; other parsers do not.
      return this.#leaf.text(cursor, continued, undefined, true);
    if (continued !== undefined)
      return this.#leaf.text(cursor, continued, mayBeTable ? this.#line : undefined);
    close();
    return this.#leaf.fresh(cursor);
  }
}
