import { expect, test } from "vitest";
import { jittered } from "../../src/base/jitter.ts";

test("a wait is between half of what was asked for and all of it", () => {
  expect([0, 0.5, 1].map((drawn) => jittered(1_000, () => drawn))).toEqual([500, 750, 1_000]);
});
