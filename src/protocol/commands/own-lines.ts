/** Separates what a comment's author wrote from a mail that the comment replies to, and from a signature. */
import { blocksOf } from "../markdown/block.ts";
import type { Line } from "../markdown/line.ts";
import { headersBegin, introductionStart, isBareRule, isSurelyMail, ruleBegins } from "./mail-marks.ts";
import { signatureStart } from "./signature.ts";

/** Lines from `from` to before `to`. */
export interface LineRange {
  readonly from: number;
  readonly to: number;
}

export interface OwnPart {
  /** Where what may be another's text begins; the number of lines if nothing does. */
  readonly end: number;
  /** The line that shows it, where it may as well be the author's. */
  readonly doubt?: string;
  /** Above it: quotes that a mail program introduced and marked with `>`, with their introductions. */
  readonly quotes: readonly LineRange[];
}

/** Which lines of a comment are its author's own. One pass, and never throws. */
export function ownPart(lines: readonly Line[]): OwnPart {
  const quotes: LineRange[] = [];
  for (let at = 0; at < lines.length; at++) {
    if (ruleBegins(lines, at)) return { end: ruleAbove(lines, at), quotes };
    if (headersBegin(lines, at)) return endAt(lines, at, at, quotes);
    const from = introductionStart(lines, at);
    if (from === undefined) continue;
    const to = markedEnd(lines, at + 1);
    if (to === undefined) return endAt(lines, from, at, quotes);
    quotes.push({ from, to });
    at = to - 1;
  }
  return { end: lines.length, quotes };
}

function endAt(lines: readonly Line[], from: number, last: number, quotes: readonly LineRange[]): OwnPart {
  const doubt = isSurelyMail(lines, from, last) ? undefined : lines[from]?.text.trim();
  return { end: ruleAbove(lines, from), ...(doubt !== undefined && { doubt }), quotes };
}

/** Where what begins at `from` begins with the bare rule above it, if there is one. */
function ruleAbove(lines: readonly Line[], from: number): number {
  const above = lines.slice(0, from).findLastIndex(({ text }) => text.trim() !== "");
  const line = lines[above];
  return line !== undefined && isBareRule(line) ? above : from;
}

/** Where the marked quote ends that follows, perhaps below empty lines; undefined if there is none. */
function markedEnd(lines: readonly Line[], after: number): number | undefined {
  let first = after;
  while (isEmpty(lines[first])) first++;
  if (!isQuoted(lines[first])) return undefined;
  let end = first;
  for (let at = first; isQuoted(lines[at]) || isEmpty(lines[at]); at++) if (isQuoted(lines[at])) end = at + 1;
  return end;
}

function isQuoted(line: Line | undefined): boolean {
  return line?.place === "quote";
}

function isEmpty(line: Line | undefined): boolean {
  return line?.text.trim() === "";
}

function isWithin(ranges: readonly LineRange[], at: number): boolean {
  return ranges.some(({ from, to }) => at >= from && at < to);
}

/** The author's own lines, without a mail and without a signature. */
export function ownLines(text: string): readonly Line[] {
  const { lines } = blocksOf(text);
  return linesWithin(lines, ownPart(lines), { from: 0, to: lines.length });
}

/** Those of a range that are the author's own, without a signature at their end. */
export function linesWithin(
  lines: readonly Line[],
  { end, quotes }: OwnPart,
  { from, to }: LineRange,
): readonly Line[] {
  const own = lines.slice(from, Math.min(to, end)).filter((_, at) => !isWithin(quotes, from + at));
  return own.slice(0, signatureStart(own));
}

/** What the author says in prose of their own, as the page shows it. */
export function ownProse(text: string): string {
  return ownLines(text)
    .map(({ place, prose }) => (place === "prose" ? prose : ""))
    .join("\n")
    .trim();
}
