import { expect, test } from "vitest";
import { inSteps } from "../../../src/store/shape/prune-steps.ts";

test("rows are deleted in steps until one step finds fewer than it may delete", async () => {
  const left = [1_000, 1_000, 17];
  expect(await inSteps(async () => left.shift() ?? 0)).toBe(2_017);
  expect(left).toEqual([]);
});

test("deleting rows ends after the step in which the process stops", async () => {
  const stopping = new AbortController();
  const prune = async (limit: number): Promise<number> => {
    stopping.abort();
    return limit;
  };
  expect(await inSteps(prune, stopping.signal)).toBe(1_000);
  expect(await inSteps(prune, stopping.signal)).toBe(0);
});
