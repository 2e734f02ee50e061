/** Tables on a terminal and in a pipe. */
import stringWidth from "string-width";
import { describe, expect, test } from "vitest";
import { type Look, plainLook } from "../../../src/operations/output/look.ts";
import { tableLines } from "../../../src/operations/output/table.ts";

const terminal = (columns: number | undefined): Look => ({
  ...plainLook,
  isTerminal: true,
  widthOf: (text: string) => stringWidth(text),
  columns,
});
const rows = [
  ["acme/demo#1", "A title of ordinary length", "p1", "api", "@bob"],
  ["acme/demo#22", "日本語のタイトル", "", "", "@alice"],
  ["acme/demo#3", "👩‍👩‍👧 family", "p2", "", ""],
];
const widths = (lines: readonly string[]): readonly number[] => lines.map((line) => stringWidth(line));

describe("IF35 a table", () => {
  test("is aligned by what a terminal shows of wide characters and emoji", () => {
    expect(tableLines(rows, terminal(undefined), { flexible: 1 })).toEqual([
      "acme/demo#1   A title of ordinary length  p1  api  @bob",
      "acme/demo#22  日本語のタイトル                     @alice",
      "acme/demo#3   👩‍👩‍👧 family                   p2",
    ]);
  });

  test("cuts the title to fit, between characters as readers see them", () => {
    const lines = tableLines(rows, terminal(48), { flexible: 1 });
    expect(Math.max(...widths(lines))).toBeLessThanOrEqual(48);
    expect(lines[0]).toBe("acme/demo#1   A title of ordin…  p1  api  @bob");
    const [, , family = ""] = tableLines(
      [
        ["#1", "x"],
        ["#2", "x"],
        ["#3", "ab👩‍👩‍👧👩‍👩‍👧"],
      ],
      terminal(8),
      { flexible: 1 },
    );
    expect(family).toMatch(/^#3 {2}ab(?:👩‍👩‍👧)?…?$/u);
  });

  test("of 40 columns leaves the last columns out before the title tells nothing", () => {
    const lines = tableLines(rows, terminal(40), { flexible: 1 });
    expect(Math.max(...widths(lines))).toBeLessThanOrEqual(40);
    expect(lines).toEqual([
      "acme/demo#1   A title of ordin…  p1  api",
      "acme/demo#22  日本語のタイトル",
      "acme/demo#3   👩‍👩‍👧 family          p2",
    ]);
    expect(Math.max(...widths(tableLines(rows, terminal(20), { flexible: 1 })))).toBeLessThanOrEqual(20);
  });

  test("in a pipe has tabs between whole texts, whatever the width", () => {
    const long = "word ".repeat(60).trim();
    expect(tableLines([["acme/demo#1", long, ""]], { ...plainLook, columns: 40 }, { flexible: 1 })).toEqual([
      `acme/demo#1\t${long}`,
    ]);
  });
});
