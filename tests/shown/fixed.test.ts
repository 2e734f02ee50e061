/**
 * The right values that tests of `tests/protocol/markdown` have at hand are those that the oracle gives today.
 * `SIGNALBOX_WRITE_SHOWN=1` writes them.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { bases, probedTexts } from "../support/block-probes.ts";
import { describeUnless } from "../support/unless-skipped.ts";
import { fixedTexts, leastRank } from "./fixed-texts.ts";
import { askOracle, noOracle } from "./page-oracle.ts";
import { readers } from "./readers.ts";

function expectKept(name: string, answers: unknown): void {
  const file = new URL(`../fixtures/markdown/${name}`, import.meta.url);
  if (process.env.SIGNALBOX_WRITE_SHOWN === "1") writeFileSync(file, `${JSON.stringify(answers, null, 1)}\n`);
  expect(answers).toEqual(JSON.parse(readFileSync(file, "utf8")));
}

function askForBlocks(texts: readonly string[]): string[] {
  const script = fileURLToPath(new URL("blocks.py", import.meta.url));
  const input = texts.map((text) => `${JSON.stringify(text)}\n`).join("");
  const { status, stdout, stderr } = spawnSync("python3", [script], { input, maxBuffer: 2 ** 30 });
  if (status !== 0) throw new Error(`cmark-gfm failed: ${stderr}`);
  return stdout.toString().trimEnd().split("\n");
}

describeUnless(noOracle, "N03 the right values that are kept are those of today", () => {
  test("for blocks", () => {
    const probed = bases.map(probedTexts);
    const answers = askForBlocks(probed.flatMap((each) => each.map(({ text }) => text)));
    const rows: string[] = [];
    for (const { length } of probed) rows.push(answers.splice(0, length).join(" "));
    expectKept("blocks.json", rows);
  });

  test("for what pages show", { timeout: 120_000 }, () => {
    const ranks = Object.keys(readers).map((name) => {
      const asked = fixedTexts(name).map(({ text, reader }) => ({ text, needle: reader.needle }));
      return [name, askOracle(asked).map(leastRank).join("")];
    });
    expectKept("ranks.json", Object.fromEntries(ranks));
  });
});
