/** Patterns of paths, held against picomatch where both give them the same meaning, and against the clock. */
import fc from "fast-check";
import picomatch from "picomatch";
import { describe, expect, test } from "vitest";
import { globOf, pathOf } from "../../../src/base/glob/glob.ts";

function match(pattern: string, path: string, hasBraces = true, left = 100_000) {
  const work = { left };
  return globOf(pattern, { hasBraces }).match(pathOf(path, work), work);
}

/** Of few characters, so that patterns and paths meet often. */
const name = fc
  .string({ unit: fc.constantFrom("a", "b", ".", "-"), minLength: 1, maxLength: 5 })
  .filter((text) => !/^\.{1,2}$/.test(text));
const path = fc.array(name, { minLength: 1, maxLength: 5 }).map((names) => names.join("/"));
const plain = ["a", "b", "a", "b", ".", "-"];
const atom = fc.constantFrom(...plain, "*", "*", "?", "[ab]", "[^a]", "[a-b]", "[.-]", "\\*");
const joined = (part: fc.Arbitrary<string>, most = 5) =>
  fc.array(part, { minLength: 1, maxLength: most }).map((parts) => parts.join(""));
const choice = joined(fc.constantFrom(...plain), 3).filter((text) => !text.includes(".."));
const group = fc.tuple(choice, choice, choice).map((choices) => `{${choices.join(",")}}`);
const segment = fc.oneof(
  { weight: 4, arbitrary: joined(atom) },
  { weight: 1, arbitrary: fc.tuple(joined(atom, 2), group, joined(atom, 2)).map((parts) => parts.join("")) },
  { weight: 1, arbitrary: fc.constant("*") },
  { weight: 2, arbitrary: fc.constant("**") },
);
const pattern = fc
  .array(segment, { minLength: 1, maxLength: 5 })
  .map((segments) => segments.join("/"))
  // Where they differ: groups beyond the limit, three stars, `**` beside a group, and names with nothing after their dot.
  .filter(
    (text) => (text.match(/\{/g) ?? []).length < 4 && !/\*\*[*{]|\}\*\*|^(?:\*\*\/)?\*\.\*$/.test(text),
  );

test("10,000 random patterns mean what picomatch takes them for", { timeout: 60_000 }, () => {
  const options = { dot: true, noextglob: true, nonegate: true, windows: false };
  let fitting = 0;
  fc.assert(
    fc.property(pattern, fc.array(path, { minLength: 4, maxLength: 4 }), (one, paths) => {
      const expression = picomatch.makeRe(one, options);
      const expected = paths.map((each) => (expression.test(each) ? "yes" : "no"));
      fitting += expected.filter((each) => each === "yes").length;
      expect(paths.map((each) => match(one, each))).toEqual(expected);
    }),
    { numRuns: 10_000 },
  );
  expect(fitting).toBeGreaterThan(1_000);
});

describe("a pattern", () => {
  test.each([
    ["*.*", ".github", "yes"],
    ["*.*", "a.b.c", "yes"],
    ["*.*", "a", "no"],
    [".github/*", ".github/CODEOWNERS", "yes"],
    [".github/*", ".github/workflows/ci.yml", "no"],
    [".*", ".env", "yes"],
    ["**/*", ".github/CODEOWNERS", "yes"],
    ["**", "a/.b/c", "yes"],
    ["**/*.md", "README.md", "yes"],
    ["**.md", "docs/a.md", "yes"],
    ["docs/**", "docs/.a/b", "yes"],
    ["README*", "README", "yes"],
    ["./src/*", "src/a", "yes"],
    ["**/*.{md,mdx}", "docs/a.mdx", "yes"],
    ["{src,lib/**}/gen", "lib/a/b/gen", "yes"],
    ["{src,lib/**}/gen", "src/a/gen", "no"],
    ["a{,.test}.ts", "a.ts", "yes"],
    ["app/[id]/page.ts", "app/[id]/page.ts", "yes"],
    ["app/[id]/page.ts", "app/i/page.ts", "yes"],
    ["[]a]", "]", "yes"],
    ["a//b", "a/b", "no"],
    ["a/", "a", "no"],
    ["", "a", "no"],
  ])("%s and %s: %s", (pattern, path, expected) => {
    expect(match(pattern, path)).toBe(expected);
  });

  test.each([
    ["(a)", "(a)"],
    ["build (ubuntu-*)", "build (ubuntu-24.04)"],
    ["@(a)", "@(a)"],
    ["a|b", "a|b"],
    ['"a"', '"a"'],
    ["!a", "!a"],
    ["{1..3}", "{1..3}"],
    ["{a", "{a"],
  ])("%s stands for itself where picomatch reads more", (pattern, path) => {
    expect(match(pattern, path)).toBe("yes");
  });

  test("with [!…] takes what is not listed, as git does", () => {
    expect([match("[!a]", "b"), match("[!a]", "a")]).toEqual(["yes", "no"]);
  });

  test("whose braces have no meaning is taken by the letter", () => {
    expect([match("{a,b}", "a", false), match("{a,b}", "{a,b}", false)]).toEqual(["no", "yes"]);
  });

  test("or a path that is too long, or has too many alternatives, is not decided", () => {
    expect(match("a".repeat(1_001), "a")).toBe("unknown");
    expect(match("**", "a".repeat(4_097))).toBe("unknown");
    expect(match("{a,b}".repeat(7), "c")).toBe("unknown");
    expect(match("*a*b", "a".repeat(100), true, 150)).toBe("unknown");
  });
});
