import { describe, expect, test } from "vitest";
import { wording } from "../../../src/coordinator/search/wording.ts";

const of = (...texts: string[]) => wording(texts);

describe("the wording of a question", () => {
  test.each([
    ["Which format do the reports have?", "which format do reports have"],
    ["Hello team, which format does a report have?", "Which format does the report have?"],
    ["Which *format* do `reports` have?", "Which format do reports have?"],
  ])("%s and %s ask the same", (one, other) => {
    expect(of(one)).toBe(of(other));
  });

  test.each([
    ["Deploy to staging?", "Deploy to production?"],
    ["Deploy the product database?", "Deploy the production database?"],
    ["Should A replace B?", "Should B replace A?"],
    ["Do we retry?", "Do we not retry?"],
    ["Is it kept for 10 days?", "Is it kept for 30 days?"],
    ["Is x > 5?", "Is x < 5?"],
    ["Run it with --force?", "Run it with force?"],
    ["Is -5 allowed?", "Is 5 allowed?"],
    ["Read .env?", "Read env?"],
    ["Can it copy from A to B?", "Can it copy to A from B?"],
    ["May the job run?", "Must the job run?"],
    ["削除しますか", "削除しませんか"],
  ])("%s and %s do not", (one, other) => {
    expect(of(one)).not.toBe(of(other));
  });

  test("a word does not move from the title to the body unnoticed", () => {
    expect(of("Which time", "zone?")).not.toBe(of("Which", "time zone?"));
  });

  test("what is too long has no wording", () => {
    expect(of("a ".repeat(2_001))).toBeUndefined();
  });
});
