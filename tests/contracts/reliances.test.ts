/** Holds docs/github.md to what it names: what we rely on, and the tests and cases of the rehearsal by which that is checked. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { allCases } from "../../src/cli/rehearse/all-cases.ts";

const docs = join(import.meta.dirname, "..", "..", "docs");
const page = readFileSync(join(docs, "github.md"), "utf8");
const ids = allCases.map(({ id }) => id);
/** Every question of the lists that the page goes back to. */
const reliances = [...numbered("A", 10), ...numbered("B", 8), ...numbered("C", 17), ...numbered("D", 15)];
const rows = page
  .split("\n")
  .filter((line) => /^\| [ABCD]\d+ \|/.test(line))
  .map((line) => {
    const cells = line.split(" | ").map((cell) => cell.replace(/^\|\s*|\s*\|$/g, ""));
    return { id: cells[0] ?? "", source: cells[2] ?? "", checkedBy: cells[3] ?? "", cells: cells.length };
  });

function numbered(letter: string, last: number): readonly string[] {
  return Array.from({ length: last }, (_, n) => `${letter}${n + 1}`);
}

function linksIn(text: string): readonly { readonly words: string; readonly target: string }[] {
  return [...text.matchAll(/\[([^\]]+)\]\(([^)\s]+)\)/g)].map(([, words = "", target = ""]) => ({
    words,
    target,
  }));
}

function casesIn(text: string): readonly string[] {
  return [...text.matchAll(/`([a-z]+\.[a-z0-9*-]+)`/g)].map(([, id = ""]) => id);
}

function isCase(id: string): boolean {
  return id.endsWith(".*") ? ids.some((each) => each.startsWith(id.slice(0, -1))) : ids.includes(id);
}

test("each reliance has one row", () => {
  expect(rows.map(({ id }) => id)).toEqual(reliances);
});

describe.each(rows)("$id", ({ source, checkedBy, cells }) => {
  test("has a source, or says that there is none, and is checked, or says never", () => {
    expect(cells).toBe(4);
    expect(source).not.toBe("");
    const isChecked = linksIn(checkedBy).length > 0 || casesIn(checkedBy).length > 0;
    expect(isChecked || checkedBy.includes("never")).toBe(true);
  });

  test("names tests that there are, by words of their titles", () => {
    for (const { words, target } of linksIn(checkedBy)) {
      const path = join(docs, target);
      expect([target, target.startsWith("../tests/") && existsSync(path)]).toEqual([target, true]);
      expect(readFileSync(path, "utf8")).toContain(words);
    }
  });

  test("names cases of the rehearsal that there are", () => {
    expect(casesIn(checkedBy).filter((id) => !isCase(id))).toEqual([]);
  });
});

test("each case of the rehearsal has its row, and no row is of another case", () => {
  const listed = page
    .slice(page.indexOf("## The cases"))
    .split("\n")
    .flatMap((line) => /^\| `([a-z]+\.[a-z0-9*-]+)` \|/.exec(line)?.[1] ?? []);
  expect(listed.filter((id) => !isCase(id))).toEqual([]);
  expect(new Set(listed).size).toBe(listed.length);
  const isListed = (id: string): boolean =>
    listed.some((each) => (each.endsWith(".*") ? id.startsWith(each.slice(0, -1)) : each === id));
  expect(ids.filter((id) => !isListed(id))).toEqual([]);
});

test("each link to a file of ours leads to one", () => {
  const files = linksIn(page).flatMap(({ target }) =>
    /^(?:https?:|#)/.test(target) ? [] : [target.replace(/#.*$/, "")],
  );
  expect(files.filter((file) => !existsSync(join(docs, file)))).toEqual([]);
});
