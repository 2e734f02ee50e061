import { describe, expect, it } from "vitest";
import { decide } from "../../../src/engine/decide.ts";
import { applyReceipt } from "../../../src/engine/fold/apply-receipt.ts";
import { fold } from "../../../src/engine/fold/fold.ts";
import type { Effect } from "../../../src/engine/model/effect.ts";
import type { Fact } from "../../../src/engine/model/fact.ts";
import { emptyPersistedState } from "../../../src/engine/model/persisted-state.ts";
import type { IssueRecord, Snapshot } from "../../../src/engine/model/snapshot.ts";
import { alice, completed, context, demo, empty, question, start, task } from "../../support/issues.ts";

const at = start + 2_000_000;
const emptyReceipt = {
  updatedAt: undefined,
  labels: undefined,
  issueState: undefined,
  closedAt: undefined,
  commentId: undefined,
};

function record(): IssueRecord {
  const { snapshot } = fold(empty, [{ type: "IssueSeen", issue: task(1), readAt: start }]);
  const found = snapshot.records.get("I_1");
  if (found === undefined) throw new Error("The issue was not folded.");
  return found;
}

function confirmed(effect: Effect, receipt = {}): IssueRecord {
  return applyReceipt(record(), effect, { ...emptyReceipt, ...receipt }, at);
}

describe("a confirmed write", () => {
  it("a confirmed write changes the labels at once, and GitHub's list wins over ours", () => {
    const effect: Effect = { type: "SetLabels", add: ["status:ready"], remove: ["kind:task"] };
    expect(confirmed(effect).seen.labels).toEqual(["status:ready"]);
    expect(confirmed(effect, { labels: ["a", "b"] }).seen.labels).toEqual(["a", "b"]);
  });

  it("a confirmed close closes the issue", () => {
    const told = { updatedAt: at - 5, closedAt: at - 9, closedBy: alice };
    const { seen } = confirmed({ type: "CloseIssue", reason: "completed" }, told);
    expect(seen).toMatchObject({
      issueState: completed,
      closedAt: at - 9,
      closedBy: alice,
      updatedAt: at - 5,
    });
  });

  it("a confirmed close estimates no closing time, because unblockings are identified by it", () => {
    const { seen } = confirmed({ type: "CloseIssue", reason: "completed" });
    expect(seen).toMatchObject({ issueState: completed, closedAt: undefined });
  });

  it("a confirmed removal of a dependency is ours, whoever removed it before", () => {
    const removed = { other: "I_7", at: start };
    const removals = { list: [removed, { ...removed, other: "I_8" }], hidesBefore: start };
    const before = { ...record(), seen: { ...record().seen, removals } };
    const effect: Effect = { type: "RemoveBlockedBy", blockedId: "I_1", blockerId: "I_7" };
    expect(applyReceipt(before, effect, emptyReceipt, at).seen.removals).toEqual({
      list: [
        { ...removed, other: "I_8" },
        { ...removed, isOurs: true },
      ],
      hidesBefore: start,
    });
  });

  it("a confirmed comment becomes ours, and a reply counts as the command's run", () => {
    const { seen, persisted } = confirmed(
      { type: "AddComment", marker: "reply:IC_7", text: "Hello" },
      { commentId: "IC_8" },
    );
    expect(seen.own).toEqual([
      {
        id: "IC_8",
        key: "reply:IC_7",
        text: "Hello",
        persisted: undefined,
        createdAt: at,
        isMinimized: false,
      },
    ]);
    expect(persisted.ran).toEqual(["IC_7"]);
  });

  it("an edited status comment keeps its first date", () => {
    const once = confirmed(
      { type: "ShowStatus", commentId: undefined, text: "One", persisted: emptyPersistedState },
      { commentId: "IC_1" },
    );
    const effect: Effect = {
      type: "ShowStatus",
      commentId: "IC_1",
      text: "Two",
      persisted: emptyPersistedState,
    };
    const twice = applyReceipt(once, effect, { ...emptyReceipt, commentId: "IC_1" }, at + 10);
    expect(twice.seen.own).toMatchObject([{ id: "IC_1", text: "Two", createdAt: at }]);
  });

  it("the time at which a dependency was created is recorded, and makes older reads stale", () => {
    const made = confirmed({ type: "AddBlockedBy", blockedId: "I_1", blockerId: "I_2" });
    expect(made.edgeMadeAt).toEqual({ I_2: at });
    expect(made).toMatchObject({ readAt: start, wroteAt: at });
    const read: Fact = { type: "IssueSeen", issue: made.seen, readAt: at - 1 };
    const known = { ...empty, records: new Map([["I_1", made]]) };
    expect(fold(known, [read]).stale).toEqual(["I_1"]);
  });

  it("B16 E11 a confirmed write does not make an old read new: a dependency that it cannot show still blocks its task", () => {
    const seen = [task(1), question(40, "#1")].map(
      (issue): Fact => ({ type: "IssueSeen", issue, readAt: start + 60_000 }),
    );
    const role: Fact = { type: "RoleSeen", repositoryId: demo.id, actorId: alice.id, role: "write" };
    const first = decide(fold(empty, [...seen, role]).snapshot, ["I_1", "I_40"], context);
    const [waiting, asked] = first.records;
    if (waiting === undefined || asked === undefined) throw new Error("Both were folded.");
    expect(waiting.persisted.heldBy).toEqual(["I_40"]);
    const edge: Effect = { type: "AddBlockedBy", blockedId: "I_1", blockerId: "I_40" };
    const relabelled: Effect = { type: "SetLabels", add: ["status:blocked"], remove: [] };
    const records = new Map([
      ["I_1", applyReceipt(waiting, relabelled, emptyReceipt, start + 120_000)],
      ["I_40", applyReceipt(asked, edge, emptyReceipt, start + 60_001)],
    ]);
    const later = decide(fold({ ...empty, records }, [role]).snapshot, ["I_40", "I_1"], context);
    const taskStatusText = later.effects.filter(({ issueId }) => issueId === "I_1");
    expect(taskStatusText.map(({ slot }) => slot)).toEqual([]);
    expect(later.records.find(({ seen }) => seen.id === "I_1")?.persisted.heldBy).toEqual(["I_40"]);
  });

  it("a duplicate comment is minimised, and a refused comment does not run again", () => {
    const reacted = confirmed({ type: "AddReaction", commentId: "IC_5", content: "CONFUSED" });
    expect(reacted.reactedTo).toEqual(["IC_5"]);
    expect(reacted.persisted).toEqual(record().persisted);
    const twin = {
      id: "IC_3",
      key: "status",
      text: "",
      persisted: undefined,
      createdAt: at,
      isMinimized: false,
    };
    const before = { ...record(), seen: { ...record().seen, own: [twin] } };
    const { seen } = applyReceipt(before, { type: "MinimizeComment", commentId: "IC_3" }, emptyReceipt, at);
    expect(seen.own[0]?.isMinimized).toBe(true);
  });
});

describe("an issue that GitHub shows as its record does", () => {
  const known = record();
  const { updatedAt } = known.seen;
  const read: Snapshot = fold(empty, [{ type: "IssueSeen", issue: task(1), readAt: start }]).snapshot;
  const folded = (fact: Fact, snapshot = read) => {
    const { snapshot: after, changed, relinked } = fold(snapshot, [fact]);
    return { readAt: after.records.get("I_1")?.readAt, changed, relinked };
  };

  it("counts as read at that time, and nothing around it has to be read", () => {
    const fact = { type: "IssueUnchanged", id: "I_1", updatedAt, readAt: start + 9_000 } as const;
    expect(folded(fact)).toEqual({ readAt: start + 9_000, changed: [], relinked: ["I_1"] });
  });

  it("stays as it is where the record is of another version or was read since, or is not there", () => {
    const fact = { type: "IssueUnchanged", id: "I_1", updatedAt, readAt: start + 9_000 } as const;
    expect(folded({ ...fact, updatedAt: updatedAt + 1_000 }).readAt).toBe(start);
    expect(folded({ ...fact, readAt: start - 1 }).readAt).toBe(start);
    expect(folded(fact, empty)).toEqual({ readAt: undefined, changed: [], relinked: [] });
  });
});
