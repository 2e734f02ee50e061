/**
 * What counts is plainly shown: held to how cmark-gfm and three parsers of HTML show a line in 7,504 texts
 * (`fixtures/markdown/ranks.json`). `tests/shown/fixed.test.ts` asks them anew, and `shown.test.ts` there asks about others.
 */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { fixedTexts } from "../../shown/fixed-texts.ts";
import { readers } from "../../shown/readers.ts";

const ranks: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL("../../fixtures/markdown/ranks.json", import.meta.url), "utf8"),
);

const cases = Object.keys(readers).map((name) => [name, fixedTexts(name)] as const);

test.each(cases)(
  "N03 what is taken for a %s is plainly shown, and what plain texts show is taken for one",
  (name, texts) => {
    const known = ranks[name] ?? "";
    expect(known).toHaveLength(texts.length);
    const hidden = texts.filter(
      ({ reader, text }, index) => Number(known[index]) < reader.least && reader.accepts(text),
    );
    expect(hidden.map(({ text }) => text)).toEqual([]);
    const missed = texts.filter(
      ({ reader, text, isPlain }, index) =>
        isPlain &&
        reader.plain !== undefined &&
        Number(known[index]) >= reader.plain &&
        !reader.accepts(text),
    );
    expect(missed.map(({ text }) => text)).toEqual([]);
  },
);
