/** The options of a question, as a reader of its page counts them, and what an answer that is nothing but a number means. */
import { describe, expect, it, test } from "vitest";
import { optionChosen, wordsOfChoice } from "../../../src/protocol/section-values/chosen-option.ts";
import { optionsIn, writtenOptions } from "../../../src/protocol/section-values/written-options.ts";

/** What an answer comes to: an option's words, `words` or `unclear`. */
function meant(written: string, answer: string): string {
  const options = optionsIn(written);
  const choice = optionChosen(options, answer);
  return choice.type === "option"
    ? wordsOfChoice(options[choice.index]?.text ?? "", choice.because)
    : choice.type;
}
const labels = (written: string) => optionsIn(written).map(({ label }) => label);

describe("the options that an asker wrote", () => {
  test.each([
    ["1. SQLite\n2. PostgreSQL", ["SQLite", "PostgreSQL"]],
    ["- SQLite\n- PostgreSQL", ["SQLite", "PostgreSQL"]],
    ["A) SQLite\nB) PostgreSQL", ["SQLite", "PostgreSQL"]],
    ["SQLite\nPostgreSQL", ["SQLite", "PostgreSQL"]],
    ["Either of them:\n\n- SQLite\n- PostgreSQL\n\nI like the first.", ["SQLite", "PostgreSQL"]],
    ["- SQLite\n  - one file\n  - slow\n- PostgreSQL", ["SQLite", "PostgreSQL"]],
    ["1. SQLite\n- one file\n- slow\n2. PostgreSQL", ["SQLite", "PostgreSQL"]],
    ["- None", []],
    ["", []],
  ])("in %j are those of the outermost list", (written, titles) => {
    expect(writtenOptions(written)).toEqual(titles);
    expect(optionsIn(written).map(({ title }) => title)).toEqual(titles);
  });

  it("have the lines below them, code too, and nothing that the page does not show", () => {
    const written =
      "1. SQLite:\n   one file\n\n   ```\n   x: 1\n   ```\n2. Files <!-- or not -->\n\nNot an option.";
    expect(optionsIn(written).map(({ text }) => text)).toEqual([
      "SQLite:\none file\n\n```\nx: 1\n```",
      "Files",
    ]);
    expect(optionsIn("- SQLite\n<!--\n- Nothing at all\n-->\n- Files").map(({ text }) => text)).toEqual([
      "SQLite",
      "Files",
    ]);
  });

  test.each([
    ["1. a\n2. b", ["1", "2"]],
    ["2. a\n3. b", ["2", "3"]],
    ["1. a\n1. b\n1. c", ["1", "2", "3"]],
    ["- a\n- b", ["1", "2"]],
    ["a) x\nb) y", ["A", "B"]],
    ["1. a\n3. b\n2. c", [undefined, undefined, undefined]],
    ["1. a\n\nOr else:\n\n1. b", [undefined, undefined]],
    ["1. a\n1) b", [undefined, undefined]],
    ["a) x\na) y", ["A", undefined]],
  ])("in %j are called by what the page shows", (written, expected) => {
    expect(labels(written)).toEqual(expected);
  });
});

describe("an answer that is nothing but the number of an option", () => {
  const stores = "1. SQLite: one file\n2. PostgreSQL: a server";
  test.each([
    [stores, "1", "SQLite: one file"],
    [stores, " 2. ", "PostgreSQL: a server"],
    [stores, "Option 2", "PostgreSQL: a server"],
    [stores, "1 because it is there", "SQLite: one file\n\nBecause it is there"],
    [stores, "1\n\nBecause it is there.", "SQLite: one file\n\nBecause it is there."],
    ["- SQLite\n- PostgreSQL", "2", "PostgreSQL"],
    ["2. SQLite\n3. PostgreSQL", "2", "SQLite"],
    ["A) SQLite\nB) A server", "b", "A server"],
  ])("of %j: %j means its words", (written, answer, words) => {
    expect(meant(written, answer)).toBe(words);
  });

  test.each([
    [stores, "3"],
    [stores, "0"],
    [stores, "SQLite"],
    [stores, "1 file is enough"],
    [stores, "2, as before"],
    [stores, "a"],
    ["2. SQLite\n3. PostgreSQL", "1"],
    ["", "1"],
    ["None", "1"],
  ])("of %j: %j names none, and is the text", (written, answer) => {
    expect(meant(written, answer)).toBe("words");
  });

  test.each([
    ["1. Five\n2. 3 replicas\n3. 1 replica", "3"],
    ["1. Five\n2. Three\n3. One", "3"],
    ["- Use 2 replicas\n- Use 3 replicas", "2"],
    ["- two\n- three", "2"],
    ["1. SQLite\n3. PostgreSQL", "1"],
    ["A) SQLite\nB) PostgreSQL", "2"],
    ["a) b\nb) a", "a"],
  ])("of %j: %j may mean two things, and is not taken", (written, answer) => {
    expect(meant(written, answer)).toBe("unclear");
  });

  it("may be said by the options' own numbers, whatever they contain", () => {
    expect(meant("1. Keep version 2\n2. Drop it", "2")).toBe("Drop it");
  });
});
