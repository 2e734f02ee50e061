/** An assignment that GitHub confirmed, and reads of parts of GitHub that do not show it yet. */
import { describe, expect, test } from "vitest";
import { type AssignedSeen, withJustAssigned } from "../../../src/engine/fold/apply-assignment.ts";
import { applyReceipt } from "../../../src/engine/fold/apply-receipt.ts";
import { fold } from "../../../src/engine/fold/fold.ts";
import type { Fact, IssueSeen } from "../../../src/engine/model/fact.ts";
import type { IssueRecord } from "../../../src/engine/model/snapshot.ts";
import { alice, bob, empty, maria, start, task } from "../../support/issues.ts";

const written = start + 60_000;
const token = start + 30_000;
const holder = { agent: "ada", account: alice.id, login: alice.login };
const shown: AssignedSeen = {
  assignees: [alice],
  assignments: [{ assignee: alice.id, at: written, by: "U_us" }],
};

function held(): IssueRecord {
  const record = folded({ seen: task(12, { assignees: [] }), readAt: start });
  return { ...record, persisted: { ...record.persisted, lease: { holder, token, since: token } } };
}

function folded(
  read: { readonly seen: IssueSeen; readonly readAt: number },
  known?: IssueRecord,
): IssueRecord {
  const fact: Fact = { type: "IssueSeen", issue: read.seen, readAt: read.readAt };
  const records = new Map(known === undefined ? [] : [[known.seen.id, known]]);
  const record = fold({ ...empty, records }, [fact]).snapshot.records.get("I_12");
  if (record === undefined) throw new Error("The issue was not folded.");
  return record;
}

const receipt = {
  updatedAt: written,
  labels: undefined,
  issueState: undefined,
  closedAt: undefined,
  commentId: undefined,
};

const confirmed = (assigned: AssignedSeen | undefined): IssueRecord =>
  applyReceipt(held(), { type: "AddAssignees", assignees: [alice.id] }, { ...receipt, assigned }, written);

describe("a confirmed assignment", () => {
  test("is what GitHub showed in its answer, so that no read has to show it", () => {
    const { seen, persisted, assignedFor } = confirmed(shown);
    expect(seen).toMatchObject(shown);
    expect(persisted.lease?.assigned).toBe(true);
    expect(assignedFor).toBe(token);
  });

  test.each([
    ["GitHub does not say who is assigned", undefined],
    ["the holder is not among them", { ...shown, assignees: [bob] }],
    ["its event is not shown", { assignees: [alice] }],
  ])("is left to a read if %s", (_why, assigned) => {
    const { seen, persisted, assignedFor } = confirmed(assigned);
    expect([seen.assignees, persisted.lease?.assigned, assignedFor]).toEqual([[], undefined, token]);
  });

  test("outlasts a read that shows neither it nor its event, for half a minute", () => {
    const lagging = task(12, { assignees: [maria], updatedAt: written });
    const soon = folded({ seen: lagging, readAt: written + 20_000 }, confirmed(shown));
    expect(soon.seen.assignees).toEqual([maria, alice]);
    expect(soon.seen.assignments).toEqual(shown.assignments);
    const later = folded({ seen: lagging, readAt: written + 31_000 }, confirmed(shown));
    expect(later.seen.assignees).toEqual([maria]);
  });

  test("ends with a read that shows its event, and not the holder any more", () => {
    const unassigned = task(12, { assignees: [], assignments: shown.assignments, updatedAt: written });
    const record = folded({ seen: unassigned, readAt: written + 1_000 }, confirmed(shown));
    expect(record.seen.assignees).toEqual([]);
  });

  test("is carried over only where it was shown", () => {
    expect(withJustAssigned({ assignees: [] }, { assignees: [alice] }, start)).toEqual({});
    expect(withJustAssigned({ assignees: [] }, { ...shown, assignees: [] }, start)).toEqual({});
    expect(withJustAssigned({ assignees: [] }, undefined, start)).toEqual({});
  });
});
