import { expect, test } from "vitest";
import { weeksUntil } from "../../../src/operations/figures/weeks.ts";

const days = (now: string, count: number) =>
  weeksUntil(Date.parse(now), count).map(({ from, to }) =>
    [from, to].map((at) => new Date(at).toISOString().replace("T00:00:00.000Z", "")),
  );

test("weeks begin on Mondays at midnight UTC, and the last one is the one of the time given", () => {
  expect(days("2026-11-25T13:00:00Z", 2)).toEqual([
    ["2026-11-09", "2026-11-16"],
    ["2026-11-16", "2026-11-23"],
    ["2026-11-23", "2026-11-30"],
  ]);
  expect(days("2026-11-22T23:59:59.999Z", 0)).toEqual([["2026-11-16", "2026-11-23"]]);
  expect(days("2026-11-23T00:00:00Z", 0)).toEqual([["2026-11-23", "2026-11-30"]]);
  // 1 January 1970 was a Thursday.
  expect(days("1970-01-01T00:00:00Z", 0)).toEqual([["1969-12-29", "1970-01-05"]]);
});
