/** Slow patterns of settings and CODEOWNERS against the longest paths. */
import { describe, expect, test } from "vitest";
import { globSet } from "../../src/github/files/context-globs.ts";
import { ownersOf } from "../../src/handover/code-owners.ts";
import { pathMatcher } from "../../src/handover/paths.ts";
import { quickestOwnMs } from "../support/own-time.ts";

const maxMs = 200;
const longPath = "a".repeat(4_096);
const paths = [
  longPath,
  `${"a/".repeat(2_047)}a`,
  `${"aaaaaaa/".repeat(511)}aaaaaaa`,
  `${"a/b/".repeat(1_023)}a`,
  "[".repeat(4_096),
];
/** As long as the settings allow. */
const upTo = (part: string, end: string): string =>
  part.repeat(Math.floor((200 - end.length) / part.length)) + end;
const patterns = [
  upTo("*a", "b"),
  upTo("a*", "b"),
  upTo("**/", "b"),
  upTo("**/a/", "b"),
  upTo("**/*a*a/", "b"),
  upTo("*/", "b"),
  upTo("**", "b"),
  upTo("?*", "b"),
  upTo("*[ab]", "c"),
  `*[${upTo("a-c", "]*b")}`,
  upTo("[a]*", "b"),
  upTo("[", "]"),
  upTo("{a,b}", "c"),
  upTo("{a,", "b"),
  `${"{a,".repeat(50)}b${"}".repeat(50)}*a*a*a*a*a*a*b`,
  `{${upTo("*a*,", "}")}`,
  upTo("{*a,**/}", "b"),
  upTo("{{a,b},{c,d}}", "e"),
];

const quickestMs = (run: () => unknown): number => quickestOwnMs(maxMs, run);

const many = Array.from({ length: 3_000 }, (_, at) => paths[at % paths.length] ?? "");

describe("F04 the slowest patterns against the longest paths take less than 200 ms", () => {
  test.each([
    ["generated", false],
    ["public", true],
  ])("F04 as settings, for %s files", (_what, whenUnknown) => {
    for (const pattern of patterns) {
      const fifty = Array.from({ length: 50 }, () => pattern);
      expect(
        quickestMs(() => many.filter(pathMatcher(fifty, whenUnknown))),
        pattern,
      ).toBeLessThan(maxMs);
    }
  });

  test("F04 as settings of the context", () => {
    for (const pattern of patterns) {
      const ask = () => {
        const { has, mayHold } = globSet(Array.from({ length: 50 }, () => pattern));
        return many.filter((path) => has(path) && mayHold(path));
      };
      expect(quickestMs(ask), pattern).toBeLessThan(maxMs);
    }
  });

  test("F04 as lines of CODEOWNERS", () => {
    for (const pattern of patterns) {
      const text = Array.from({ length: 1_000 }, (_, at) => `${pattern} @maria${at}`).join("\n");
      const files = many.map((path) => ({ path }));
      expect(
        quickestMs(() => ownersOf(text, files)),
        pattern,
      ).toBeLessThan(maxMs);
    }
  });
});

describe("patterns that take too long to match", () => {
  const slow = Array.from({ length: 50 }, () => upTo("*a", "b"));
  const spent = (whenUnknown?: boolean) => {
    const fits = pathMatcher(slow, whenUnknown);
    for (const path of many) fits(path);
    return fits("README.md");
  };

  test("beyond the work limit a file does not count as generated, and counts as public", () => {
    expect([spent(), spent(true)]).toEqual([false, true]);
  });

  test("beyond the work limit an owner counts, and so do the owners of earlier lines", () => {
    const text = `* @maria\n${upTo("*a", "b")}${"*a".repeat(500)} @bob`;
    expect(ownersOf(text, [{ path: "aaa" }])).toEqual(["@maria", "@bob"]);
    expect(ownersOf(text, [{ path: "aaa" }], false)).toEqual(["@maria"]);
  });

  test("beyond the work limit a file is not quoted, and the next listing is read as usual", () => {
    const { has } = globSet([...slow, "docs/*"]);
    expect(many.some((path) => has(path))).toBe(false);
    expect(has("docs/a.md")).toBe(true);
    expect(globSet(["a".repeat(1_001)]).has("a".repeat(1_001))).toBe(false);
  });
});
