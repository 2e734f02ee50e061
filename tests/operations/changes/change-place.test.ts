/** Cursors of changes as text. */
import { expect, test } from "vitest";
import {
  formatChangePlace,
  parseChangePlace,
  wholeVersion,
} from "../../../src/operations/changes/change-place.ts";
import { formatPlace, parsePlace } from "../../../src/operations/notes/note-place.ts";

const whole = { version: 512, row: wholeVersion };

test.each([
  ["c1f09a2.512.90", whole, whole],
  ["c1f09a2.500+33.90.512", { version: 500, row: 33 }, whole],
  ["c1f09a2.500+33.90.505+7", { version: 500, row: 33 }, { version: 505, row: 7 }],
])("%s is written and read", (text, cards, gone) => {
  const place = { epoch: "c1f09a2", cards, gone, line: 90 };
  expect(formatChangePlace(place)).toBe(text);
  expect(parseChangePlace(text)).toEqual(place);
});

test("what the reader could see is part of the cursor", () => {
  const sight = "0123456789abcdef";
  const place = { epoch: "c1f09a2", cards: whole, gone: { version: 505, row: 7 }, line: 90, sight };
  expect(formatChangePlace(place)).toBe("c1f09a2.512.90.505+7~0123456789abcdef");
  expect(parseChangePlace(formatChangePlace(place))).toEqual(place);
});

test.each([
  "",
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
  const place = { epoch: "c1f09a2", cards: whole, gone: whole, line: 90 };
  expect(parsePlace(formatChangePlace(place))).toBeUndefined();
});
