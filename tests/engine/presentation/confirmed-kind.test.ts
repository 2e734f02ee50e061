/** Kind labels that people remove, change or set by mistake. */
import { describe, expect, test } from "vitest";
import { decide } from "../../../src/engine/decide.ts";
import { fold } from "../../../src/engine/fold/fold.ts";
import type { Fact, IssueSeen } from "../../../src/engine/model/fact.ts";
import { emptyPersistedState } from "../../../src/engine/model/persisted-state.ts";
import type { IssueRecord, Snapshot } from "../../../src/engine/model/snapshot.ts";
import { context, effectsOn, empty, issue, mallory, start, task } from "../../support/issues.ts";

/** A body that does not tell its kind. */
const goalOnly = "### Goal\n\nPeople can sign in.";

function read(snapshot: Snapshot, seen: IssueSeen, minute: number) {
  const readAt = start + minute * 60_000;
  const facts: readonly Fact[] = [
    { type: "RoleSeen", repositoryId: "R_demo", actorId: "U_alice", role: "write" },
    { type: "RoleSeen", repositoryId: "R_demo", actorId: "U_mallory", role: "none" },
    { type: "IssueSeen", issue: { ...seen, updatedAt: readAt }, readAt },
  ];
  const { snapshot: view } = fold(snapshot, facts);
  const decision = decide(view, [seen.id], context);
  const decided = decision.records.map((record) => [record.seen.id, record] as const);
  return { decision, view: { ...view, records: new Map([...view.records, ...decided]) } };
}

const kindOf = (record: IssueRecord | undefined) => record?.reading.kind;

describe("a kind label", () => {
  const labelled = issue(12, { body: goalOnly, labels: ["kind:task", "status:ready"] });

  test("D13 a kind label that a user deletes is restored, and the task stays on the bus", () => {
    const before = read(empty, labelled, 1);
    const { decision, view } = read(before.view, { ...labelled, labels: ["status:ready"] }, 2);
    expect(kindOf(view.records.get("I_12"))).toBe("task");
    expect(effectsOn(decision, 12).get("labels")).toEqual({
      type: "SetLabels",
      add: ["kind:task"],
      remove: [],
    });
  });

  test("D13 a deleted kind label is kept in the status comment, for an index that is rebuilt", () => {
    const status = {
      id: "IC_1",
      key: "status",
      text: "Blocked.",
      createdAt: start,
      isMinimized: false,
      persisted: { ...emptyPersistedState, kind: "task" },
    };
    const { decision } = read(empty, { ...labelled, labels: [], own: [status] }, 1);
    const effect = effectsOn(decision, 12).get("labels");
    expect(effect?.type === "SetLabels" && effect.add).toEqual(["kind:task", "status:ready"]);
  });

  test("D13 a label of another kind set by a person takes precedence, and the first is forgotten", () => {
    const body = "### Answers\n\n#40\n\n### Decision\n\nOpaque.\n\n### Rationale\n\nSimple.";
    const before = read(empty, task(12, { body: `${goalOnly}\n\n${body}` }), 1);
    const changed = task(12, { body: `${goalOnly}\n\n${body}`, labels: ["kind:answer"] });
    const { view } = read(before.view, changed, 2);
    expect(view.records.get("I_12")?.persisted.kind).toBe("answer");
    const later = read(view, { ...changed, labels: [] }, 3);
    expect(kindOf(later.view.records.get("I_12"))).toBe("answer");
  });

  test("D13 a kind label set by mistake on an ordinary issue is not persisted", () => {
    const mistaken = issue(12, { labels: ["kind:task"] });
    const before = read(empty, mistaken, 1);
    const { decision, view } = read(before.view, { ...mistaken, labels: [] }, 2);
    expect(kindOf(view.records.get("I_12"))).toBeUndefined();
    expect(decision.effects).toEqual([]);
  });

  test("D13 a kind label on an issue by a user without write access is not persisted", () => {
    const strangers = { ...labelled, author: mallory, labels: ["kind:task"] };
    const before = read(empty, strangers, 1);
    const { view } = read(before.view, { ...strangers, labels: [] }, 2);
    expect(kindOf(view.records.get("I_12"))).toBeUndefined();
  });
});
