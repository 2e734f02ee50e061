/**
 * Most test files share a process with others, in no fixed order. What a file changes in its process and does not put
 * back would make another one fail, or pass, by accident; files that must do so run apart (`vitest.config.ts`).
 */
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import picomatch from "picomatch";
import { expect, test } from "vitest";
import { apart } from "../vitest.config.ts";

const root = dirname(import.meta.dirname);
const lasting = /\bvi\.(?:mock|doMock|useFakeTimers|stub\w+)\(|\bprocess\.chdir\(|\bglobalThis\.\w+ = /g;
const setVariable = /\bprocess\.env\.(\w+) \??= /g;

/** What a file does to its process and does not take back. */
function leftBehind(text: string): readonly string[] {
  const variables = [...text.matchAll(setVariable)].map(([, name]) => `process.env.${name}`);
  const kept = variables.filter((variable) => !text.includes(`delete ${variable};`));
  const intercepts = text.includes('from "nock"') && !/^nock\.restore\(\);$/m.test(text);
  const spies = text.split("vi.spyOn(").length - text.split(".mockRestore()").length;
  return [
    ...(text.match(lasting) ?? []),
    ...kept,
    ...(intercepts ? ['from "nock"'] : []),
    ...(spies > 0 ? ["vi.spyOn("] : []),
  ];
}

const read = (path: string): string => readFileSync(join(root, path), "utf8");

/** A test file and the files below `tests` that it imports, directly or not. */
function loadedBy(path: string, loaded: Set<string> = new Set()): ReadonlySet<string> {
  if (loaded.has(path)) return loaded;
  loaded.add(path);
  for (const [, from = ""] of read(path).matchAll(/\bfrom "(\.{1,2}\/[^"]+\.ts)"/g)) {
    const imported = join(dirname(path), from);
    // Texts of imports stand in tests of programs that write code.
    if (imported.startsWith("tests/") && existsSync(join(root, imported))) loadedBy(imported, loaded);
  }
  return loaded;
}

test("a test file that shares its process leaves it as it was, and so does all that it imports", () => {
  const isApart = picomatch(apart);
  const here = "tests/shared-process.test.ts";
  const shared = globSync("tests/**/*.test.ts", { cwd: root }).filter(
    (path) => path !== here && !isApart(path),
  );
  expect(shared.length).toBeGreaterThan(200);
  const loaded = new Set(shared.flatMap((path) => [...loadedBy(path)]));
  expect(loaded).toContain("tests/support/bus.ts");
  expect([...loaded].flatMap((path) => leftBehind(read(path)).map((what) => `${path}: ${what}`))).toEqual([]);
});

test("what a test file that runs apart imports is found", () => {
  const loaded = loadedBy("tests/github/transport/client.test.ts");
  expect(loaded).toContain("tests/github/interceptor.ts");
  expect([...loaded].flatMap((path) => leftBehind(read(path)))).toContain("vi.useFakeTimers(");
});

test.each([
  ['import nock from "nock";', 'from "nock"'],
  ['vi.mock("node:zlib");', "vi.mock("],
  ["vi.useFakeTimers();", "vi.useFakeTimers("],
  ["globalThis.RegExp = Other;", "globalThis.RegExp = "],
  ['process.env.HOME = "/";', "process.env.HOME"],
  ['vi.spyOn(AbortSignal, "timeout");', "vi.spyOn("],
])("%s is found", (text, what) => {
  expect(leftBehind(text)).toEqual([what]);
});

test("what is put back is no breach", () => {
  expect(leftBehind('process.env.A = "b";\ndelete process.env.A;')).toEqual([]);
  expect(leftBehind("const spy = vi.spyOn(a, b);\nspy.mockRestore();")).toEqual([]);
  expect(leftBehind('import nock from "nock";\nnock.restore();')).toEqual([]);
});
