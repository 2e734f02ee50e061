/** A new question is compared with thousands, so the comparison stops as soon as its result is certain. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { isAlike } from "../../../src/coordinator/answers/precedent.ts";

const terms = fc.uniqueArray(fc.constantFrom(..."abcdefghijkl"), { maxLength: 12 });

/** What counts as alike, without stopping early. */
function shareMost(one: readonly string[], other: readonly string[]): boolean {
  const all = new Set([...one, ...other]);
  const shared = one.filter((term) => other.includes(term)).length;
  return shared > 0 && shared / all.size >= 0.6;
}

test("two questions are alike exactly if they share three fifths of all terms of both", () => {
  fc.assert(
    fc.property(terms, terms, (one, other) => {
      const a = new Set(one);
      const b = new Set(other);
      expect(isAlike({ terms: a, titleTerms: a }, { terms: b, titleTerms: b })).toBe(shareMost(one, other));
    }),
    {
      numRuns: 500,
      examples: [
        [[..."abcdefghij"], [..."abcdef"]],
        [[..."abcde"], [..."abc"]],
      ],
    },
  );
});

test("terms of the text do not make up for another title", () => {
  const text = new Set("abcdefgh");
  const titled = (title: string) => ({ terms: text, titleTerms: new Set(title) });
  expect(isAlike(titled("abcde"), titled("abcxy"))).toBe(false);
  expect(isAlike(titled("abcde"), titled("abcde"))).toBe(true);
});
