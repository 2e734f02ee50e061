/** Work in steps: other work runs in between, and the result or error comes through. */
import { expect, test } from "vitest";
import { inSteps } from "../../src/dispatcher/in-steps.ts";

/** A clock that each step advances. */
function workIn(steps: number, stepMs: number) {
  let now = 0;
  const served: number[] = [];
  function* work(): Generator<void, string> {
    for (let step = 0; step < steps; step++) {
      setImmediate(() => served.push(step));
      now += stepMs;
      yield;
    }
    return "done";
  }
  return { clock: { now: () => now }, work: work(), served };
}

test("N02 work that takes long lets other work run between its steps", async () => {
  const { clock, work, served } = workIn(10, 30);
  expect(await inSteps(clock, work)).toBe("done");
  expect(served.length).toBeGreaterThanOrEqual(9);
});

test("N02 work that is over quickly is not interrupted", async () => {
  const { clock, work, served } = workIn(10, 1);
  const result = await inSteps(clock, work);
  expect([result, served]).toEqual(["done", []]);
});
