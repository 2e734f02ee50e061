/**
 * Reads the possible answers that an asker wrote: the bullets, numbers or letters of the outermost list, else one per line.
 * Only options that were written are offered.
 */

import { labelKey } from "../characters.ts";
import { blocksOf } from "../markdown/block.ts";
import type { Line } from "../markdown/line.ts";
import { emptyListWords } from "../sections/section-types.ts";

const maxOptions = 10;
const maxCharacters = 500;
const maxRead = 20_000;
const listItem = /^( {0,3}([-*+]|(?:\d{1,2}|[A-Za-z])[.)])[ \t]+)(\S.*)$/;

export interface WrittenOption {
  /** What a reader calls it: its number or letter as the page shows it; undefined if page and text show different numbers. */
  readonly label: string | undefined;
  /** The label is written there; a bullet or a line can only be counted. */
  readonly isLabelled: boolean;
  /** Its first line. */
  readonly title: string;
  /** All of it, with the lines below. */
  readonly text: string;
}

interface Item {
  /** `-`, `2.` or `b)`; undefined for a line of its own. */
  readonly mark: string | undefined;
  /** Where its text begins in the line. */
  readonly column: number;
  readonly lines: string[];
  isOver: boolean;
}

/** The first line of each, as far as an escalation offers them. */
export function writtenOptions(text: string | undefined): readonly string[] {
  const titles = optionsIn((text ?? "").slice(0, maxRead)).map(({ title }) =>
    title.slice(0, maxCharacters).toWellFormed(),
  );
  return [...new Set(titles)].slice(0, maxOptions);
}

/** All of them, in order. */
export function optionsIn(text: string | undefined): readonly WrittenOption[] {
  const items: Item[] = [];
  for (const line of blocksOf(text ?? "").lines) readLine(items, line);
  const marked = items.filter(({ mark }) => mark !== undefined);
  const options = (marked.length > 0 ? marked : items).filter(
    ({ lines }) => !emptyListWords.has(labelKey(lines[0] ?? "")),
  );
  const labels = labelsOf(options);
  return options.map(({ mark, lines }, index) => ({
    label: labels[index],
    isLabelled: kindOf(mark) !== "counted",
    title: (lines[0] ?? "").trim(),
    text: lines.join("\n").trim(),
  }));
}

function readLine(items: Item[], { place, shown, text }: Line): void {
  const current = items.findLast(({ mark }) => mark !== undefined);
  const isCode = place === "fence" || place === "code";
  if (place !== "prose" && !isCode) return;
  if (isCode) {
    if (current?.isOver === false) current.lines.push(withoutIndent(text, current.column));
    return;
  }
  if (shown.trim() === "") {
    // What is indented goes on below an empty line.
    if (current !== undefined && current.lines.at(-1) !== "") current.lines.push("");
    return;
  }
  const indent = /^ */.exec(shown)?.[0].length ?? 0;
  const [, before = "", mark, rest] = listItem.exec(shown) ?? [];
  const isItem = mark !== undefined && (current === undefined || isNextTo(current, mark, indent));
  if (isItem) items.push({ mark, column: before.length, lines: [rest ?? ""], isOver: false });
  else if (current === undefined) items.push({ mark: undefined, column: 0, lines: [shown], isOver: false });
  else if (indent < current.column && current.lines.at(-1) === "") current.isOver = true;
  else if (!current.isOver) current.lines.push(withoutIndent(shown, current.column));
}

/** Whether a mark begins the next option, and no list inside the one before. */
function isNextTo(item: Item, mark: string, indent: number): boolean {
  return indent < item.column && kindOf(mark) === kindOf(item.mark);
}

function withoutIndent(line: string, column: number): string {
  const indent = /^ */.exec(line)?.[0].length ?? 0;
  return line.slice(Math.min(indent, column));
}

function kindOf(mark: string | undefined): "number" | "letter" | "counted" {
  if (mark === undefined || /^[-*+]$/.test(mark)) return "counted";
  return /^\d/.test(mark) ? "number" : "letter";
}

/** A page counts on from a list's first number, whatever the others are, and starts again below what ends the list. */
function labelsOf(items: readonly Item[]): readonly (string | undefined)[] {
  const first = items[0]?.mark;
  const named = items.map(({ mark = "" }) => mark.slice(0, -1).toUpperCase());
  if (kindOf(first) === "counted") return items.map((_, index) => String(index + 1));
  if (kindOf(first) === "letter")
    return named.map((letter, index) => (named.indexOf(letter) === index ? letter : undefined));
  const start = Number(named[0]);
  const isWritten = named.every((number, index) => Number(number) === start + index);
  const isRepeated =
    items.every(({ mark }) => mark === first) && !items.slice(0, -1).some((each) => each.isOver);
  return items.map((_, index) => (isWritten || isRepeated ? String(start + index) : undefined));
}
