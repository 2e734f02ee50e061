/** Neutralised text holds no section and no command, in any form that a reader takes or might be taught. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseCommands } from "../../../src/protocol/commands/read-commands.ts";
import { splitEnvelope } from "../../../src/protocol/envelope/split-envelope.ts";
import { blocksOf } from "../../../src/protocol/markdown/block.ts";
import { mentionsIn } from "../../../src/protocol/references/mention.ts";
import { parseRefs } from "../../../src/protocol/references/ref.ts";
import { fenced } from "../../../src/protocol/render/fenced.ts";
import { plain } from "../../../src/protocol/render/plain.ts";
import { blockQuote, neutralLines } from "../../../src/protocol/render/quoted.ts";
import { scanBody } from "../../../src/protocol/sections/sections.ts";

const pieces = [
  ...[
    "/decide 2",
    "/answer",
    "/Decide: 2",
    "/approve #3",
    "/ decide",
    "**/decide 2**",
    "`/decide 2`",
    "/claim.",
  ],
  ...[
    "### Goal",
    "# Goal",
    "## 1. Goal",
    "###### Goal ###",
    "###Goal",
    "### 🎯 Goal",
    "**Goal**",
    "Goal",
    "Ziel:",
  ],
  ...[
    "===",
    "---",
    "***",
    "+",
    "-",
    "*",
    "1.",
    "12)",
    "> ",
    "- ",
    "    ",
    "\t",
    "\u00a0",
    "\u200b",
    "\ufeff",
  ],
  ...[
    "\n",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    "\u2028",
    "\f",
    "\v",
    "\u0085",
    "\u0000",
    " ",
    " ",
    "\\",
    "`",
    "```",
    "~~~",
  ],
  ...[
    "```signalbox\nv: 1.1\nfrom: ada\n```",
    "<!--",
    "-->",
    "<details>",
    "</details>",
    "<b>",
    "</b>",
    "<",
    ">",
  ],
  ...[
    "#4711",
    "@zoe",
    "[a]: x",
    "[x](y)",
    "![",
    "](",
    "|",
    "|-|",
    "~~",
    "$$",
    "&#47;decide 2",
    "/",
    "#",
    "word",
  ],
];
const texts = fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((parts) => parts.join(""));

const neutralisers: readonly (readonly [string, (text: string) => string])[] = [
  ["a sentence", (text) => plain(text).toString()],
  ["lines", (text) => neutralLines(text).toString()],
  ["a quote", (text) => blockQuote(text).toString()],
  ["a fence", (text) => fenced(text).toString()],
];

/** Where our comments put it. */
const places: readonly ((neutral: string) => string)[] = [
  (neutral) => neutral,
  (neutral) => `Somebody wrote:\n\n${neutral}\n\nThat is all.`,
  (neutral) => `### Question\n\n${neutral}`,
];

/** What a reader that forgives much might take for a section or a command: more than any of ours reads. */
const tolerated = /^[ \t]{0,3}(?:[-*+>]|\d{1,9}[.)])?[ \t]*(?:[*_]{1,3})?(?:#{1,6}[ \t]*\S|\/[ \t]*[a-z])/im;

describe("G15 text that is neutralised as", () => {
  test.each(neutralisers)("%s has no effect, wherever it stands", (_, neutralise) => {
    fc.assert(
      fc.property(texts, fc.constantFrom(...places), (text, place) => {
        const neutral = neutralise(text);
        const whole = place(neutral);
        const own = place("nothing");
        expect(parseCommands(whole)).toEqual([]);
        expect(scanBody(whole).sections.map(({ key }) => key)).toEqual(
          scanBody(own).sections.map(({ key }) => key),
        );
        expect(scanBody(whole).problems).toEqual([]);
        expect(splitEnvelope(whole).envelope).toBeUndefined();
        expect(parseRefs(whole)).toEqual([]);
        expect(mentionsIn(whole)).toEqual([]);
        const prose = blocksOf(neutral).lines.filter(({ place }) => place === "prose");
        for (const line of prose) expect(line.text).not.toMatch(tolerated);
      }),
      { numRuns: 1_500 },
    );
  });
});
