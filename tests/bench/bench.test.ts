/**
 * Tests the bench itself: what it computes, and that a part runs and is judged. No test says how fast
 * anything is.
 */
import { describe, expect, test } from "vitest";
import { verdictOn } from "./figure.ts";
import { median, percentile, ratios } from "./statistics.ts";
import { tableOf } from "./table.ts";

describe("figures of the bench", () => {
  test("a percentile is a value that occurred", () => {
    const values = Array.from({ length: 100 }, (_, place) => 100 - place);
    expect([percentile(values, 0.5), percentile(values, 0.95), percentile(values, 1)]).toEqual([50, 95, 100]);
    expect(percentile([], 0.5)).toBeNaN();
  });

  test("ratios are taken within a round, so that a slow minute affects both sides alike", () => {
    expect(median(ratios([10, 1, 12], [5, 0.5, 6]))).toBe(2);
  });

  test("a target is met at exactly its value, and missed by NaN", () => {
    expect(verdictOn({ name: "a", value: 3, unit: "s", target: { atMost: 3 } })).toBe("met");
    expect(verdictOn({ name: "a", value: 1.19, unit: "x", target: { atLeast: 1.2 } })).toBe("missed");
    expect(verdictOn({ name: "a", value: Number.NaN, unit: "x", target: { atLeast: 1.2 } })).toBe("missed");
    expect(verdictOn({ name: "a", value: 3, unit: "s" })).toBeUndefined();
  });

  test("the table shows each figure with its target and verdict", () => {
    const figure = { name: "ratio", value: 1.5, unit: "x", target: { atLeast: 1.2 } } as const;
    const table = tableOf([{ part: "ingest", seconds: 1, load: [0.5, 1], figures: [figure] }]);
    expect(table.split("\n")).toEqual([
      expect.stringContaining("ingest (load 0.5 to 1.0)"),
      expect.stringMatching(/ratio +1\.50 x +at least 1\.2 x +met/),
      "",
    ]);
  });
});
