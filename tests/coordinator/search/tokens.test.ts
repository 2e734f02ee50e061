import { expect, test } from "vitest";
import { questionTerms } from "../../../src/coordinator/search/question-terms.ts";
import { termsOf } from "../../../src/coordinator/search/tokens.ts";

test("forms of one word become the same term", () => {
  const [first, ...others] = termsOf("configure configuring configured configuration config");
  expect(new Set(others)).toEqual(new Set([first]));
});

test("words of different families stay apart", () => {
  expect(new Set(termsOf("worker work word worth")).size).toBeGreaterThanOrEqual(3);
});

test("an identifier is found whole and by its parts", () => {
  expect(termsOf("beforeDelete")).toEqual(["beforedelete", "befor", "delet"]);
  expect(termsOf("max_retries")).toContain("max_retries");
  expect(termsOf("queue.take()")).toEqual(["queue.take", "queu", "take".slice(0, 3)]);
});

test("a greeting has no weight, and code has less than the sentence that asks", () => {
  const terms = questionTerms({
    title: "Hello everyone, please help",
    body: "Which lease applies?\n\n```\nstack overflow\n```\nSomething else.",
  });
  expect(terms.has("hello")).toBe(false);
  const weight = (word: string): number => terms.get(termsOf(word)[0] ?? "") ?? 0;
  expect(weight("lease")).toBeGreaterThan(weight("something"));
  expect(weight("something")).toBeGreaterThan(weight("overflow"));
});

test("a quoted identifier weighs more than its neighbours", () => {
  const terms = questionTerms({ title: "Why does `extend` refuse?", body: "" });
  expect(terms.get("extend") ?? 0).toBeGreaterThan(terms.get("refus") ?? Number.POSITIVE_INFINITY);
});
