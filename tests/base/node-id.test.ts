/** Database ids in node ids: the pairs are of GitHub's documentation of node ids and of its REST API. */
import { expect, test } from "vitest";
import { isSameNode, keysOfNode, knownAmong, readNodeId, valueUnder } from "../../src/base/node-id.ts";

test.each([
  ["MDQ6VXNlcjU4MzIzMQ==", "User", "583231"],
  ["U_kgDOAAjmPw", "User", "583231"],
  ["MDEwOlJlcG9zaXRvcnkxMjk2MjY5", "Repository", "1296269"],
  ["R_kgDOABPHjQ", "Repository", "1296269"],
  ["MDU6SXNzdWUx", "Issue", "1"],
  ["I_kwDOABPHjc4AAAAB", "Issue", "1"],
  ["I_kwDOABPHjQE", "Issue", "1"],
  ["I_kwDOABPHjc8AAAABAAAAAA", "Issue", "4294967296"],
])("%s is the %s %s", (id, type, number) => {
  expect(readNodeId(id)).toEqual({ type, number });
});

test.each(["", "R_1", "I_kwDOABPHjQ", "R_kwDOABPHjc4AAAAB=", "X_kgDOABPHjQ", "MDU6SXNzdWU=", "1296269"])(
  "%j tells no number",
  (id) => {
    expect(readNodeId(id)).toBeUndefined();
  },
);

test("ids of one thing in both formats name it, and ids that tell no number only themselves", () => {
  expect(isSameNode("MDU6SXNzdWUx", "I_kwDOABPHjQE")).toBe(true);
  expect(isSameNode("MDU6SXNzdWUx", "MDQ6VXNlcjE=")).toBe(false);
  expect(isSameNode("R_1", "R_1")).toBe(true);
  const shown = new Set(["MDEwOlJlcG9zaXRvcnkxMjk2MjY5", "R_1"]);
  expect([...knownAmong(shown, ["R_kgDOABPHjQ", "R_1", "R_2"])]).toEqual(["R_kgDOABPHjQ", "R_1"]);
});

test("what is kept under a node id is found by its id in the other format", () => {
  const older = btoa("010:Repository1234");
  const newer = "R_kgDNBNI";
  const kept = new Map([
    [older, "paused"],
    ["R_1", "other"],
  ]);
  expect([valueUnder(kept, newer), valueUnder(kept, older), valueUnder(kept, "R_1")]).toEqual([
    "paused",
    "paused",
    "other",
  ]);
  expect(valueUnder(new Map([[newer, "paused"]]), older)).toBe("paused");
  expect(valueUnder(kept, btoa("010:Repository1235"))).toBeUndefined();
  expect(valueUnder(kept, btoa("05:Issue1234"))).toBeUndefined();
  expect(keysOfNode(new Map([...kept, [newer, "too"]]), newer)).toEqual([older, newer]);
});
