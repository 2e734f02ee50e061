/**
 * Splits a section's lines into blocks that are quoted whole: paragraphs, list items, table rows, code
 * blocks.
 */
import type { Line } from "../../protocol/markdown/line.ts";

export interface Block {
  /** Indexes of lines, both inclusive. */
  readonly from: number;
  readonly to: number;
  /** Code is one statement, however its lines end. */
  readonly isCode: boolean;
  /** The line that introduces the block: a table's header, or the line above a list. */
  readonly heading: string | undefined;
}

type Shape = "blank" | "hidden" | "fence" | "item" | "row" | "indented" | "prose";

const item = /^\s{0,12}(?:[-*+•]|\d{1,4}[.)]|[a-z][.)]) +\S/;
const row = /^\s{0,3}\|/;
const separator = /^[\s|:+=-]{3,}$/;
/** Columns separated only by spaces. */
const columns = /\S {2,}\S/;
/** The line above a list that says what its items are: `settled`, `Decisions of this track:`. */
const lead = /^[^|]{1,80}$/;

/** The blocks of the lines `from` to `to`, in order, without headings. */
export function blocksIn(lines: readonly Line[], from: number, to: number): readonly Block[] {
  const blocks: Block[] = [];
  let open: { from: number; shape: Shape } | undefined;
  let heading: string | undefined;
  const close = (end: number): void => {
    if (open === undefined) return;
    const its = { isCode: open.shape === "fence", heading: open.shape === "prose" ? undefined : heading };
    if (open.shape !== "hidden") blocks.push({ from: open.from, to: end, ...its });
    open = undefined;
  };
  for (let at = from; at <= to; at++) {
    const shape = shapeOf(lines[at]);
    const text = lines[at]?.text ?? "";
    const isNext = open === undefined || shape !== open.shape || shape === "item" || isRow(shape, text);
    const continues = open?.shape === "item" && (shape === "prose" || shape === "indented");
    if (shape === "blank") {
      const wasProse = open?.shape === "prose";
      close(at - 1);
      if (!wasProse && shapeOf(lines[at + 1]) !== "item") heading = undefined;
      if (wasProse) heading = leadOf(lines, blocks.at(-1));
      continue;
    }
    if (!isNext || continues) continue;
    const before = open?.shape;
    close(at - 1);
    if (before === "prose" && shape === "item") heading = leadOf(lines, blocks.at(-1));
    if (isHeader(lines, at, shape, before)) heading = text.replaceAll("|", " ").trim();
    else if (!(shape === "row" && separator.test(text))) open = { from: at, shape };
  }
  close(to);
  return blocks;
}

function shapeOf(line: Line | undefined): Shape {
  if (line === undefined || line.text.trim() === "") return "blank";
  if (line.place === "comment") return "hidden";
  if (line.place === "fence") return "fence";
  if (row.test(line.text)) return "row";
  if (item.test(line.text)) return "item";
  return /^(?: {4}|\t)/.test(line.text) ? "indented" : "prose";
}

function isRow(shape: Shape, text: string): boolean {
  return shape === "row" || (shape === "indented" && columns.test(text.trim()));
}

/** The first line of a table has its column names. */
function isHeader(lines: readonly Line[], at: number, shape: Shape, before: Shape | undefined): boolean {
  if (before === shape) return false;
  const next = lines[at + 1]?.text ?? "";
  if (shape === "row") return separator.test(next);
  const text = lines[at]?.text.trim() ?? "";
  return shape === "indented" && columns.test(text) && columns.test(next.trim()) && !/\d/.test(text);
}

function leadOf(lines: readonly Line[], block: Block | undefined): string | undefined {
  if (block === undefined || block.from !== block.to) return undefined;
  const text = lines[block.to]?.text.trim() ?? "";
  return lead.test(text) && (/:$/.test(text) || !/[.!?]$/.test(text)) ? text.replace(/:$/, "") : undefined;
}
