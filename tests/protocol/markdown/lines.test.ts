/**
 * What the page makes of each line, in `fixtures/markdown/lines.json`: its place (with `#` for a heading, `<` and `>` for the
 * ends of a fence, `e` in an element, `l` for lost, and the number of its paragraph), what is shown of it, and, where that
 * differs, what has an effect; then what breaks the text. A script checked of
 * each that nothing is shown which cmark-gfm's page hides; for most, the values were read next to that page as well.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { blocksOf } from "../../../src/protocol/markdown/block.ts";
import { breakSentence } from "../../../src/protocol/markdown/break.ts";
import type { Line } from "../../../src/protocol/markdown/line.ts";

type Row = readonly [text: string, lines: readonly string[], sentence?: string];

const rows: readonly Row[] = JSON.parse(
  readFileSync(new URL("../../fixtures/markdown/lines.json", import.meta.url), "utf8"),
);

function describeLine(line: Line): string {
  const { place, shown, prose, isHeading, opens, closes, isEnclosed, isLost, paragraph } = line;
  const flags = [
    isHeading && "#",
    opens !== undefined && "<",
    closes && ">",
    isEnclosed && "e",
    isLost && "l",
  ];
  const written = flags.filter((flag) => typeof flag === "string").join("") + String(paragraph ?? "");
  const parts = [written === "" ? place : `${place} ${written}`, shown];
  return (prose === shown ? parts : [...parts, prose]).join(" | ");
}

const cases = rows.map((row) => ({ row, text: JSON.stringify(row[0]) }));

test.each(cases)(
  "N03 in $text each line is read as the page shows it",
  ({ row: [text, lines, sentence] }) => {
    const { lines: found, broken } = blocksOf(text);
    expect(found.map(describeLine)).toEqual(lines);
    expect(broken && breakSentence(broken)).toBe(sentence);
  },
);
