/** Formats results for people. */
import { type Figure, type PartResult, verdictOn } from "./figure.ts";

export function tableOf(results: readonly PartResult[]): string {
  const rows = results.flatMap(({ part, load, figures, skipped }) => [
    [`${part} (load ${load.map((value) => value.toFixed(1)).join(" to ")})`, "", "", ""],
    ...(skipped === undefined ? [] : [[`  not measured: ${skipped}`, "", "", ""]]),
    ...figures.map((figure) => [
      `  ${figure.name}`,
      amountOf(figure),
      targetOf(figure),
      verdictOn(figure) ?? "",
    ]),
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row.map((cell, column) =>
      column === 1 ? cell.padStart(widths[1] ?? 0) : cell.padEnd(widths[column] ?? 0),
    ),
  );
  return lines.map((cells) => `${cells.join("  ").trimEnd()}\n`).join("");
}

function amountOf({ value, unit }: Figure): string {
  return `${rounded(value)}${unit === "" ? "" : ` ${unit}`}`;
}

function targetOf({ target, unit }: Figure): string {
  if (target === undefined) return "";
  return "atLeast" in target
    ? `at least ${target.atLeast} ${unit}`
    : `at most ${rounded(target.atMost)} ${unit}`;
}

function rounded(value: number): string {
  if (Math.abs(value) >= 100) return value.toFixed(0);
  return value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}
