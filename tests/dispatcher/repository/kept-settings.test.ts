/** After which pushes the settings are not read again. */
import { beforeEach, describe, expect, test } from "vitest";
import type { ReceivedPush, StoredSettings } from "../../../src/dispatcher/ports/settings.ts";
import { KeptSettings } from "../../../src/dispatcher/repository/kept-settings.ts";
import { demo } from "../../support/issues.ts";

const read: StoredSettings = {
  commit: "a",
  text: "{}",
  problem: undefined,
  authority: { commit: "a", at: 1, branch: "main" },
};
let stored: StoredSettings | undefined;
let kept: KeptSettings;
beforeEach(() => {
  stored = read;
  kept = new KeptSettings({ settings: () => stored });
});

const push = (before: string, after: string, changes: Partial<ReceivedPush> = {}): ReceivedPush => ({
  branch: "main",
  before,
  after,
  at: 2,
  by: { id: "U_alice", login: "alice", type: "User" },
  keepsSettings: true,
  ...changes,
});
const isKept = (...pushes: readonly (ReceivedPush | undefined)[]): boolean => kept.areKept(demo.id, pushes);

describe("the settings need no read", () => {
  test("after pushes that follow one another from the commit that was read", () => {
    expect(isKept(push("a", "b"), push("b", "c"))).toBe(true);
    expect(isKept(push("c", "d"))).toBe(true);
  });

  test("but do after a push that does not follow: the one before it may never have arrived", () => {
    expect(isKept(push("b", "c"))).toBe(false);
    expect(isKept(push("a", "b"))).toBe(true);
    expect(isKept(push("c", "d"))).toBe(false);
    expect(isKept(push("a", "b"), push("c", "d"))).toBe(false);
  });

  test("but do after a push that touches them, whatever comes with it", () => {
    expect(isKept(push("a", "b", { keepsSettings: false }))).toBe(false);
    expect(isKept(push("a", "b"), push("b", "c", { keepsSettings: false }))).toBe(false);
    expect(isKept(push("a", "b"), undefined)).toBe(false);
    expect(isKept()).toBe(false);
  });

  test("but do after a push to a branch that was not the default one when they were read", () => {
    expect(isKept(push("a", "b", { branch: "trunk" }))).toBe(false);
  });

  test("and what is read starts the count again", () => {
    expect(isKept(push("a", "b"))).toBe(true);
    stored = { ...read, commit: "z" };
    expect(isKept(push("b", "c"))).toBe(false);
    expect(isKept(push("z", "y"))).toBe(true);
  });

  test.each([
    ["nothing was read", undefined],
    ["an earlier release stored them", { ...read, authority: undefined }],
    ["the newest file is not in effect", { ...read, problem: "It is no YAML." }],
    [
      "a version waits for an approval",
      {
        ...read,
        authority: {
          ...read.authority,
          commit: "a",
          at: 1,
          waiting: { key: "k", text: "", by: "b", since: 1 },
        },
      },
    ],
  ])("but always while %s", (_why, held) => {
    stored = held;
    expect(isKept(push("a", "b"))).toBe(false);
  });
});

test("the head is the newest push that left the settings alone, and otherwise the commit that was read", () => {
  expect(kept.findHead(demo.id)).toBe("a");
  isKept(push("a", "b"), push("b", "c"));
  expect(kept.findHead(demo.id)).toBe("c");
  stored = { ...read, commit: "d", authority: { commit: "d", at: 3, branch: "main" } };
  expect(kept.findHead(demo.id)).toBe("d");
  stored = undefined;
  expect(kept.findHead(demo.id)).toBeUndefined();
});
