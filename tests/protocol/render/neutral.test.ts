/** Untrusted text in our comments: it reads the same and has no effect. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hasInvisible } from "../../../src/protocol/characters.ts";
import { parseCommands } from "../../../src/protocol/commands/read-commands.ts";
import { blocksOf } from "../../../src/protocol/markdown/block.ts";
import { withoutCode } from "../../../src/protocol/markdown/code-span.ts";
import { parseRefs } from "../../../src/protocol/references/ref.ts";
import { fenced } from "../../../src/protocol/render/fenced.ts";
import { issueRef, mention, person } from "../../../src/protocol/render/names.ts";
import { plain } from "../../../src/protocol/render/plain.ts";
import { blockQuote } from "../../../src/protocol/render/quoted.ts";

/** Anything that GitHub would act on, in text without its code. */
const alive = /@\w|#\d|gh-\d|:\/\/|www\.|(?<!\\)(?:\\\\)*(?:!?\[|<)|(?:data|javascript):\S/iu;

const living = [
  "@everyone-team",
  "@acme/everyone",
  "mail@example.com",
  "#1",
  "GH-1",
  "acme/web#1",
  "fixes #2",
  "closes https://github.com/acme/web/issues/2",
  "resolves GH-3",
  "<img src=x onerror=alert(1)>",
  "![x](http://evil)",
  "[x](javascript:alert(1))",
  "[x][y]",
  "[y]: http://evil",
  "<http://evil>",
  "www.evil.example",
  "_www.evil.example_",
  "_GH-1",
  "data:text/html;base64,AAAA",
  "<!-- hidden -->",
  "<details><summary>x",
  "&#64;alice",
  "@\u200balice",
  "#\u20601",
  "`@alice` @bob",
  "``@alice` @bob",
  "\\`@alice\\`",
  "`a`@bob`c`",
];

describe("G15 in a sentence and in a quote", () => {
  test.each(living)("%j has no effect in a sentence or a quote", (text) => {
    for (const written of [plain(text), blockQuote(text)]) {
      expect(withoutCode(String(written).replace(/^> /gm, ""))).not.toMatch(alive);
    }
  });

  test.each([
    ["/close", "\\/close"],
    ["# Title", "\\# Title"],
    ["- item", "\\- item"],
    ["12. item", "12\\. item"],
    ["> quote", "&gt; quote"],
    ["=== x", "\\=== x"],
  ])("%j begins no Markdown block", (text, written) => {
    expect(String(plain(text))).toBe(written);
  });

  test("ordinary words stay readable when neutralised", () => {
    expect(String(plain("Use snake_case, (see #12) and `zod@4`: it is  fine."))).toBe(
      "Use snake_case, (see `#12`) and `zod@4`: it is fine.",
    );
    expect(String(plain("5 * 3 < 16 & _so_ on"))).toBe("5 \\* 3 &lt; 16 &amp; \\_so\\_ on");
  });
});

test("G15 no text has an effect in a sentence or a quote", () => {
  const text = fc
    .array(
      fc.oneof(
        fc.constantFrom(...living, "`", "``", "\\", "\n", " ", "```\n", "~~~\n", "> ", "- "),
        fc.string({ unit: "binary", maxLength: 8 }),
      ),
    )
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, (words) => {
      const line = String(plain(words));
      expect(line).not.toContain("\n");
      expect(withoutCode(line)).not.toMatch(alive);
      expect(parseRefs(line)).toEqual([]);
      expect(hasInvisible(line)).toBe(false);
      const quote = String(blockQuote(words));
      expect(quote.split("\n").every((part) => part === ">" || part.startsWith("> "))).toBe(true);
      const inner = blocksOf(quote.replace(/^> ?/gm, ""));
      expect(inner.broken).toBeUndefined();
      const prose = inner.lines.map(({ place, text }) => (place === "fence" ? "" : text)).join("\n");
      expect(withoutCode(prose)).not.toMatch(alive);
      expect(parseCommands(quote)).toEqual([]);
    }),
    { numRuns: 400 },
  );
});

test("a quote keeps lists and code, and closes open fences", () => {
  expect(String(blockQuote("- one\n  - two\n\n```ts\nconst a = '@x';"))).toBe(
    "> - one\n>   - two\n>\n> ```ts\n> const a = '@x';\n> ```",
  );
});

describe("G16 a fence", () => {
  test.each(["```", "````", "~~~~", "```\n~~~", "`".repeat(5_000), "```\n```js\n````\n", "~".repeat(200)])(
    "a fence cannot be closed by %j",
    (text) => {
      const { lines, broken } = blocksOf(String(fenced(`before\n${text}\nafter`, "md")));
      expect(broken).toBeUndefined();
      expect(lines.every(({ place }) => place === "fence")).toBe(true);
      expect(lines.filter(({ closes }) => closes)).toHaveLength(1);
    },
  );

  test("a fence cannot be closed by any text", () => {
    const text = fc
      .array(fc.constantFrom("```", "`", "~~~", "~~~~", "\n", "   ", "\r", "\u2028", "\t", "x"))
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, (inside) => {
        const { lines } = blocksOf(String(fenced(inside)));
        expect(lines.findIndex(({ closes }) => closes === true)).toBe(lines.length - 1);
      }),
    );
  });

  test("a fence accepts only a language's name as its info string", () => {
    expect(String(fenced("x", "ts\n@alice"))).toBe("```\nx\n```");
  });
});

describe("people and issues", () => {
  test("a person is named in code, and mentioned only by a valid login", () => {
    expect(String(person("alice"))).toBe("`alice`");
    expect(String(mention("alice-b"))).toBe("@alice-b");
    for (const login of ["alice bob", "acme/team", "dependabot[bot]", "-a", "", "a`b"])
      expect(withoutCode(String(mention(login)))).not.toContain("@");
  });

  test("a valid reference is linked, anything else is not", () => {
    expect(String(issueRef({ owner: "acme", repo: "web", number: 3 }))).toBe("acme/web#3");
    expect(String(issueRef({ owner: "a b", repo: "@x", number: 3 }))).toBe("a `b/@x#3`");
    expect(withoutCode(String(issueRef({ number: 1.5 })))).not.toContain("#1");
  });
});
