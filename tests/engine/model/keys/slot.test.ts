import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatSlot, parseSlot, type Slot } from "../../../../src/engine/model/keys/slot.ts";

/** As release 0.1.0 stored them. */
const stored: readonly (readonly [string, Slot])[] = [
  ["labels", { type: "labels" }],
  ["type", { type: "issue-type" }],
  ["assign", { type: "assignees" }],
  ["unassign", { type: "no-assignees" }],
  ["lease U_1", { type: "lease-notice", id: "U_1" }],
  ["assignees U_1", { type: "assignees-notice", id: "U_1" }],
  ["status", { type: "status" }],
  ["close", { type: "close" }],
  ["merge", { type: "merge" }],
  ["check", { type: "check" }],
  ["check in queue", { type: "merge-queue-check" }],
  ["wake", { type: "unblock-notice" }],
  ["remind", { type: "reminder" }],
  ["hint", { type: "hint" }],
  ["edge I_40", { type: "dependency", id: "I_40" }],
  ["edge I_12 I_40", { type: "dependency-between", blockedId: "I_12", blockerId: "I_40" }],
  ["tell I_50", { type: "discovery-notice", id: "I_50" }],
  ["part I_12", { type: "part", id: "I_12" }],
  ["reply:IC_7", { type: "reply", id: "IC_7" }],
  ["reaction IC_7", { type: "reaction", id: "IC_7" }],
  ["minimize IC_7", { type: "folded-comment", id: "IC_7" }],
  ["open overdue@0", { type: "issue", openingReason: { type: "overdue", since: 0 } }],
  [
    "open unmerged@0123abc after #61",
    { type: "issue", openingReason: { type: "unmerged", commit: "0123abc", after: 61 } },
  ],
];

describe("a slot", () => {
  test.each(stored)("a slot is stored as %j, as in 0.1.0", (written, slot) => {
    expect(formatSlot(slot)).toBe(written);
    expect(parseSlot(written)).toEqual(slot);
  });

  test("a slot that no release of ours stored is kept unchanged", () => {
    expect(parseSlot("wake I_40")).toEqual({ type: "other", written: "wake I_40" });
    const anyWord = fc.oneof(
      fc.string(),
      fc.tuple(fc.constantFrom(...stored), fc.string()).map(([[word], rest]) => word + rest),
    );
    fc.assert(fc.property(anyWord, (written) => formatSlot(parseSlot(written)) === written));
  });
});
