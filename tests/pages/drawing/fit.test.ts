import { expect, test } from "vitest";
import { fitted } from "../../../src/pages/drawing/fit.ts";

test.each([
  ["short", 10, "short"],
  ["exactly ten", 11, "exactly ten"],
  ["a bit too long", 9, "a bit to…"],
  ["cut at a space", 5, "cut…"],
  ["登录页面", 8, "登录页面"],
  ["登录页面的", 8, "登录页…"],
  ["👩‍👩‍👧 family", 9, "👩‍👩‍👧 family"],
])("%s in %i signs is %s", (text, room, shown) => {
  expect(fitted(text, room)).toBe(shown);
});
