import fc from "fast-check";
import { expect, test } from "vitest";
import { isSameJson } from "../../src/base/same-json.ts";

/** Small alphabets, so that equal and almost equal values are frequent. */
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(0, 1, "", "a", null, true),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b", "c"), fc.oneof(tie("value"), fc.constant(undefined)), {
      maxKeys: 3,
      noNullPrototype: true,
    }),
  ),
}));

/** Its JSON with all keys in alphabetical order. */
const canonical = (of: unknown): string =>
  JSON.stringify(of, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

test("values are the same if and only if their JSON is, in any order of keys", () => {
  fc.assert(
    fc.property(value, value, (a, b) => {
      expect(isSameJson(a, b)).toBe(canonical(a) === canonical(b));
      expect(isSameJson(a, structuredClone(a))).toBe(true);
    }),
    { numRuns: 1_000 },
  );
  expect(isSameJson({ a: 1, b: undefined }, { a: 1 })).toBe(true);
  expect(isSameJson({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(true);
  expect(isSameJson([1, 2], [2, 1])).toBe(false);
});
