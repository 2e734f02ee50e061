/** Overlap of globs, against all short paths and expressions that were written independently of the automata. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type FileGlob, parseFileGlob } from "../../../src/base/glob/file-glob.ts";
import { coversFile, filePath, haveCommonPath } from "../../../src/base/glob/overlap.ts";

function glob(text: string): FileGlob {
  const parsed = parseFileGlob(text);
  if (typeof parsed === "string") throw new Error(`${text}: ${parsed}`);
  return parsed;
}

const isOverlap = (a: string, b: string) => haveCommonPath(glob(a), glob(b));

/** How many globs are compared with each other: 64 make 2,016 pairs. SIGNALBOX_GLOBS=448 makes 100,128. */
const globs = Number(process.env.SIGNALBOX_GLOBS ?? 64);
const seed = Number(process.env.SIGNALBOX_GLOBS_SEED ?? 20_261_122);

/** At most four characters that a path needs: then a common path has at most ten, and all of those are tried. */
const atom = fc.constantFrom("a", "b", "a", "B", "/", "?", "*", "*");
const choices = fc
  .array(fc.array(fc.constantFrom("a", "b", "/", "*"), { maxLength: 2 }), { minLength: 2, maxLength: 3 })
  .map((all) => `{${all.map((each) => each.join("")).join(",")}}`);
const part = fc.oneof(
  { weight: 8, arbitrary: fc.array(atom, { minLength: 1, maxLength: 3 }).map((all) => all.join("")) },
  { weight: 3, arbitrary: fc.constantFrom("**/", "/**", "/**/", "**") },
  { weight: 2, arbitrary: choices },
);
const randomGlob = fc
  .array(part, { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(""))
  .filter((text) => expand(text).every((each) => each.replace(/\*|\/\*\*/g, "").length <= 4))
  .filter((text) => typeof parseFileGlob(text) !== "string");

/** All paths of a, b and slashes up to this length. */
function shortPaths(length: number): readonly string[] {
  const all: string[] = [];
  let last = [""];
  for (let at = 0; at < length; at++) {
    last = last.flatMap((path) => [`${path}a`, `${path}b`, ...(/[ab]$/.test(path) ? [`${path}/`] : [])]);
    all.push(...last.filter((path) => !path.endsWith("/")));
  }
  return all;
}

function expand(text: string): readonly string[] {
  const found = /^(.*?)\{([^{}]*,[^{}]*)\}(.*)$/.exec(text);
  if (found === null) return [text];
  const [, start = "", inner = "", end = ""] = found;
  return inner.split(",").flatMap((choice) => expand(start + choice + end));
}

function expressionOf(text: string): RegExp {
  const ways = expand(text).map((way) => {
    const isFolder = way.endsWith("/");
    const names = way.split("/").filter((name) => name !== "");
    const isLiteral = !/[*?]/.test(names.at(-1) ?? "");
    // Each name with its slash, so that any number of names is any number of such pairs.
    const body = names.map((name) => (name === "**" ? "(?:[^/]+/)*" : `${nameExpression(name)}/`)).join("");
    return `${body}${isFolder || isLiteral ? "(?:[^/]+/)*" : ""}`;
  });
  return new RegExp(`^(?:${ways.join("|")})$`, "i");
}

function nameExpression(name: string): string {
  return `(?=[^/])${name.replace(/\*+/g, "[^/]*").replace(/\?/g, "[^/]")}`;
}

test("AG51 pairs of random globs have a path in common exactly where a short path shows one", {
  timeout: 600_000,
}, () => {
  const paths = shortPaths(10);
  const all = fc.sample(randomGlob, { numRuns: globs, seed });
  const matched = all.map((text) => {
    const expression = expressionOf(text);
    return Uint8Array.from(paths, (path) => (expression.test(`${path}/`) ? 1 : 0));
  });
  for (const [at, text] of all.entries()) {
    const parsed = glob(text);
    const wrong = paths.find(
      (path, index) => coversFile(parsed, filePath(path)) !== (matched[at]?.[index] === 1),
    );
    if (wrong !== undefined) expect.fail(`${text} and the path ${wrong}, seed ${seed}`);
  }
  let common = 0;
  for (const [a, text] of all.entries()) {
    for (const [b, other] of all.slice(0, a).entries()) {
      const expected = matched[a]?.some((is, at) => is === 1 && matched[b]?.[at] === 1) === true;
      if (expected) common++;
      if (isOverlap(text, other) !== expected)
        expect.fail(`${text} and ${other}: ${!expected}, seed ${seed}`);
    }
  }
  const pairs = (globs * (globs - 1)) / 2;
  expect(common).toBeGreaterThan(pairs / 10);
  expect(common).toBeLessThan((pairs * 9) / 10);
});

describe("AG51 two globs", () => {
  test.each([
    ["a*", "*b", true],
    ["src/**", "src/api/x.ts", true],
    ["src/**", "src", true],
    ["src/api", "src/api/v2/x.ts", true],
    ["src/api", "src/api.ts", false],
    ["src/api/", "src/api", true],
    ["src/*", "src/api/x.ts", false],
    ["src/*", "src/api", true],
    ["**/*.ts", "src/**", true],
    ["**/*.ts", "docs/*.md", false],
    ["**.md", "docs/a/b.md", true],
    ["**/test/**", "src/*/test", true],
    ["a?c", "ab*", true],
    ["a?c", "a/c", false],
    ["*", "a/b", false],
    ["**", "a/b", true],
    ["{src,docs}/**", "docs/x.md", true],
    ["{src,docs}/**", "tests/**", false],
    ["src/{a,b/c}.ts", "src/b/*", true],
    ["a{b,/**}", "a/x", true],
    ["a{b,/**}", "abc", false],
    ["./src/a", "/src/a", true],
  ])("%s and %s: %s", (a, b, expected) => {
    expect(isOverlap(a, b)).toBe(expected);
    expect(isOverlap(b, a)).toBe(expected);
  });

  test.each([
    ["app/[id]/page.tsx", "app/[id]/page.tsx", true],
    ["app/[id]/page.tsx", "app/i/page.tsx", false],
    ["app/[{a,b}]/x", "app/[b]/x", true],
    ["a\\b", "a\\*", true],
    ["a\\*", "a*", true],
    ["{a}", "a", false],
    ["!a", "b", false],
  ])("other characters are literal: %s and %s: %s", (a, b, expected) => {
    expect(isOverlap(a, b)).toBe(expected);
  });

  test.each([
    ["SRC/Api.ts", "src/api.TS"],
    ["caf\u00e9.md", "cafe\u0301.md"],
    ["CAF\u00c9.md", "cafe\u0301.md"],
    ["ΟΔΟΣ", "οδος"],
    ["οδοσ*", "ΟΔΟΣ.md"],
  ])("spellings that not every file system tells apart are the same: %s and %s", (a, b) => {
    expect(isOverlap(a, b)).toBe(true);
  });
});

test("AG51 a path is literal even if it looks like a glob", () => {
  const covers = (pattern: string, path: string) => coversFile(glob(pattern), filePath(path));
  expect(covers("src/*.ts", "src/{a,b}.ts")).toBe(true);
  expect(covers("src/a*", "src/*")).toBe(false);
  expect(covers("src", "src/a/b")).toBe(true);
  expect(covers("src/a/b", "src/a")).toBe(false);
  expect(covers("src/?.ts", "src/\u{1f600}.ts")).toBe(true);
});

test.each([
  ["", "empty"],
  ["/", "empty"],
  ["{a,}", "empty"],
  ["a".repeat(201), "too long"],
  ["*".repeat(4_000), "too long"],
  ["{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}", "too many alternatives"],
  ["src/../etc", "relative"],
  ["src/./a", "relative"],
  ["src\n/a", "control character"],
])("AG51 a text that cannot be a glob is refused, %#", (text, fault) => {
  expect(parseFileGlob(text)).toBe(fault);
});

describe("AG51 no pair is slow", () => {
  const groups = "{a,b}".repeat(5);
  const stars = "*a".repeat(85);
  test.each([
    [`${groups}${stars}`, `${"*b".repeat(85)}${groups}`],
    [`${stars}${groups}c`, `${stars}${groups}b`],
    [`${"**/a/".repeat(39)}b`, `${"**/?/".repeat(39)}c`],
    [`${"?".repeat(199)}*`, `${"*".repeat(198)}a`],
    [`{${"a".repeat(90)},${"a*".repeat(45)}}x`, `{${"*a".repeat(45)},${"?".repeat(90)}}y`],
  ])("a pair of %#", (a, b) => {
    const one = glob(a);
    const other = glob(b);
    expect(fastest(() => haveCommonPath(one, other))).toBeLessThan(5);
  });

  test("a path of 4,000 characters", () => {
    const path = filePath(`${"a/".repeat(1_999)}bb`);
    const hostile = glob(`${"**/a/".repeat(39)}c`);
    expect(fastest(() => coversFile(hostile, path))).toBeLessThan(20);
  });
});

/** In milliseconds, of several runs: what else the machine does is not what is measured. */
function fastest(run: () => void): number {
  const times = Array.from({ length: 20 }, () => {
    const start = performance.now();
    run();
    return performance.now() - start;
  });
  return Math.min(...times);
}
