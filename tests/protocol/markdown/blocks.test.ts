/**
 * In which block each line is: held to what cmark-gfm says of 4,680 texts (`fixtures/markdown/blocks.json`, in the letters
 * of `tests/shown/blocks.py`). `tests/shown/fixed.test.ts` asks it anew.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { PlacedLine } from "../../../src/protocol/markdown/placed.ts";
import { BlockParser } from "../../../src/protocol/markdown/walk.ts";
import { bases, type Probed, probedTexts } from "../../support/block-probes.ts";

const answers: readonly string[] = JSON.parse(
  readFileSync(new URL("../../fixtures/markdown/blocks.json", import.meta.url), "utf8"),
);

const letters: Readonly<Record<PlacedLine["leaf"], string>> = {
  ...{ paragraph: "p", heading: "h", title: "h", table: "t", code: "c", fence: "c", html: "m", hidden: "m" },
  ...{ definition: "-", blank: "blank", rule: "rule" },
};

/** Undefined where our reader lets parsers disagree: it says so of the line, and nothing after it counts. */
function placeIn({ text, line }: Probed, answer: string | undefined): string | undefined {
  const parser = new BlockParser();
  const placed = text.split("\n").map((each) => parser.next(each));
  parser.end();
  const { leaf, inside } = placed[line] ?? {};
  // It has no place on the page where nothing refers to it.
  if (answer === "-." && (leaf === "definition" || inside === "footnote")) return answer;
  if (placed.slice(0, line).some(({ isUnsure }) => isUnsure === true)) return undefined;
  return leaf === undefined ? "" : letters[leaf] + (inside?.charAt(0) ?? ".");
}

/** Of a block since CommonMark 0.30, and cmark-gfm is of 0.29. */
const isNewer = (text: string): boolean => /<\/?textarea/.test(text);

test("N03 each line of the specification's examples, and of a line put into them, is in the block that GitHub has it in", () => {
  expect(answers).toHaveLength(bases.length);
  const wrong: unknown[] = [];
  let compared = 0;
  for (const [index, base] of bases.entries()) {
    const expected = answers[index]?.split(" ") ?? [];
    for (const [at, probed] of probedTexts(base, index).entries()) {
      if (isNewer(probed.text)) continue;
      const place = placeIn(probed, expected[at]);
      if (place === undefined) continue;
      compared++;
      if (place !== expected[at]) wrong.push({ ...probed, place, expected: expected[at] });
    }
    if (wrong.length > 5) break;
  }
  expect(wrong).toEqual([]);
  expect(compared).toBeGreaterThan(4_600);
});
