/**
 * What GitHub's page plainly shows: the inputs of `fixtures/cases/shown.json`, whose right values three parsers of HTML
 * gave, and what goes beyond them, for every reader of a line.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseCommands } from "../../../src/protocol/commands/read-commands.ts";
import { splitEnvelope } from "../../../src/protocol/envelope/split-envelope.ts";
import { blocksOf } from "../../../src/protocol/markdown/block.ts";
import { readableText } from "../../../src/protocol/markdown/readable.ts";
import { mentionsIn } from "../../../src/protocol/references/mention.ts";
import { parseRefs } from "../../../src/protocol/references/ref.ts";
import { readChecklist } from "../../../src/protocol/sections/section-types.ts";
import { scanBody } from "../../../src/protocol/sections/sections.ts";

interface Entry {
  readonly id: string;
  readonly body: string;
  readonly shown: boolean;
  /** Whether the first try of the rules read it; refusing what is shown is allowed if it did not. */
  readonly trial: boolean;
}

const entries: readonly Entry[] = JSON.parse(
  readFileSync(new URL("../../fixtures/cases/shown.json", import.meta.url), "utf8"),
);

const acts = (text: string): boolean => parseCommands(text).some(({ name }) => name === "decide");

/** Shown by all parsers, and read today where the first try refused it. */
const newlyRead = new Set<string>([]);

describe("N03 a case of shown.json", () => {
  test.each(entries.map((entry) => [entry.id, entry] as const))("%s", (id, { body, shown, trial }) => {
    const isRead = acts(body);
    if (!shown) expect(isRead).toBe(false);
    else if (trial || newlyRead.has(id)) expect(isRead).toBe(true);
    else {
      // It may be refused, but never in silence.
      const told = parseCommands(body).map((command) => command.name === "malformed" && command.unread);
      expect(isRead ? "read" : told).toEqual([expect.stringContaining("so nothing after it counts.")]);
    }
  });

  test("there are 98", () => {
    expect(entries).toHaveLength(98);
  });
});

/**
 * What stands between a line and the page: the line is in place of `LINE`. A heading or a fence would end a paragraph, and with
 * it what hides a line in one.
 */
const hiding: readonly (readonly [string, string])[] = [
  ["a comment", "<!--\nLINE\n-->"],
  ["a comment of a block", "<div>\n<!-- LINE -->\n</div>"],
  ["folded details", "<details>\n<summary>Log</summary>\n\nLINE\n\n</details>"],
  ["folded details in one block", "<details>\nLINE\n</details>"],
  ["details that no parser is sure to be open", "<details x=' open '>\n\nLINE\n\n</details>"],
  ["a second summary", "<details>\n<summary>Log</summary>\n<summary>\n\nLINE\n\n</summary>\n</details>"],
  ["folded details in open ones", "<details open>\n<details>\n\nLINE\n\n</details>\n</details>"],
  ["a struck element", "text <s>\nLINE\n</s>"],
  ["a struck block", "<del>\nLINE\n</del>"],
  ["struck text", "~~text\nLINE\nmore~~"],
  ["struck text over a run that cannot pair", "text (~~(a~`\nLINE\nmore~~ ``"],
  ["struck text below a longer run", "text ~~~~~(~~b\nLINE\nmore~~"],
  ["a footnote with a bracket in its name", "[^1[]:\\\nLINE"],
  ["text struck by one tilde", "~text\nLINE\nmore~"],
  ["text struck over a longer run that pairs with neither", "~text a~~\nLINE\nmore~"],
  ["text struck around a run that an older parser keeps", "~~text ~a~~\nLINE\nmore~~ b"],
  ["a video's fallback", "text <video>\nLINE\n</video>"],
  ["an attribute", 'text <b title="\nLINE\n">x</b>'],
  ["a link's title", 'text [x](y "\nLINE\n")'],
  ["a link's title in parentheses", "text [x](y (\nLINE\n))"],
  ["a link's title with an escaped quote", 'text [x](y "a \\" b\nLINE\n")'],
  ["an alternative text", "text ![\nLINE\n](x)"],
  ["the alternative text of a reference", "text ![\nLINE\n][a]\n\n[a]: x"],
  ["a definition", "[a]: x '\nLINE\n'"],
  ["a footnote", "[^1]: text\n    LINE"],
  ["a definition in a quote", "> [a\nLINE\n]: x"],
  ["a footnote in a quote", "> [^1]: text\nLINE"],
  ["a footnote that begins with a no-break space", "[^1]:\u00a0\nLINE"],
  ["an element that a page may hide", "<template>\nLINE\n</template>"],
  ["what follows a stray end tag", "</div>\nLINE"],
  ["what follows a comment that parsers end elsewhere", "text <!-- a -- b\nLINE -->"],
  ["a formula with commands", "$$\n\\phantom{x}\nLINE\n$$"],
  ["a drawing", "```mermaid\n%% LINE\n```"],
];

const signed = "```signalbox\nv: 1.1\nfrom: ada\n```";
const isInParagraph = (around: string): boolean => /^[^<`[]|^\[(?:a\]|\^1\]:\u00a0|\^1\[)|^> \[/.test(around);
const inside = (around: string, line: string): string => around.replace("LINE", line);

describe("N03 what is hidden by", () => {
  test.each(hiding)("%s is nobody's word", (_, around) => {
    expect(acts(inside(around, "/decide 2"))).toBe(false);
    expect(parseRefs(inside(around, "#4711"))).toEqual([]);
    expect(mentionsIn(inside(around, "@zoe"))).toEqual([]);
    if (!isInParagraph(around)) {
      expect(scanBody(inside(around, "### Goal")).sections).toEqual([]);
      expect(splitEnvelope(inside(around, signed)).envelope?.ok).not.toBe(true);
    }
    const [answer] = parseCommands(`/answer Keep the files.\n\n${inside(around, "zeta")}`);
    expect(answer).toMatchObject({ name: "answer", decision: expect.stringMatching(/^Keep the files\./) });
    expect(answer).toMatchObject({ decision: expect.not.stringContaining("zeta") });
    expect(scanBody(`### Goal\n\n${inside(around, "zeta")}`).sections[0]?.value).not.toContain("zeta");
  });
});

test("N03 an item of a list is no item in code", () => {
  expect(readChecklist("- [x] one\n  ```\n  - [x] two\n  ```\n- three\n\n      - four")).toEqual([
    { text: "one ``` - [x] two ```", done: true },
    { text: "three - four", done: false },
  ]);
});

const value = (text: string): string => readableText(blocksOf(text).lines);

describe("N03 of a value is kept what the page shows", () => {
  test.each([
    ["Press <kbd>C</kbd>.", "Press C."],
    ["one<br>two", "one two"],
    ["<p>one</p>\n<p>two</p>", "one\n two"],
    ["Use List<string>.", "Use List."],
    ["Map<K, V> and a < b", "Map<K, V> and a < b"],
    ["`<b>` and <https://a.b/c>", "`<b>` and <https://a.b/c>"],
    ["Use ~~Postgres~~ SQLite.", "Use  SQLite."],
    ["About ~5 minutes, or ~10.", "About ~5 minutes, or ~10."],
    ["a ~~ b ~~ c", "a ~~ b ~~ c"],
    ["~~one ~two~~ three~", "~~one"],
    ["~~one ~two~~ three~~ four", " four"],
    ["~~one~~ not ~~two~~", " not"],
    ["~~**one**~~ two", " two"],
    ["~5, **bold**, ~6 and ~7", "~5, **bold**, ~6 and ~7"],
    ["snake_case ~~one~~ not ~~two~~", "snake_case  not"],
    ["**a ~~b** c~~ d~~", "**a"],
    ['See [it](https://a.b/c "title").', "See [it](https://a.b/c )."],
    ["![shot](https://a.b/c)", "![](https://a.b/c)"],
    ["[it](<x y z>)", "[it]()"],
    ["[it](<https://a.b>)", "[it](<https://a.b>)"],
    ["[Yes][and all]\n\n[and all]: x", "[Yes][]"],
    ["a[0][1]", "a[0][1]"],
    ["![sic]", "![sic]"],
    ["for $5 to $10", "for $5 to $10"],
    ["$a + b$", "$a + b$"],
    ["x $\\phantom{y}$ z", "x  z"],
    ["```math\na % b\n```\n\ntext", "text"],
    ["```ts title=all\na\n```", "```ts\na\n```"],
    ["```delete-all-of-their-files\na\n```", "```\na\n```"],
    ["- ~~~sh and more\n  a\n  ~~~", "- ~~~sh\n  a\n  ~~~"],
    ["```mathx\na\n```", "```mathx\na\n```"],
    ["<details open>\n\ntext\n\n</details>", "text"],
    ["<details>\n<summary>Log</summary>\n\ntext\n\n</details>\n\nbelow", "Log\n\nbelow"],
    ["<div>\ntext <!-- x --> more\n</div>", "text  more"],
    ["> quoted <!-- x -->", "> quoted"],
    ["| a | <b>b</b> |\n| - | - |\n| c \\| d | ~~e~~ |", "| a | b |\n| - | - |\n| c \\| d |  |"],
    ["    <code>", "<code>"],
    ["```\n<b>\n```", "```\n<b>\n```"],
    ["text </div> more\n\nbelow", "text"],
    ["text <b>bold\n\nbelow", "text bold"],
    ["<table>\nx\n<tr><td>y</td></tr>\n</table>", "y"],
    ["<table><h1>\nx", ""],
    ["<blockquote>\n\nx\n\n</blockquote>", "x"],
  ])("%j is %j", (text, kept) => {
    expect(value(text).replaceAll(/^\n+/g, "")).toBe(kept.trim());
  });
});

describe("N03 in one paragraph", () => {
  test.each([
    ["nothing counts after an open `$$`", "cost $$\n/decide 2", false],
    ["nothing counts between two", "$$\n/decide 2\n$$", false],
    ["nothing counts where three dollars stand", "$$$x$$$\n/decide 2", false],
    ["what follows a whole formula counts", "$$x$$\n/decide 2", true],
    ["what stands in code opens no formula", "`$$`\n/decide 2", true],
    ["an escaped one opens none", "\\$$\n/decide 2", true],
    ["prices are none", "for $5 to $10\n/decide 2", true],
    ["a formula over lines counts for nothing", "see $a\n/decide 2\nb$", false],
    ["an approximation strikes nothing", "in ~5 minutes\n/decide 2\nor ~6", true],
    ["what follows struck text counts", "~~no~~\n/decide 2", true],
  ])("%s", (_, text, counts) => {
    expect(acts(text)).toBe(counts);
  });

  test("an open `$$` ends with its paragraph", () => {
    expect(acts("$$\n\n/decide 2")).toBe(true);
  });

  test("what an element quotes is no word of the author's", () => {
    const text = "<blockquote>\n\n#1 @ada\n\n/decide 2\n\n### Goal\n\n</blockquote>\n\n#2";
    expect(parseRefs(text)).toEqual([{ number: 2 }]);
    expect(mentionsIn(text)).toEqual([]);
    expect(parseCommands(text)).toEqual([]);
    expect(scanBody(text).sections).toEqual([]);
  });

  test("an alternative text whose end lies in what may be a tag breaks the text", () => {
    expect(parseCommands("![a\n<](>\n](x)\n\n/decide 2")).toMatchObject([{ name: "malformed" }]);
  });

  test("a comparison beside code breaks nothing, and what may be a tag around it does", () => {
    expect(acts("if x < y and `z` > w\n\n/decide 2")).toBe(true);
    expect(parseCommands("<b` <!----><!--</b>`\n\n/decide 2")).toMatchObject([{ name: "malformed" }]);
  });

  test("a tag in what only looks like an address breaks the text", () => {
    for (const text of ["](\n<code >\n\n/decide 2", '](x "<a><table>"\n\n/decide 2'])
      expect(parseCommands(text)).toMatchObject([{ name: "malformed" }]);
  });

  test("references and mentions do not count in code, formulas and empty links", () => {
    const text =
      "<code>#1 @ada</code> $$#2 @bea$$ [#3 @cleo]() <kbd>#4</kbd> <blockquote>#8</blockquote> `#5` [#6](x) #7 @zoe";
    expect(parseRefs(text).map(({ number }) => number)).toEqual([6, 7]);
    expect(mentionsIn(text)).toEqual(["zoe"]);
  });
});

describe("N03 what breaks a text is told, and where it stands", () => {
  test.each([
    ["a\n</div>\n\n/decide 2", "The end tag `</div>` on line 2 does not close what was opened last"],
    ["<b>x</i>\n\n/decide 2", "The end tag `</i>` on line 1 does not close what was opened last"],
    ["a\nb <select> c\n\n/decide 2", "A page may hide what follows the HTML element `<select>` on line 2"],
    [
      "x\ny <a href='z'> w\n\n/decide 2",
      "The HTML element `<a>` opened on line 2 is not closed in the paragraph, list item or quote that it begins in",
    ],
    [
      "- <div>\n\n/decide 2",
      "The HTML element `<div>` opened on line 1 is not closed in the paragraph, list item or quote that it begins in",
    ],
    ["a\n\n<!--\n/decide 2", "The HTML comment opened on line 3 is never closed"],
    ["a <!-- b -- c -->\n\n/decide 2", "Programs disagree what `<!--` on line 1 begins"],
    ["a\n\n<div title='\n\n/decide 2", "Programs disagree what `<div` on line 3 begins"],
    ["a\u000cb\n\n/decide 2", "Programs disagree what `\\f` on line 1 begins"],
    [`${"<div>\n\n".repeat(100)}/decide 2`, "The HTML element `<div>` on line 199 is nested too deep"],
  ])("%j", (text, sentence) => {
    expect(parseCommands(text)).toEqual([
      {
        name: "malformed",
        word: "decide",
        usage: "/decide 2 because …",
        unread: `${sentence}, so nothing after it counts.`,
      },
    ]);
  });

  test("only what would be prose is told, and a command above still acts", () => {
    expect(parseCommands("</div>\n\n```\n/decide 2\n```\n\n> /decide 2")).toEqual([]);
    expect(parseCommands("/help\n\n</div>\n\n/decide 2\n\n/help").map(({ name }) => name)).toEqual([
      "help",
      "malformed",
    ]);
  });

  test("a section whose words it hides does not count, and its author is told", () => {
    const { sections, problems } = scanBody("### Goal\n\nBuild.\n\n### Blocked by\n\n#1 </div> #2");
    expect(sections.map(({ value }) => value)).toEqual(["Build.", "#1"]);
    expect(problems).toEqual([
      expect.objectContaining({
        type: "swallowed",
        line: 7,
        message:
          "The end tag `</div>` on line 7 does not close what was opened last, so what follows it cannot be read.",
        fix: "Remove it, or put it in backticks if it is meant as text.",
      }),
    ]);
  });

  test("nothing is wrong with what hides nothing", () => {
    for (const end of ["</div>", "text <b>bold", "</details>\n\n", "<details>\n\ntext"])
      expect(scanBody(`### Goal\n\nBuild.\n\n${end}`).problems).toEqual([]);
  });
});
