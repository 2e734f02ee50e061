/** What is too deep or too long to follow, and what a value is without the fence that a form puts around it. */
import { describe, expect, test } from "vitest";
import { parseCommands } from "../../../src/protocol/commands/read-commands.ts";
import { blocksOf } from "../../../src/protocol/markdown/block.ts";
import { breakAdvice } from "../../../src/protocol/markdown/break.ts";
import { shownText } from "../../../src/protocol/markdown/readable.ts";
import { parseRefs } from "../../../src/protocol/references/ref.ts";

const acts = (text: string): boolean => parseCommands(text).some(({ name }) => name === "decide");

describe("N03 a tag counts as one up to 4,000 characters, and what is longer breaks the text", () => {
  test.each([
    ["a quoted value", (length: number) => `x <b a='${"y".repeat(length - 8)}'>z</b>\n\n/decide 2`],
    ["a value without quotes", (length: number) => `x <b a=${"y".repeat(length - 6)}>z</b>\n\n/decide 2`],
    ["many attributes", (length: number) => `x <b${" y".repeat((length - 4) / 2)}>z</b>\n\n/decide 2`],
    ["white space", (length: number) => `x <b${" ".repeat(length - 3)}>z</b>\n\n/decide 2`],
  ])("%s", (_, write) => {
    expect(acts(write(3_996))).toBe(true);
    expect(acts(write(4_400))).toBe(false);
    expect(parseCommands(write(4_400))).toMatchObject([
      {
        name: "malformed",
        unread: "Programs disagree what `<b` on line 1 begins, so nothing after it counts.",
      },
    ]);
  });

  test("one that is cut before its end, or in front of a slash, is too long", () => {
    const slash = `x <b${" ".repeat(3_997)}/>z\n\n/decide 2`;
    const late = `${"x ".repeat(20)}<b a='${"y".repeat(4_400)}'>z</b>\n\n/decide 2`;
    for (const text of [slash, late])
      expect(parseCommands(text)).toMatchObject([
        {
          name: "malformed",
          unread: "Programs disagree what `<b` on line 1 begins, so nothing after it counts.",
        },
      ]);
  });

  test("one that never ends, or is none, is text however long the paragraph is", () => {
    expect(acts(`x <b a='${"y".repeat(3_994)}\n\n/decide 2`)).toBe(true);
    expect(acts(`x <b , ${"y".repeat(4_400)}\n\n/decide 2`)).toBe(true);
  });

  test("what begins in front of it does not end in it", () => {
    const [line] = blocksOf(`~~a <b c='${"y".repeat(4_400)}~~'>`).lines;
    expect(line?.shown).toBe("~~a ");
  });

  test("code in what only some parsers take for a long tag breaks the text", () => {
    expect(parseCommands(`x <b, \`z\` ${"y".repeat(4_100)}>\n\n/decide 2`)).toMatchObject([
      { name: "malformed" },
    ]);
  });

  test("nothing is shown of it, and nothing in its paragraph counts", () => {
    const [line, next] = blocksOf(`x <b a='${"y".repeat(4_400)}'>\n/decide 2 #4711`).lines;
    expect(line).toMatchObject({ shown: "x ", prose: expect.stringMatching(/^x +$/) });
    expect(next).toMatchObject({ place: "comment", shown: "", prose: "" });
  });
});

test("a line that is empty has its number, too", () => {
  expect(blocksOf("a\n\n> b\n\n").lines.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
});

test("N03 what is nested deeper than GitHub goes is nobody's word", () => {
  expect(parseRefs(`${"- ".repeat(99)}#4711`)).toEqual([{ number: 4711 }]);
  expect(parseRefs(`${"- ".repeat(100)}#4711`)).toEqual([]);
  expect(blocksOf(`${"- ".repeat(100)}#4711`).lines[0]?.place).toBe("quote");
});

test("N03 a title below a parenthesis that is not closed is hidden, as GitHub's parser hides it", () => {
  // cmark-gfm: <a href="x(y" title="z">it</a>)
  expect(shownText("[it](x(y (z)))")).toBe("[it](x(y ))");
  expect(shownText("[it](x(y(z (all of them))))")).toBe("[it](x(y(z )))");
  expect(parseRefs("[it](x(y (#4711)))")).toEqual([]);
});

describe("a value in a fence of a form is what stands in it", () => {
  test.each([
    ["```text\na\n```", "a"],
    ["   \n\n```text\n a  \n\n  b\n```\n \n", " a  \n\n  b"],
    ["```text\na <b>\n```", "a <b>"],
    ["```text\na\n```\nb", "```text\na\n```\nb"],
    ["```text\na\n```\n\n```text\nb\n```", "```text\na\n```\n\n```text\nb\n```"],
    ["b\n```text\na\n```", "b\n```text\na\n```"],
    ["```js\na  \n```", "```js\na  \n```"],
    ["a  \nb\t\n", "a\nb"],
    ["  a", "a"],
    [" \n\t\n", ""],
    ["", ""],
    ["_No response_", ""],
    ["\n_No response_ \n", ""],
    ["<!-- a -->", ""],
    ["<!-- a -->\nb\n<!-- c -->", "b"],
    ["a\n<!-- b -->\nc", "a\nc"],
  ])("%j is %j", (text, kept) => {
    expect(shownText(text)).toBe(kept);
  });
});

test("what to do about a break depends on what it is", () => {
  const advice = (text: string): string | undefined => {
    const { broken } = blocksOf(text);
    return broken && breakAdvice(broken);
  };
  for (const text of ["```\na", "<div>\n\na", "<!-- a"])
    expect(advice(text)).toBe("Close it on its own line, before the next section.");
  expect(advice("a <b>b")).toBe("Close it there, or put it in backticks if it is meant as text.");
  for (const text of ["a </b>", "a <select>", "a <!--> b"])
    expect(advice(text)).toBe("Remove it, or put it in backticks if it is meant as text.");
  expect(advice("a")).toBeUndefined();
  expect(blocksOf("a")).not.toHaveProperty("broken");
  expect(blocksOf("> ~~~\n> a")).not.toHaveProperty("broken");
  expect(blocksOf("~~~\na").broken).toEqual({
    what: "code fence",
    written: "~~~",
    line: 1,
    reason: "unclosed",
  });
});

test("the first line of a fence has its info string, and only at the top level", () => {
  expect(blocksOf("``` js x \na\n```").lines.map(({ opens, closes }) => [opens, closes])).toEqual([
    ["js x", undefined],
    [undefined, undefined],
    [undefined, true],
  ]);
  expect(blocksOf("- ```js\n  a\n  ```").lines.some(({ opens, closes }) => opens ?? closes)).toBe(false);
});
