import { expect, test } from "vitest";
import { formatOutcomeKey, type OutcomeKey } from "../../../../src/engine/model/keys/outcome-key.ts";

/** As release 0.1.0 queued them: spelled differently, a refused effect would be retried after an upgrade. */
const keys: readonly (readonly [string, OutcomeKey])[] = [
  [
    "I_12 labels +status:ready +a b -status:blocked",
    { type: "labels", add: ["status:ready", "a b"], remove: ["status:blocked"] },
  ],
  ["I_12 status k3v9", { type: "status", fingerprint: "k3v9" }],
  ["I_12 edge I_40 added", { type: "dependency", slot: { type: "dependency", id: "I_40" }, change: "added" }],
  [
    "I_12 edge I_40 removed for IC_7",
    { type: "dependency", slot: { type: "dependency", id: "I_40" }, change: "removed", commandId: "IC_7" },
  ],
  [
    "I_12 edge I_1 I_2 removed",
    {
      type: "dependency",
      slot: { type: "dependency-between", blockedId: "I_1", blockerId: "I_2" },
      change: "removed",
    },
  ],
  ["I_12 part I_40 added", { type: "part", id: "I_40", change: "added" }],
  ["I_12 wake:I_40@5", { type: "post", marker: "wake:I_40@5" }],
  ["I_12 type IT_1", { type: "issue-type", typeId: "IT_1" }],
  ["I_12 assign U_1 U_2", { type: "assignees", ids: ["U_1", "U_2"] }],
  ["I_12 unassign U_1", { type: "no-assignees", ids: ["U_1"] }],
  ["I_12 closed as not_planned", { type: "close", as: "not_planned" }],
  ["I_12 reaction IC_7", { type: "reaction", commentId: "IC_7", isDone: false }],
  ["I_12 reaction IC_7 done", { type: "reaction", commentId: "IC_7", isDone: true }],
  ["I_12 minimize IC_7", { type: "folded-comment", commentId: "IC_7" }],
  ["I_12 check 0123 success.k3v9", { type: "check", headSha: "0123", shows: "success.k3v9" }],
  ["I_12 merge UpdateBranch 0123", { type: "merge", how: "UpdateBranch", headSha: "0123" }],
  [
    "I_12 merge MergePullRequest 0123 after #61",
    { type: "merge", how: "MergePullRequest", headSha: "0123", after: 61 },
  ],
];

test.each(keys)("the key of an outcome is written as %j, as in 0.1.0", (written, key) => {
  expect(formatOutcomeKey("I_12", key)).toBe(written);
});
