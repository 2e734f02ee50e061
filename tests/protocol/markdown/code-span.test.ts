/** Inline code where only it is asked for. The right values are those of the section "Code spans" of CommonMark 0.31. */
import { describe, expect, test } from "vitest";
import { codeSpans, withoutCode } from "../../../src/protocol/markdown/code-span.ts";

const codes = (text: string): readonly string[] => codeSpans(text).map(({ code }) => code);

describe("code in one paragraph", () => {
  test.each([
    ["no code", []],
    ["`foo`", ["foo"]],
    ["`` foo ` bar ``", [" foo ` bar "]],
    ["` `` `", [" `` "]],
    ["`  ``  `", ["  ``  "]],
    ["``\nfoo \n``", ["\nfoo \n"]],
    ["`foo\\`bar`", ["foo\\"]],
    ["``foo`bar``", ["foo`bar"]],
    ["` foo `` bar `", [" foo `` bar "]],
    ["*foo`*`", ["*"]],
    ["```foo``", []],
    ["`foo", []],
    ["`foo``bar``", ["bar"]],
    ["\\`foo`bar`", ["bar"]],
    ["\\``foo` bar", ["foo"]],
    ["\\\\`foo` bar", ["foo"]],
    ["\\\\\\`foo`", []],
    ["`a` and `b` and ``c``", ["a", "b", "c"]],
    ["``a` b `` `c`", ["a` b ", "c"]],
    ["`a ``b` c``", ["a ``b"]],
    [`a ${"`".repeat(16)} b`, []],
  ])("%j has %j", (text, expected) => {
    expect(codes(text)).toEqual(expected);
  });
});

test("code ends with its paragraph, at a line that looks empty", () => {
  for (const blank of ["\n\n", "\n \t\n", "\n\r\n", "\n  \n"])
    expect(codes(`a \`b${blank}c\` d`)).toEqual([]);
  expect(codes("a `b\nc` d")).toEqual(["b\nc"]);
  expect(codes("a `b\n.\nc` d")).toEqual(["b\n.\nc"]);
  expect(codes("`a`\n\n`b`\n\nc `d`")).toEqual(["a", "b", "d"]);
});

test("a span says where it is in the whole text", () => {
  const text = "one `a`\n\n\\``b` two ``c``";
  for (const { start, end, code } of codeSpans(text)) {
    const ticks = code === "c" ? "``" : "`";
    expect(text.slice(start, end)).toBe(`${ticks}${code}${ticks}`);
  }
  expect(codes(text)).toEqual(["a", "b", "c"]);
});

test("code is blanked out, and nothing else moves", () => {
  expect(withoutCode("a `b\nc` d ``e`` f")).toBe("a   \n   d       f");
  expect(withoutCode("`a` b")).toBe("    b");
  expect(withoutCode("no code")).toBe("no code");
});
