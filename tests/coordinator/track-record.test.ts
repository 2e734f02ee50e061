import { describe, expect, test } from "vitest";
import { isSuggesting, provenFrom, wilsonLowerBound } from "../../src/coordinator/track-record.ts";

describe("the lower bound of what was accepted", () => {
  test("is nought without answers, and grows with as many of them as prove something", () => {
    expect(wilsonLowerBound(0, 0)).toBe(0);
    expect(wilsonLowerBound(3, 0)).toBeCloseTo(0.438, 3);
    expect(wilsonLowerBound(34, 0)).toBeLessThan(provenFrom);
    expect(wilsonLowerBound(35, 0)).toBeGreaterThanOrEqual(provenFrom);
    expect(wilsonLowerBound(35, 1)).toBeLessThan(provenFrom);
    expect(wilsonLowerBound(90, 10)).toBeCloseTo(0.826, 3);
    expect(wilsonLowerBound(0, 50)).toBe(0);
  });
});

test.each([
  ["suggest", 100, true],
  ["suggest-until-proven", 34, true],
  ["suggest-until-proven", 35, false],
  ["auto", 0, false],
] as const)(
  "S3.9 with %s and %i approved answers, that it waits for a person is %s",
  (mode, accepted, waits) => {
    const record = { accepted, rejected: 0, lowerBound: wilsonLowerBound(accepted, 0) };
    expect(isSuggesting(mode, record)).toBe(waits);
  },
);
