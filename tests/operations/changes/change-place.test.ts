/** Cursors of changes as text. */
import { expect, test } from "vitest";
import {
  type ChangePart,
  type ChangePlace,
  commonPart,
} from "../../../src/operations/changes/change-board.ts";
import {
  formatChangePlace,
  parseChangePlace,
  wholeVersion,
} from "../../../src/operations/changes/change-place.ts";
import { formatPlace, parsePlace } from "../../../src/operations/notes/note-place.ts";

const whole = { version: 512, row: wholeVersion };
const placeAt = (part: ChangePart, ...others: readonly [number, ChangePart][]): ChangePlace => ({
  epoch: "c1f09a2",
  parts: new Map([[commonPart, part], ...others]),
});

test.each([
  ["c1f09a2.512.90", whole, whole],
  ["c1f09a2.500+33.90.512", { version: 500, row: 33 }, whole],
  ["c1f09a2.500+33.90.505+7", { version: 500, row: 33 }, { version: 505, row: 7 }],
])("%s is written and read", (text, cards, gone) => {
  const place = placeAt({ cards, gone, line: 90 });
  expect(formatChangePlace(place)).toBe(text);
  expect(parseChangePlace(text)).toEqual(place);
});

test("what the reader could see is part of the cursor", () => {
  const sight = "0123456789abcdef";
  const place = { ...placeAt({ cards: whole, gone: { version: 505, row: 7 }, line: 90 }), sight };
  expect(formatChangePlace(place)).toBe("c1f09a2.512.90.505+7~0123456789abcdef");
  expect(parseChangePlace(formatChangePlace(place))).toEqual(place);
});

test("installations that are counted apart have a part each, in the order of their numbers", () => {
  const [nine, ten] = [9, 10].map((line) => ({ cards: whole, gone: { version: 5, row: 7 }, line }));
  const part = { cards: whole, gone: whole, line: 90 };
  const place = placeAt(part, [4711, ten ?? part], [12, nine ?? part]);
  expect(formatChangePlace(place)).toBe("c1f09a2.512.90_12.512.9.5+7_4711.512.10.5+7");
  expect(parseChangePlace(formatChangePlace(place))).toEqual(place);
});

test.each([
  "",
  "c1f09a2.512.90_",
  "c1f09a2.512.90_12",
  "12.512.90",
  "c1f09a2.512.90_c1f09a2.512.90",
  "c1f09a2.512.90~0123456789abcdef~0123456789abcdef",
  "c1f09a2",
  "c1f09a2.512.90~",
  "c1f09a2.512.90~0123456789abcde",
  "c1f09a2.512",
  "c1f09a2.512.90.1.1",
  "c1f09a2.-1.90",
  "C1F09A2.512.90",
  "c1f09a2.5e3.90",
])("%j is no cursor", (text) => {
  expect(parseChangePlace(text)).toBeUndefined();
});

test("IF13 the cursors of notes and of changes refuse each other", () => {
  expect(parseChangePlace(formatPlace("n1f09a2", 381))).toBeUndefined();
  const place = placeAt({ cards: whole, gone: whole, line: 90 });
  expect(parsePlace(formatChangePlace(place))).toBeUndefined();
});
