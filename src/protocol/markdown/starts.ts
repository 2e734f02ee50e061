/**
 * Recognises how each Markdown block begins, following CommonMark and GFM. Each function takes a line without
 * its leading white space.
 */

import type { Range } from "./ranges.ts";

export interface Fence {
  readonly mark: string;
  readonly info: string;
}

/** Markdown knows no white space in a line but these two: with `trim`, a no-break space would end a fence. */
const isEmpty = (text: string): boolean => /^[ \t]*$/.test(text);

/** A code fence. The info string of a backtick fence cannot contain backticks. */
export function fenceOf(rest: string): Fence | undefined {
  const [mark] = /^(?:`{3,}|~{3,})/.exec(rest) ?? [];
  if (mark === undefined) return undefined;
  const info = rest.slice(mark.length);
  return mark.startsWith("`") && info.includes("`") ? undefined : { mark, info: info.trim() };
}

/**
 * Whether GitHub shows a picture in place of the fence's text.
 * https://docs.github.com/en/get-started/writing-on-github/working-with-advanced-formatting/creating-diagrams
 */
export function isDrawn({ info }: Fence): boolean {
  return /^(?:geojson|math|mermaid|stl|topojson)(?!\S)/i.test(info);
}

/** A fence's beginning without what its info string says besides a language: the page shows none of it. */
export function shownBeginning(fence: Fence): string {
  if (isDrawn(fence)) return "";
  return fence.mark + (/^[\w+#.-]{1,20}(?!\S)/.exec(fence.info)?.[0] ?? "");
}

export function closesFence(rest: string, { mark }: Fence): boolean {
  const [closing = ""] = /^(?:`{3,}|~{3,})/.exec(rest) ?? [];
  return closing[0] === mark[0] && closing.length >= mark.length && isEmpty(rest.slice(closing.length));
}

export function isHeading(rest: string): boolean {
  return /^#{1,6}(?:[ \t]|$)/.test(rest);
}

export function isUnderline(rest: string): boolean {
  return /^(?:=+|-+)[ \t]*$/.test(rest);
}

/** A thematic break: three or more of one character, with optional white space between them. */
export function isRule(rest: string): boolean {
  const mark = rest[0];
  if (mark !== "*" && mark !== "-" && mark !== "_") return false;
  let count = 0;
  for (const char of rest) {
    if (char === mark) count++;
    else if (char !== " " && char !== "\t") return false;
  }
  return count >= 3;
}

export interface Marker {
  readonly width: number;
  readonly isEmpty: boolean;
  /**
   * Whether it may interrupt a paragraph: the first item must have text, and a numbered list must start at 1.
   */
  readonly mayInterrupt: boolean;
}

/** The marker of a list item. */
export function markerOf(rest: string): Marker | undefined {
  const [mark, number] = /^(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|$)/.exec(rest) ?? [];
  if (mark === undefined) return undefined;
  const hasNothing = isEmpty(rest.slice(mark.length));
  return {
    width: mark.length,
    isEmpty: hasNothing,
    mayInterrupt: !hasNothing && (number === undefined || Number(number) === 1),
  };
}

/** The width of `[^label]:` and the white space after it. */
export function footnoteOf(rest: string): number | undefined {
  return /^\[\^[^\] \t\r\n\0]{1,999}\]:[ \t]*/.exec(rest)?.[0].length;
}

/** An HTML block, classified by what ends it. */
export interface HtmlBlock {
  /** In lower case. A block without it ends before the next blank line. */
  readonly end?: RegExp;
  /** Whether the page shows none of it: a comment, an instruction or a declaration. */
  readonly isHidden: boolean;
  readonly mayInterrupt: boolean;
}

const closed: readonly (readonly [RegExp, RegExp, boolean])[] = [
  [/^<(?:script|pre|style|textarea)(?=[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i, false],
  [/^<!--/, /-->/, true],
  [/^<\?/, /\?>/, true],
  [/^<![a-z]/i, />/, true],
  [/^<!\[CDATA\[/, /\]\]>/, true],
];
const blockNames =
  "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h1|h2|h3|h4|h5|h6|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|source|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul";
const blockTag = new RegExp(`^</?(?:${blockNames})(?=[ \\t]|/?>|$)`, "i");

/** @param tagEnd end of the complete tag at the start of a text; undefined if there is none */
export function htmlBlockOf(
  rest: string,
  tagEnd: (text: string) => number | undefined,
): HtmlBlock | undefined {
  if (!rest.startsWith("<")) return undefined;
  for (const [start, end, isHidden] of closed) {
    if (start.test(rest)) return { end, isHidden, mayInterrupt: true };
  }
  if (blockTag.test(rest)) return { isHidden: false, mayInterrupt: true };
  const end = tagEnd(rest);
  if (end === undefined || !isEmpty(rest.slice(end))) return undefined;
  return { isHidden: false, mayInterrupt: false };
}

/** How many cells a table row has. */
export function cellsIn(row: string): number {
  const text = row.trim();
  let cells = 1;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "|" && at > 0 && at < text.length - 1) cells++;
  }
  return cells;
}

/** Where a row's cells are, which are split before anything in them is read. */
export function cellRanges(row: string): readonly Range[] {
  const ends = [...Array.from(row.matchAll(/(?<!\\)\|/g), ({ index }) => index), row.length];
  return ends.map((end, index) => ({ start: (ends[index - 1] ?? -1) + 1, end }));
}

/** The row below a table's header: `| --- | :-: |`. */
export function isDelimiterRow(row: string): boolean {
  const text = row.trim();
  if (!/^[-:| \t]+$/.test(text)) return false;
  const inner = text.replace(/^\|/, "").replace(/\|$/, "");
  return inner.split("|").every((cell) => /^:?-+:?$/.test(cell.trim())) && /[|:]/.test(text);
}
