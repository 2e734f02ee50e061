/** Many globs together find what each of them finds alone. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type FileGlob, parseFileGlob } from "../../../src/base/glob/file-glob.ts";
import { GlobSet } from "../../../src/base/glob/glob-set.ts";
import { coversFile, filePath } from "../../../src/base/glob/overlap.ts";
import { StateCache } from "../../../src/base/glob/state-cache.ts";
import { runToEnd } from "../../../src/engine/fold/run-to-end.ts";

function globOf(text: string): FileGlob {
  const parsed = parseFileGlob(text);
  if (typeof parsed === "string") throw new Error(`${text}: ${parsed}`);
  return parsed;
}

const part = fc.constantFrom("a", "b", "ß", "😀", "A", "/", "?", "*", "**/", "/**", "{a,b/}");
const globs = fc.array(
  fc
    .array(part, { minLength: 1, maxLength: 6 })
    .map((parts) => parts.join(""))
    .filter((text) => typeof parseFileGlob(text) !== "string"),
  { maxLength: 12 },
);
const paths = fc.array(
  fc
    .array(fc.constantFrom("a", "b", "ß", "😀", "B", "/"), { minLength: 1, maxLength: 8 })
    .map((parts) =>
      parts
        .join("")
        .replace(/\/+/g, "/")
        .replace(/^\/|\/$/g, ""),
    )
    .filter((path) => path !== ""),
  { minLength: 1, maxLength: 12 },
);

test("AG51 a set of globs matches a path exactly as its globs do", () => {
  fc.assert(
    fc.property(globs, paths, (texts, files) => {
      const all = texts.map(globOf);
      const set = runToEnd(GlobSet.of(all));
      for (const path of files.map(filePath))
        expect(runToEnd(set.matching(path))).toEqual(
          [...all.keys()].filter((at) => coversFile(all[at] ?? globOf("x"), path)),
        );
    }),
    { numRuns: 500, seed: 20_261_122 },
  );
});

test("AG51 a cache that is full begins again, in the middle of a path too", () => {
  const all = ["**/a*b", "a/**/b", "*/?/b"].map(globOf);
  const [small, large] = [2, 1_000].map(
    (kept) =>
      new StateCache(
        all.map(({ automaton }) => automaton),
        kept,
      ),
  );
  const read = (cache: StateCache | undefined, text: string) => {
    let state = cache?.start();
    for (const char of text) state = state && cache?.after(state, char.codePointAt(0) ?? 0);
    return state?.ends;
  };
  const texts = ["a/b", "a/b/b", "a/x/y/axb", "b/a/b", "a/b"];
  expect(texts.map((text) => read(large, text))).toEqual([[1], [1, 2], [0], [2], [1]]);
  expect(texts.map((text) => read(small, text))).toEqual(texts.map((text) => read(large, text)));
});

test("matching yields to other work, however many stars the globs have", () => {
  const all = Array.from({ length: 200 }, (_, at) => globOf(`**/${"*a".repeat(60)}*${at}`));
  const set = runToEnd(GlobSet.of(all));
  const steps = set.matching(filePath("a".repeat(4_000)));
  let yields = 0;
  while (steps.next().done !== true) yields += 1;
  expect(yields).toBeGreaterThan(1);
});
