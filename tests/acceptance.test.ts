/**
 * Holds docs/acceptance.md to the repository: everything that it declares has a row, every test that a row names exists
 * (a case's test begins with the case's id), and every page that a row names has the heading. Whether
 * those tests pass is not checked here.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const page = readFileSync(join(root, "docs", "acceptance.md"), "utf8");

/** `A01–A18, B16` or `S3.1–S3.50, S3.56`: ranges within one letter or list, and single ids. */
function expand(list: string): readonly string[] {
  return list.split(", ").flatMap((part) => {
    const [first = "", last = first] = part.split("–");
    const [, prefix = "", digits = ""] = /^([A-N]|S\d\.)(\d+)$/.exec(first) ?? [];
    const [from, to] = [Number(digits), Number(last.slice(prefix.length))];
    const width = prefix.length === 1 ? 2 : 1;
    return Array.from({ length: to - from + 1 }, (_, i) => prefix + String(from + i).padStart(width, "0"));
  });
}

const rows = page.split("\n").flatMap((line) => {
  const [, id, file, title] = /^\| ([A-N]\d\d|S\d\.\d+) +\| `([^`]+)`: (.+?) +\|$/.exec(line) ?? [];
  return id === undefined || file === undefined || title === undefined ? [] : [{ id, file, title }];
});
const declared = [...page.matchAll(/^(?:Cases|Abilities): (.+)\.$/gm)].flatMap(([, list = ""]) =>
  expand(list),
);
const byTest = rows.filter(({ file }) => file.endsWith(".ts"));
const byPage = rows.filter(({ file }) => !file.endsWith(".ts"));

test("everything declared has its rows, in the lists' order", () => {
  expect(declared.length).toBeGreaterThan(60);
  expect([...new Set(rows.map(({ id }) => id))]).toEqual(declared);
  expect(new Set(rows.map(({ id, file, title }) => `${id} ${file} ${title}`)).size).toBe(rows.length);
  expect(page.match(/^\| (?:[A-Z]\d\d|S\d\.\d+) /gm)).toHaveLength(rows.length);
});

/** How many cases each letter of the first list has. */
const firstList = { A: 18, B: 18, C: 20, D: 17, E: 13, F: 14, G: 19, H: 5, I: 6, J: 9, K: 8, L: 7, M: 6 };

test("each of the 160 first cases is either met or named as not yet, with its reason", () => {
  const all = Object.entries(firstList).flatMap(([letter, last]) => expand(`${letter}01–${letter}${last}`));
  expect(all).toHaveLength(160);
  const notYet = [...page.matchAll(/^- \*\*([A-M]\d\d)\*\* \S.+[.]$/gm)].map(([, id = ""]) => id);
  const met = declared.filter((id) => /^[A-M]/.test(id));
  expect([...met, ...notYet].toSorted()).toEqual(all.toSorted());
});

test("each new case has one sentence that says what it is", () => {
  const told = [...page.matchAll(/^- \*\*(N\d\d)\*\* \S/gm)].map(([, id]) => id);
  expect(told).toEqual(declared.filter((id) => id.startsWith("N")));
});

test.each(byTest)("$id is shown by $file: $title", ({ id, file, title }) => {
  expect(file).toMatch(/^tests\/.+\.test\.ts$/);
  expect(existsSync(join(root, file))).toBe(true);
  if (!id.startsWith("S")) expect(title).toMatch(new RegExp(`^(?:[A-N]\\d\\d )*${id} \\S`));
  expect(readFileSync(join(root, file), "utf8").includes(JSON.stringify(title))).toBe(true);
});

if (byPage.length > 0)
  test.each(byPage)("$id is met by $file, $title", ({ file, title }) => {
    expect(file).toMatch(/^(?:README|docs\/[\w/-]+)\.md$/);
    const headings = readFileSync(join(root, file), "utf8")
      .split("\n")
      .filter((line) => line.startsWith("#"));
    expect(headings.map((heading) => heading.replace(/^#+ /, ""))).toContain(title);
  });
