import fc from "fast-check";
import { expect, test } from "vitest";
import { compareWords, type PlacedWord } from "../../../src/engine/model/word-order.ts";

test("of two words in one second GitHub's numbers tell which came first, whatever their node ids are", () => {
  const first = { at: 5, commentNumber: 99, id: "IC_z" };
  const second = { at: 5, commentNumber: 100, id: "IC_a" };
  expect(compareWords(first, second)).toBeLessThan(0);
  expect(compareWords({ at: 5, number: 9, id: "I_z" }, { at: 5, number: 10, id: "I_a" })).toBeLessThan(0);
  expect(compareWords(second, { at: 5, number: 1, id: "I_a" })).toBeLessThan(0);
  expect(compareWords({ ...second, at: 4 }, first)).toBeLessThan(0);
});

test("any words have one order, in whatever order they are read", () => {
  const maybe = fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined });
  const word: fc.Arbitrary<PlacedWord> = fc.record({
    at: fc.integer({ min: 0, max: 2 }),
    commentNumber: maybe,
    number: maybe,
    id: fc.constantFrom("a", "b", "c"),
  });
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), (words) => {
      const sorted = words.toSorted(compareWords);
      expect(words.toReversed().toSorted(compareWords)).toEqual(sorted);
    }),
  );
});
