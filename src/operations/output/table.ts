/** Rows of cells as lines: aligned and fitted to a terminal, or with tabs and whole texts for a pipe. */
import type { Look } from "./look.ts";

type Rows = readonly (readonly string[])[];

export interface TableStyle {
  /** The column whose texts are cut where there is not enough room, such as a title; by default none. */
  readonly flexible?: number;
  readonly paint?: (cell: string, column: number) => string;
}

const gap = "  ";
/** A narrower title tells nothing: the last columns go first. */
const narrowest = 16;

/** One line for each row. In a pipe nothing is cut or aligned. */
export function tableLines(rows: Rows, look: Look, style: TableStyle = {}): readonly string[] {
  return look.isTerminal ? inColumns(rows, look, style) : rows.map((row) => row.join("\t").trimEnd());
}

/** Rows in columns of equal width, two spaces apart. Widths are measured before colours are added. */
export function inColumns(
  rows: Rows,
  look: Pick<Look, "widthOf" | "columns">,
  { flexible, paint = (cell) => cell }: TableStyle = {},
): readonly string[] {
  const widths = fittingWidths(rows, look, flexible);
  return rows.map((row) =>
    widths
      .map((width, column) => {
        const cell = cutTo(row[column] ?? "", width, look.widthOf);
        return `${paint(cell, column)}${" ".repeat(Math.max(0, width - look.widthOf(cell)))}`;
      })
      .join(gap)
      .trimEnd(),
  );
}

/** The widths of the columns that are shown. The last columns are left out if even a cut title leaves no room for them. */
function fittingWidths(
  rows: Rows,
  { widthOf, columns = Infinity }: Pick<Look, "widthOf" | "columns">,
  flexible: number | undefined,
): readonly number[] {
  const count = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(...rows.map((row) => widthOf(row[column] ?? ""))),
  );
  if (flexible === undefined || !Number.isFinite(columns)) return widths;
  for (let shown = count; ; shown--) {
    const rest = widths.slice(0, shown).reduce((sum, width, at) => sum + (at === flexible ? 0 : width), 0);
    const room = columns - rest - gap.length * (shown - 1);
    const natural = widths[flexible] ?? 0;
    if (room >= Math.min(natural, narrowest) || shown === flexible + 1)
      return widths
        .slice(0, shown)
        .map((width, at) => (at === flexible ? Math.max(1, Math.min(width, room)) : width));
  }
}

const segments = new Intl.Segmenter();

/** The text with an ellipsis where it was cut; between characters as readers see them. */
function cutTo(text: string, width: number, widthOf: Look["widthOf"]): string {
  if (widthOf(text) <= width) return text;
  let cut = "";
  for (const { segment } of segments.segment(text)) {
    if (widthOf(`${cut}${segment}`) > width - 1) break;
    cut += segment;
  }
  return `${cut.trimEnd()}…`;
}
