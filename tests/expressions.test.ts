/**
 * Regular expressions of the product, all of them: none may take more than linear time, whatever text it meets. Two
 * ways, as neither finds everything: `scslre` reads each expression, and each is run on words of its own, pumped up.
 */
import { globSync, readFileSync } from "node:fs";
import { analyse } from "scslre";
import { beforeAll, describe, expect, test } from "vitest";
import { parseAst } from "vitest/node";

const root = new URL("../", import.meta.url);
/** The stand-in serves one machine's own programs. */
const files = globSync("src/**/*.ts", { cwd: root }).filter((path) => !path.startsWith("src/hub/"));

interface Expression {
  readonly place: string;
  readonly source: string;
  readonly flags: string;
}

/** Expressions written as `/…/`. */
const literals: Expression[] = [];
/** Files that make expressions of text. */
const makers: string[] = [];
for (const path of files) {
  const text = readFileSync(new URL(path, root), "utf8");
  walk(parseAst(text, { lang: "ts" }), (node) => {
    const { regex, callee, start } = node;
    const line = text.slice(0, Number(start)).split("\n").length;
    if (isObject(regex))
      literals.push({ place: `${path}:${line}`, source: String(regex.pattern), flags: String(regex.flags) });
    if (isObject(callee) && callee.name === "RegExp" && !makers.includes(path)) makers.push(path);
  });
}

/** Expressions that modules made of text when they were loaded. */
const made: Expression[] = [];

beforeAll(async () => {
  const Original = globalThis.RegExp;
  let place = "";
  globalThis.RegExp = new Proxy(Original, {
    construct: (target, [pattern, flags]: [string | RegExp, string | undefined]) => {
      const expression = flags === undefined ? new target(pattern) : new target(pattern, flags);
      made.push({ place, source: expression.source, flags: expression.flags });
      return expression;
    },
  });
  try {
    for (place of makers) await import(new URL(place, root).href);
  } finally {
    globalThis.RegExp = Original;
  }
});

const length = 40_000;
/** Linear ones take less than a millisecond, quadratic ones more than fifty. */
const limitMs = 40;

test("F04 regular expressions are found in the source and in what it makes at its start", () => {
  expect(literals.length).toBeGreaterThan(250);
  expect(made.length).toBeGreaterThan(10);
});

describe("F04 no regular expression of the product is slower than linear", () => {
  test("F04 in an analysis of each expression", () => {
    const slow = [...literals, ...made].filter(
      ({ source, flags }) => analyse({ source, flags }).reports.length > 0,
    );
    expect(slow).toEqual([]);
  });

  test("F04 on pumped words of each expression", { timeout: 120_000 }, () => {
    const slow = [...literals, ...made].flatMap((each) => slowOn(each) ?? []);
    expect(slow).toEqual([]);
  });
});

test("F04 the check finds what is slower than linear", () => {
  const quadratic = ["a*b", "requirements[\\w.-]*\\.txt$", "^(?:x:)?\\.*[./].*[^.]$"];
  for (const source of quadratic) {
    const isReported = analyse({ source, flags: "" }).reports.length > 0;
    expect(isReported || slowOn({ place: "", source, flags: "" }) !== undefined, source).toBe(true);
  }
});

/** The first pumped word on which the expression takes too long. */
function slowOn({ place, source, flags }: Expression): { place: string; word: string } | undefined {
  const expression = new RegExp(source, flags.replace(/[gy]/g, ""));
  const words = wordsOf(source);
  for (const start of ["", ...words.slice(0, 3)])
    for (const word of words) {
      const text = `${start}${word.repeat(length / word.length)}\u0000`;
      if (quickest(() => expression.test(text)) > limitMs) return { place, word: `${start} ${word}` };
    }
  return undefined;
}

/** Runs of plain characters that the expression has, a character for each class, and pairs of these. */
function wordsOf(source: string): readonly string[] {
  const classes: readonly (readonly [RegExp, string])[] = [
    [/\\s|\[ /, " "],
    [/\\[sn]/, "\n"],
    [/\\w|a-z|\\S|\[\^/, "a"],
    [/\\d|0-9|a-f/, "0"],
    [/\\W|\[\^|\./, "."],
    [/-|\[\^/, "-"],
  ];
  const runs = source
    .replace(/\\[wWdDsSbBntr]|\\u\{?[0-9a-f]+\}?|[[\](){}?*+|^$]/g, "\n")
    .replaceAll("\\", "");
  const plain = runs.split("\n").filter((run) => run !== "" && run.length < 40);
  const chars = classes.flatMap(([form, char]) => (form.test(source) ? char : []));
  const single = [...new Set([...chars, ...plain, ...plain.map((run) => run[0] ?? "")])].slice(0, 10);
  return [...single, ...single.slice(0, 3).flatMap((one) => single.slice(0, 3).map((two) => one + two))];
}

function quickest(run: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 3 && best > limitMs; attempt++) {
    const start = process.threadCpuUsage();
    run();
    const { user, system } = process.threadCpuUsage(start);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}

function walk(node: unknown, visit: (node: Record<string, unknown>) => void): void {
  if (Array.isArray(node)) for (const each of node) walk(each, visit);
  if (!isObject(node)) return;
  visit(node);
  for (const value of Object.values(node)) walk(value, visit);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
