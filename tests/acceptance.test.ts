/**
 * Holds docs/acceptance.md to the tests: every case of the list that it declares has a row, and every test that a row
 * names exists and begins with the case's id. A newcomer would look for tests that pass; that is the test run's own part.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const page = readFileSync(join(root, "docs", "acceptance.md"), "utf8");

/** `A01–A18, B16`: ranges within one letter, and single cases. */
function expand(list: string): readonly string[] {
  return list.split(", ").flatMap((part) => {
    const [first = "", last = first] = part.split("–");
    const [letter, from, to] = [first.slice(0, 1), Number(first.slice(1)), Number(last.slice(1))];
    return Array.from({ length: to - from + 1 }, (_, i) => `${letter}${String(from + i).padStart(2, "0")}`);
  });
}

const rows = page.split("\n").flatMap((line) => {
  const [, id, file, title] = /^\| ([A-H]\d\d) +\| `([^`]+)`: (.+?) +\|$/.exec(line) ?? [];
  return id === undefined || file === undefined || title === undefined ? [] : [{ id, file, title }];
});
const declared = expand(/^Cases: (.+)\.$/m.exec(page)?.[1] ?? "");

test("every case of the declared list has its rows, in the list's order", () => {
  expect(declared.length).toBeGreaterThan(60);
  expect([...new Set(rows.map(({ id }) => id))]).toEqual(declared);
  expect(page.match(/^\| [A-Z]\d\d/gm)).toHaveLength(rows.length);
});

test.each(rows)("$id is shown by $file: $title", ({ id, file, title }) => {
  expect(file).toMatch(/^tests\/.+\.test\.ts$/);
  expect(existsSync(join(root, file))).toBe(true);
  expect(title).toMatch(new RegExp(`^(?:[A-M]\\d\\d )*${id} \\S`));
  expect(readFileSync(join(root, file), "utf8").includes(JSON.stringify(title))).toBe(true);
});
