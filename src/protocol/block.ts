/**
 * The block structure of a Markdown text, line by line: what is prose, and what is code, comment, quote or HTML.
 * Sections, references and commands are read from prose only. A newcomer would ask a Markdown parser; on hostile
 * bodies those take minutes. This walk looks at each line once and never throws.
 */
import { withoutCode } from "./code-span.ts";

/**
 * What a line belongs to. `markup` is a line of an HTML block that ends with the next blank line; `html` lies
 * inside an element that stays open across blank lines, such as `<details>`.
 */
export type Place = "prose" | "fence" | "comment" | "quote" | "markup" | "html";

/** One line, without its line ending. */
export interface Line {
  /** From 1. */
  readonly number: number;
  readonly text: string;
  readonly place: Place;
  /** On the first line of a fence: its info string. */
  readonly opens?: string;
  /** On the last line of a fence. */
  readonly closes?: true;
}

/** Something that the text leaves open at its end. */
export interface Unclosed {
  readonly what: "code fence" | "HTML comment" | "HTML element";
  /** As written: the fence, `<!--` or `<details>`. */
  readonly written: string;
  readonly line: number;
}

export interface Blocks {
  readonly lines: readonly Line[];
  readonly unclosed?: Unclosed;
}

const fenceOpening = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})(.*)$/s;
const fenceClosing = /^ {0,3}(`{3,}|~{3,})[ \t]*$/;
const quote = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*>/;
const heading = /^ {0,3}#{1,6}(?:[ \t]|$)/;
const tagOpening = /^ {0,3}<\/?[a-z][a-z0-9-]*(?=[\s/>]|$)/i;
const containers: ReadonlySet<string> = new Set(
  "details pre script style textarea template blockquote table div section article aside center figure picture".split(
    " ",
  ),
);
/** Elements nested deeper than this are not counted. */
const maxDepth = 100;
/** Elements whose content is not Markdown at all: only their own end tag ends them. */
const rawElements: ReadonlySet<string> = new Set(["pre", "script", "style", "textarea"]);

type Open =
  | { readonly in: "fence"; readonly fence: string; readonly line: number }
  /** A comment that began inside a paragraph ends with the paragraph. */
  | { readonly in: "comment"; readonly inParagraph: boolean; readonly line: number }
  | { readonly in: "raw"; readonly tag: string; readonly line: number };

/** Walks the whole text once. */
export function blocksOf(text: string): Blocks {
  const walk = new Walk();
  const lines = text.split(/\r\n|\n|\r/).map((line, index) => walk.next(line, index + 1));
  const unclosed = walk.unclosed();
  return unclosed === undefined ? { lines } : { lines, unclosed };
}

/** What stays open from one line to the next. */
class Walk {
  private open: Open | undefined;
  private readonly elements: { readonly tag: string; readonly line: number }[] = [];
  private inQuote = false;
  private inMarkup = false;

  next(text: string, number: number): Line {
    if (this.open !== undefined) {
      const inside = this.inside(this.open, text, number);
      if (inside !== undefined) return inside;
    }
    return this.outside(text, number);
  }

  unclosed(): Unclosed | undefined {
    const { open } = this;
    if (open?.in === "fence") return { what: "code fence", written: open.fence, line: open.line };
    if (open?.in === "comment") return { what: "HTML comment", written: "<!--", line: open.line };
    const element = open ?? this.elements[0];
    return element && { what: "HTML element", written: `<${element.tag}>`, line: element.line };
  }

  private inside(open: Open, text: string, number: number): Line | undefined {
    if (open.in === "fence") {
      const closing = fenceClosing.exec(text)?.[1];
      if (closing?.[0] !== open.fence[0] || (closing?.length ?? 0) < open.fence.length)
        return { number, text, place: "fence" };
      this.open = undefined;
      return { number, text, place: "fence", closes: true };
    }
    if (open.in === "comment") {
      if (open.inParagraph && (text.trim() === "" || heading.test(text))) {
        this.open = undefined;
        return undefined;
      }
      if (text.includes("-->") && !leavesCommentOpen(text)) this.open = undefined;
      return { number, text, place: "comment" };
    }
    if (text.toLowerCase().includes(`</${open.tag}`)) this.open = undefined;
    return { number, text, place: "html" };
  }

  private outside(text: string, number: number): Line {
    if (text.trim() === "") {
      this.inQuote = this.inMarkup = false;
      return { number, text, place: this.around("prose") };
    }
    const fence = fenceOpening.exec(text);
    if (fence?.[1] !== undefined) {
      this.inQuote = this.inMarkup = false;
      this.open = { in: "fence", fence: fence[1], line: number };
      return { number, text, place: "fence", opens: (fence[2] ?? "").trim() };
    }
    if (/^ {0,3}<!--/.test(text)) {
      if (leavesCommentOpen(text)) this.open = { in: "comment", inParagraph: false, line: number };
      return { number, text, place: "comment" };
    }
    if (heading.test(text)) this.inQuote = this.inMarkup = false;
    else if (quote.test(text)) this.inQuote = true;
    else if (tagOpening.test(text)) this.inMarkup = true;
    // A paragraph in a quote goes on without its marker, so the lines after it are still the quote's.
    const place = this.inQuote ? "quote" : this.inMarkup ? "markup" : "prose";
    const before = this.around(place);
    this.enter(text, number);
    return { number, text, place: before === "html" ? "html" : this.around(place) };
  }

  private around(place: Place): Place {
    return this.elements.length > 0 ? "html" : place;
  }

  /** Notes the comments and elements that a line opens and closes; each character is passed once. */
  private enter(text: string, number: number): void {
    if (!text.includes("<") || this.inQuote) return;
    const bare = withoutCode(text).toLowerCase();
    for (let at = bare.indexOf("<"); at >= 0 && this.open === undefined; at = bare.indexOf("<", at + 1)) {
      if (bare.startsWith("<!--", at)) {
        const end = bare.indexOf("-->", at + 2);
        if (end < 0) this.open = { in: "comment", inParagraph: true, line: number };
        else at = end;
      } else at = this.enterElement(bare, at, number);
    }
  }

  /** @returns where to go on reading */
  private enterElement(bare: string, at: number, number: number): number {
    const [, slash, tag] = /^<(\/?)([a-z]{1,12})(?=[\s/>]|$)/.exec(bare.slice(at, at + 16)) ?? [];
    if (tag === undefined || !containers.has(tag)) return at;
    if (slash === "/") {
      const index = this.elements.findLastIndex((element) => element.tag === tag);
      if (index >= 0) this.elements.length = index;
      return at;
    }
    if (!rawElements.has(tag)) {
      if (this.elements.length < maxDepth) this.elements.push({ tag, line: number });
      return at;
    }
    const end = bare.indexOf(`</${tag}`, at);
    if (end < 0) this.open = { in: "raw", tag, line: number };
    return Math.max(at, end);
  }
}

/** Whether the last comment that begins in a line does not end there. `<!-->` is a whole comment. */
function leavesCommentOpen(text: string): boolean {
  const start = text.lastIndexOf("<!--");
  return start >= 0 && !text.includes("-->", start + 2);
}
