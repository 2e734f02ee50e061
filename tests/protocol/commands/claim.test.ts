import { describe, expect, test } from "vitest";
import { parseCommands } from "../../../src/protocol/commands/read-commands.ts";

const none = { as: undefined, to: undefined, because: undefined };

describe("/claim, /release and /beat", () => {
  test.each<readonly [string, unknown]>([
    ["/claim", { name: "claim", as: undefined }],
    ["/claim as ada", { name: "claim", as: "ada" }],
    ["/claim as @Ada-2", { name: "claim", as: "Ada-2" }],
    ["/claim as build[bot]", { name: "claim", as: "build[bot]" }],
    ["/claim for 2h", { name: "claim", as: undefined, forMs: 7_200_000 }],
    ["/claim as ada for 90m", { name: "claim", as: "ada", forMs: 5_400_000 }],
    ["/beat", { name: "beat", as: undefined }],
    ["/beat as ada", { name: "beat", as: "ada" }],
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
    "/claim for a while",
    "/claim for 30s",
    "/claim for 25h",
    "/claim for 2h as ada",
    "/beat now",
    "/claim as a/b",
    "/release bob",
    "/release to",
  ])("%s is not written as it has to be", (written) => {
    expect(parseCommands(written)).toMatchObject([{ name: "malformed" }]);
  });
});
