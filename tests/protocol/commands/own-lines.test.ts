/** Which lines of a comment are its author's own: where a mail begins, which quotes stand above it, and where a signature is. */
import { describe, expect, test } from "vitest";
import { linesWithin, ownPart, ownProse } from "../../../src/protocol/commands/own-lines.ts";
import { blocksOf } from "../../../src/protocol/markdown/block.ts";

const part = (text: string) => ownPart(blocksOf(text).lines);
const mail = "From: Al <a@x.org>\nSent: Friday, November 27, 2026 10:12 AM\nSubject: Re";
const rule = "-----Original Message-----";

describe("where a mail begins", () => {
  test("is nowhere in a text without one", () => {
    expect(part("Yes.\n\nIt is simpler.")).toStrictEqual({ end: 3, quotes: [] });
    expect(part("")).toStrictEqual({ end: 1, quotes: [] });
  });

  test.each<readonly [string, number]>([
    [`Yes.\n\n${mail}`, 2],
    [`Yes.\n\n${rule}\n${mail}`, 2],
    [`Yes.\n\n---\n${mail}`, 2],
    [`Yes.\n\n---\n\n \n${mail}`, 2],
    [`Yes.\n\n---\n${rule}\n${mail}`, 2],
    [`Yes.\n\n---\n\nNo.\n\n${mail}`, 6],
    [`---\n\nNo.\n\n${mail}`, 4],
    [mail, 0],
    ["Yes.\n\nOn Monday Maria wrote:", 2],
    ["Yes.\n\nOn Monday Maria wrote:\n\n", 2],
    ["Yes.\n\nOn Monday Maria wrote:\n\nMay we?\n\n> old", 2],
    ["Yes.\n\n***\nOn Monday Maria wrote:\n\nMay we?", 2],
  ])("%j", (text, end) => {
    expect(part(text)).toStrictEqual({ end, quotes: [] });
  });

  test("may as well be the author's own, and then says which line is in doubt", () => {
    expect(part("Yes.\n\n  name: text\n  created: 2026-11-27")).toStrictEqual({
      end: 2,
      doubt: "name: text",
      quotes: [],
    });
    expect(part("Yes.\n\nSchedule as of 27 Nov 2026:\n\n- freeze")).toStrictEqual({
      end: 2,
      doubt: "Schedule as of 27 Nov 2026:",
      quotes: [],
    });
  });
});

describe("a quote that is introduced and marked", () => {
  test("ends with its last marked line, and what follows is the author's", () => {
    expect(part("Hm.\n\nOn Monday Maria wrote:\n> May we?\n\nNo.")).toStrictEqual({
      end: 6,
      quotes: [{ from: 2, to: 4 }],
    });
    expect(part("On Monday Maria wrote:\n\n \n> May we?\n\n \n> Or not?\n\nNo.")).toStrictEqual({
      end: 9,
      quotes: [{ from: 0, to: 7 }],
    });
    expect(part("On Monday Maria wrote:\n> May we?")).toStrictEqual({ end: 2, quotes: [{ from: 0, to: 2 }] });
  });

  test("may be one of several, and a mail may follow it at once", () => {
    const one = "On Monday Maria wrote:\n> May we?";
    expect(part(`${one}\n\n${one}\n\nNo.`).quotes).toEqual([
      { from: 0, to: 2 },
      { from: 3, to: 5 },
    ]);
    expect(part(`${one}\n\n${rule}\n${mail}`)).toStrictEqual({ end: 3, quotes: [{ from: 0, to: 2 }] });
    expect(part(`${one}\n\n${mail}`)).toStrictEqual({ end: 3, quotes: [{ from: 0, to: 2 }] });
    expect(part(`${one}\n\nOn Monday Maria wrote:`)).toStrictEqual({ end: 3, quotes: [{ from: 0, to: 2 }] });
  });

  test("has an introduction of several lines", () => {
    const wrapped = "On Fri, Nov 27, 2026 at 10:12 AM Robert Jones\n<notifications@github.com> wrote:";
    expect(part(`Hm.\n\n${wrapped}\n> May we?\n\nNo.`).quotes).toEqual([{ from: 2, to: 5 }]);
  });
});

describe("the author's own lines", () => {
  const text = `One.\n\nOn Monday Maria wrote:\n> May we?\n\nTwo.\n\n-- \nAl\n\n${rule}\n\nThree.`;
  const { lines } = blocksOf(text);
  const within = (from: number, to: number) =>
    linesWithin(lines, ownPart(lines), { from, to }).map((line) => line.text);

  test("are those of a range without quotes, a signature at its end, and a mail", () => {
    expect(within(0, lines.length)).toEqual(["One.", "", "", "Two.", ""]);
    expect(within(0, 4)).toEqual(["One.", ""]);
    expect(within(1, 6)).toEqual(["", "", "Two."]);
    expect(within(3, 6)).toEqual(["", "Two."]);
    expect(within(5, 5)).toEqual([]);
  });

  test("are read as prose, without what is code or marked", () => {
    expect(ownProse(text)).toBe("One.\n\n\nTwo.");
    expect(ownProse("\nYes, `a`.\n\n```\n/code\n```\n> old\n\nNo.\n")).toBe("Yes,    .\n\n\n\n\n\n\nNo.");
    expect(ownProse("> old")).toBe("");
  });
});
