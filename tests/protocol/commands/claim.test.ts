import { describe, expect, test } from "vitest";
import { parseCommands } from "../../../src/protocol/commands/command.ts";

const none = { as: undefined, to: undefined, because: undefined };

describe("/claim and /release", () => {
  test.each<readonly [string, unknown]>([
    ["/claim", { name: "claim", as: undefined }],
    ["/claim as ada", { name: "claim", as: "ada" }],
    ["/claim as @Ada-2", { name: "claim", as: "Ada-2" }],
    ["/claim as build[bot]", { name: "claim", as: "build[bot]" }],
    ["/release", { name: "release", ...none }],
    ["/release as ada", { name: "release", ...none, as: "ada" }],
    ["/release to bob", { name: "release", ...none, to: "bob" }],
    ["/release because it needs go", { name: "release", ...none, because: "it needs go" }],
    [
      "/release as ada to bob because: it needs go",
      { name: "release", as: "ada", to: "bob", because: "it needs go" },
    ],
  ])("%s", (written, command) => {
    expect(parseCommands(written)).toEqual([command]);
  });

  test.each([
    "/claim ada",
    "/claim as",
    "/claim as ada for 2h",
    "/claim as a/b",
    "/release bob",
    "/release to",
  ])("%s is not written as it has to be", (written) => {
    expect(parseCommands(written)).toMatchObject([{ name: "malformed" }]);
  });
});
