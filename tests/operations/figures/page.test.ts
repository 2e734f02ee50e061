/** docs/figures.md says of every figure how it is worked out, in the words of the measure itself. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { measures } from "../../../src/engine/measures/table.ts";
import { targetText } from "../../../src/operations/figures/figure-text.ts";

const page = readFileSync(new URL("../../../docs/figures.md", import.meta.url), "utf8");

test("the page about figures has every measure with its formula, target and source, and no other", () => {
  const rows = page.split("\n").filter((line) => /^\| .* \| (?:records|ledger) \|$/.test(line));
  expect(rows).toEqual(
    measures.map((measure) => {
      const { title, formula, source } = measure;
      return `| ${title} | ${formula} | ${targetText(measure) || "–"} | ${source} |`;
    }),
  );
});
