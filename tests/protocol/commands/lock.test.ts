/** Reading `/lock` and `/unlock`. */
import { expect, test } from "vitest";
import { parseCommands } from "../../../src/protocol/commands/read-commands.ts";

test.each([
  ["/lock src/** docs/api.md", { globs: ["src/**", "docs/api.md"] }],
  ["/lock shared `src/**`", { isShared: true, globs: ["src/**"] }],
  ["/lock as ada src", { as: "ada", globs: ["src"] }],
  ["/LOCK As ada Shared src For 10M", { as: "ada", isShared: true, globs: ["src"], forMs: 600_000 }],
  ["/lock src for 2 h", { globs: ["src"], forMs: 7_200_000 }],
  ["/lock for", { globs: ["for"] }],
  ["/lock as", { globs: ["as"] }],
])("%s", (text, expected) => {
  const plain = { name: "lock", as: undefined, isShared: false, forMs: undefined };
  expect(parseCommands(text)).toEqual([{ ...plain, ...expected }]);
});

test.each(["/lock", "/lock shared", "/lock src for 0m", "/lock src for 99d", "/lock for 10m"])(
  "%s is malformed",
  (text) => {
    expect(parseCommands(text)).toMatchObject([{ name: "malformed", word: "lock" }]);
  },
);

test.each([
  ["/unlock", []],
  ["/unlock `src/**` docs", ["src/**", "docs"]],
])("%s", (text, globs) => {
  expect(parseCommands(text)).toEqual([{ name: "unlock", as: undefined, globs }]);
});
