/** What a decision about an issue that was not read may not lead to. */
import { describe, expect, test } from "vitest";
import { decideAfterReads } from "../../../../src/dispatcher/reconcile/deciding/only-after-read.ts";
import type { Decision } from "../../../../src/engine/decide.ts";
import type { Effect } from "../../../../src/engine/model/effect.ts";
import type { NodeId } from "../../../../src/engine/model/fact.ts";
import { emptyPersistedState } from "../../../../src/engine/model/persisted-state.ts";
import { completed, decided, open, task } from "../../../support/issues.ts";

function decisionOf(ids: readonly NodeId[], effect: (id: NodeId) => Effect): Decision {
  const effects = ids.map((issueId) => ({
    issueId,
    repositoryId: "R_demo",
    key: `${issueId} x`,
    slot: { type: "labels" } as const,
    effect: effect(issueId),
    reason: { rule: "a test", because: "It is so." },
  }));
  const nothingElse = { refreshes: [], notes: [], answers: new Map(), leases: new Map() };
  return { decided: ids, records: [], effects, ...nothingElse };
}

const label: Effect = { type: "SetLabels", add: ["status:ready"], remove: [] };
const status = (commentId: NodeId | undefined): Effect => ({
  type: "ShowStatus",
  commentId,
  text: "Blocked.",
  persisted: emptyPersistedState,
});

describe("a decision about an issue that was not read", () => {
  test.each<[string, Effect]>([
    ["a comment", { type: "AddComment", marker: "hint", text: "Hello." }],
    ["a first status comment", status(undefined)],
    [
      "an issue",
      { type: "OpenIssue", marker: "m", kind: "question", title: "", body: "", labels: [], assignees: [] },
    ],
    ["a closing", { type: "CloseIssue", reason: "completed" }],
    ["an assignee", { type: "AddAssignees", assignees: ["U_bob"] }],
    ["a merge", { type: "MergePullRequest", number: 7, headSha: "a" }],
    ["a commit on the branch", { type: "UpdateBranch", number: 7, headSha: "a" }],
  ])("is held back with %s, and the others are decided on without it", async (_, effect) => {
    const asked: (readonly NodeId[])[] = [];
    const { decision, held } = await decideAfterReads(
      ["I_1", "I_2", "I_3"],
      new Set(["I_1", "I_2"]),
      new Map(),
      async (ids) => {
        asked.push(ids);
        return decisionOf(ids, (id) => (id === "I_2" ? label : effect));
      },
    );
    expect(held).toEqual(["I_1"]);
    expect(asked).toEqual([
      ["I_1", "I_2", "I_3"],
      ["I_2", "I_3"],
    ]);
    expect(decision.decided).toEqual(["I_2", "I_3"]);
    expect(decision.effects.map(({ issueId }) => issueId)).toEqual(["I_2", "I_3"]);
  });

  test.each<[string, Effect]>([
    ["labels", label],
    ["an edited status comment", status("IC_1")],
    ["a dependency", { type: "AddBlockedBy", blockedId: "I_1", blockerId: "I_2" }],
    ["a minimised comment", { type: "MinimizeComment", commentId: "IC_1" }],
  ])("stands with %s", async (_, effect) => {
    const { decision, held } = await decideAfterReads(["I_1"], new Set(["I_1"]), new Map(), async (ids) =>
      decisionOf(ids, () => effect),
    );
    expect(held).toEqual([]);
    expect(decision.decided).toEqual(["I_1"]);
  });

  test.each([
    ["stands if it ends the lease of a task that was closed", completed, []],
    ["does not stand if it ends the lease of an open task", open, ["I_12"]],
  ])("%s", async (_, issueState, expected) => {
    const [before] = decided([task(12)]).records;
    if (before === undefined) throw new Error("The task was not decided about.");
    const holder = { agent: "ada", account: "U_ada", login: "ada" };
    const holding = { ...before, persisted: { ...before.persisted, lease: { holder, token: 1, since: 1 } } };
    const after = { ...before, seen: { ...before.seen, issueState } };
    const { held } = await decideAfterReads(
      ["I_12"],
      new Set(["I_12"]),
      new Map([["I_12", holding]]),
      async (ids) => ({ ...decisionOf(ids, () => label), records: ids.length === 0 ? [] : [after] }),
    );
    expect(held).toEqual(expected);
  });

  test("an issue that comes to it only without the others is held back, too", async () => {
    const { decision, held } = await decideAfterReads(
      ["I_1", "I_2"],
      new Set(["I_1", "I_2"]),
      new Map(),
      async (ids) =>
        decisionOf(ids, (id) => (id === ids[0] ? { type: "CloseIssue", reason: "completed" } : label)),
    );
    expect(held).toEqual(["I_1", "I_2"]);
    expect(decision.decided).toEqual([]);
  });
});
