/**
 * Takes the hostile corpus through everything that the App does with a text, from reading to the comment that
 * it would write. An independent Markdown reader checks the output, and the time is limited.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { livingIn } from "../support/harmless.ts";
import { hostileCorpus } from "../support/hostile-corpus.ts";
import { entrances, handle, ours, readAlone } from "../support/hostile-handling.ts";

const corpus = hostileCorpus();
/** For one text at one entrance. Nothing of it is asynchronous, so the event loop is blocked for as long. */
const limitMs = 100;

/**
 * The result of `run`, and the thread's own time in the quickest of a few runs: other programs are not
 * counted.
 */
function timed<T>(run: () => T): { readonly given: T; readonly ms: number } {
  let ms = Number.POSITIVE_INFINITY;
  for (let attempt = 0; ; attempt++) {
    const before = process.threadCpuUsage();
    const given = run();
    const { user, system } = process.threadCpuUsage(before);
    ms = Math.min(ms, (user + system) / 1000);
    if (attempt === 3 || ms < limitMs / 2) return { given, ms };
  }
}

test("the corpus has at least two hundred texts, with unique names", () => {
  expect(corpus.length).toBeGreaterThanOrEqual(200);
  expect(new Set(corpus.map(({ name }) => name)).size).toBe(corpus.length);
});

describe("the Markdown reader of these tests", () => {
  test.each([
    ["Thank you, @octocat.", "a mention: @octocat"],
    ["\\@octocat", "a mention: @octocat"],
    ["&#64;octocat", "a mention: @octocat"],
    ["`a`@octocat", "a mention: @octocat"],
    ["``@a` @b", "a mention: @a"],
    ["fixes #666", "a reference: #666"],
    ["\\#666", "a reference: #666"],
    ["evil/repo#12", "a reference: evil/repo#12"],
    ["GH-666", "a reference: GH-666"],
    ["https://evil.example", "an address: https://"],
    ["[x](y)", "there is markup: [x](y)"],
    ["<img src=x>", "there is markup: <img src=x>"],
    ["> /merge", "a line reads as a command: /merge"],
    ["> ```\nx", "a fence ends with its quote"],
    ["~~~\n~~", "a fence is left open"],
    ["- ```", "a fence begins in a list"],
    ["a\u200bb", "it has the character U+200b"],
    ["x".repeat(60_001), "it has 60001 characters"],
  ])("the reader sees what is active in %.30j", (text, complaint) => {
    expect(livingIn(text, ours)).toContain(complaint);
  });

  test.each([
    "`@octocat #666`",
    "```\n@octocat <img>\n/merge\n```",
    "#12 is settled, @alice.",
    "&lt;img&gt; \\[x\\](y)",
  ])("the reader sees nothing active in %j", (text) => {
    expect(livingIn(text, ours)).toEqual([]);
  });
});

describe("a hostile text", () => {
  test.each(corpus)("F03 F04 F09 G15 G16 $name", ({ text }) => {
    for (const entrance of entrances) {
      const { given, ms } = timed(() => handle(entrance, text));
      expect(ms, entrance.name).toBeLessThan(limitMs);
      for (const written of given)
        expect(livingIn(written.text, ours), `${entrance.name}, ${written.where}`).toEqual([]);
    }
    expect(timed(() => readAlone(text)).ms).toBeLessThan(limitMs);
  });

  test("G15 G16 F09 a text of pieces of all of them, in any order, stays harmless", () => {
    const pieces = corpus.map(({ text }) => text).filter((text) => text !== "" && text.length < 400);
    const text = fc
      .array(
        fc.oneof(
          fc.constantFrom(...pieces),
          fc.constantFrom(
            "\n",
            "\n\n",
            " ",
            "`",
            "``",
            "```\n",
            "~~~\n",
            "> ",
            "- ",
            "\\",
            "### Urgency\n\n",
            "/answer ",
          ),
          fc.string({ unit: "binary", maxLength: 12 }),
        ),
        { maxLength: 12 },
      )
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, fc.constantFrom(...entrances), (words, entrance) => {
        for (const written of handle(entrance, words))
          expect(livingIn(written.text, ours), `${entrance.name}, ${written.where}`).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
