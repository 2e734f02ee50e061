import { expect, test } from "vitest";
import { percentile, ratio, unionLength } from "../../../src/engine/measures/statistics.ts";

test("a share of fewer than five cases is not given, only both numbers", () => {
  expect(ratio(3, 4)).toEqual({ part: 3, of: 4, share: undefined });
  expect(ratio(4, 5)).toEqual({ part: 4, of: 5, share: 0.8 });
  expect(ratio(0, 0)).toEqual({ part: 0, of: 0, share: undefined });
});

test("a percentile is one of the values, in the order of numbers", () => {
  expect(percentile([], 0.5)).toBeUndefined();
  expect(percentile([7], 0.95)).toBe(7);
  expect(percentile([100, 9, 20], 0.5)).toBe(20);
  const hundred = Array.from({ length: 100 }, (_, at) => at + 1);
  expect([0.5, 0.9, 0.95, 1].map((share) => percentile(hundred, share))).toEqual([50, 90, 95, 100]);
});

test("time that several spans cover counts once", () => {
  const span = (from: number, to: number) => ({ from, to });
  expect(unionLength([])).toBe(0);
  expect(unionLength([span(10, 20), span(0, 5)])).toBe(15);
  expect(unionLength([span(0, 10), span(5, 15), span(6, 7), span(15, 16)])).toBe(16);
});
