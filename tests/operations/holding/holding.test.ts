/** When the token of the surroundings' lease goes with a word about a task. */
import { describe, expect, test } from "vitest";
import { leaseHere } from "../../../src/cli/terminal/lease-here.ts";
import { leaseBlock } from "../../../src/operations/holding/holding.ts";

const blockFor = (env: Readonly<Record<string, string>>, repo: string): string =>
  leaseBlock(
    { lease: leaseHere({ env: { SIGNALBOX_LEASE: "7", ...env } }) },
    { owner: "acme", repo, number: 12 },
    undefined,
  );

describe("AG19 the token of SIGNALBOX_LEASE", () => {
  test.each([
    ["of this repository", { SIGNALBOX_ISSUE: "Acme/Demo#12" }],
    ["by its number, in this repository", { SIGNALBOX_ISSUE: "12", SIGNALBOX_REPO: "acme/demo" }],
    ["by its number alone", { SIGNALBOX_ISSUE: "#12" }],
    ["by nothing", {}],
  ])("goes with a word about a task that is named %s", (_, env) => {
    expect(blockFor(env, "demo")).toContain("\nlease: 7\n");
  });

  test.each([
    ["the same number in another repository", { SIGNALBOX_ISSUE: "acme/demo#12" }],
    ["a number in another repository", { SIGNALBOX_ISSUE: "#12", SIGNALBOX_REPO: "acme/demo" }],
    ["another number", { SIGNALBOX_ISSUE: "13" }],
    ["nothing that can be read", { SIGNALBOX_ISSUE: "soon" }],
  ])("does not where SIGNALBOX_ISSUE names %s", (_, env) => {
    expect(blockFor(env, "web")).toBe("");
  });
});
