import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fold } from "../../../src/engine/fold/fold.ts";
import { isKnown, type News } from "../../../src/engine/fold/known-news.ts";
import type { Fact, IssueSeen } from "../../../src/engine/model/fact.ts";
import type { IssueRecord } from "../../../src/engine/model/snapshot.ts";
import {
  alice,
  bob,
  closed,
  completed,
  empty,
  links,
  notPlanned,
  start,
  task,
} from "../../support/issues.ts";

const second = 1_000;
const at = start + 60_000;

function recordOf(issue: IssueSeen): IssueRecord {
  const read: Fact = { type: "IssueSeen", issue, readAt: issue.updatedAt };
  const record = fold(empty, [read]).snapshot.records.get(issue.id);
  if (record === undefined) throw new Error("The issue was not folded.");
  return record;
}

const ours = {
  id: "IC_1",
  key: "status",
  text: "Ready.",
  persisted: undefined,
  createdAt: at,
  isMinimized: false,
};
const shown = task(12, {
  labels: ["kind:task", "bug"],
  assignees: [alice],
  updatedAt: at,
  blockedBy: links(task(40)),
  own: [ours],
});
const edge = (blockedId: string, blockerId: string, isThere: boolean): News => ({
  type: "edge",
  blockedId,
  blockerId,
  isThere,
});
const news = (what: object, updatedAt = at): News => ({ ...what, updatedAt }) as News;

describe("what a delivery reports and a record shows", () => {
  it.each<[string, News]>([
    ["a label that is there", news({ type: "label", name: "bug", isThere: true })],
    ["a removed label that is not", news({ type: "label", name: "feature", isThere: false })],
    ["an assignee", news({ type: "assignee", id: alice.id, isThere: true })],
    ["a removed assignee", news({ type: "assignee", id: bob.id, isThere: false })],
    ["the text", news({ type: "text", title: shown.title, body: shown.body })],
    ["our comment, marker and all", news({ type: "our comment", id: "IC_1", body: "Ready.\n<!-- x -->" })],
    ["an edge to a blocker", edge("I_12", "I_40", true)],
    ["a removed edge to another", edge("I_12", "I_41", false)],
    ["a removed edge to a task", edge("I_13", "I_12", false)],
    ["an older payload", news({ type: "label", name: "bug", isThere: true }, at - second)],
  ])("%s is known", (_, each) => {
    expect(isKnown(recordOf(shown), each)).toBe(true);
  });

  it.each<[string, News]>([
    ["a label that is not there", news({ type: "label", name: "feature", isThere: true })],
    ["a removed label that is there", news({ type: "label", name: "bug", isThere: false })],
    ["another assignee", news({ type: "assignee", id: bob.id, isThere: true })],
    ["another title", news({ type: "text", title: "Other", body: shown.body })],
    ["another body", news({ type: "text", title: shown.title, body: "Other" })],
    ["another comment", news({ type: "our comment", id: "IC_2", body: "Ready." })],
    ["another text of our comment", news({ type: "our comment", id: "IC_1", body: "Blocked." })],
    ["an edge to another blocker", edge("I_12", "I_41", true)],
    ["a removed edge that is there", edge("I_12", "I_40", false)],
    ["an edge between others", edge("I_13", "I_40", false)],
    ["our closing of an open issue", news({ type: "closed by us", reason: "completed" })],
    ["a payload of the next second", news({ type: "label", name: "bug", isThere: true }, at + second)],
  ])("%s is not", (_, each) => {
    expect(isKnown(recordOf(shown), each)).toBe(false);
  });

  it("our closing is known with its reason alone", () => {
    const over = recordOf(closed(shown, completed, at));
    expect(isKnown(over, news({ type: "closed by us", reason: "completed" }))).toBe(true);
    expect(isKnown(over, news({ type: "closed by us", reason: "not_planned" }))).toBe(false);
    expect(
      isKnown(recordOf(closed(shown, notPlanned, at)), news({ type: "closed by us", reason: "completed" })),
    ).toBe(false);
  });

  it("an edge that is missing from a part of the list is not known to be gone", () => {
    const partly = { ...links(task(40)), complete: false };
    expect(isKnown(recordOf({ ...shown, blockedBy: partly }), edge("I_12", "I_41", false))).toBe(false);
    const hidden = { ...links(task(40)), unreadable: 1 };
    expect(isKnown(recordOf({ ...shown, blockedBy: hidden }), edge("I_12", "I_41", false))).toBe(false);
  });
});

type Change =
  | { readonly field: "label"; readonly name: string; readonly isThere: boolean }
  | { readonly field: "assignee"; readonly isThere: boolean };

interface Step {
  readonly change: Change;
  /** Whether a second passes before it. */
  readonly isLater: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  change: fc.oneof(
    fc.record({
      field: fc.constant("label" as const),
      name: fc.constantFrom("a", "b"),
      isThere: fc.boolean(),
    }),
    fc.record({ field: fc.constant("assignee" as const), isThere: fc.boolean() }),
  ),
  isLater: fc.boolean(),
});

function changed(issue: IssueSeen, change: Change, updatedAt: number): IssueSeen {
  if (change.field === "assignee") return { ...issue, updatedAt, assignees: change.isThere ? [alice] : [] };
  const others = issue.labels.filter((label) => label !== change.name);
  return { ...issue, updatedAt, labels: change.isThere ? [...others, change.name] : others };
}

function reportOf(change: Change, updatedAt: number): News {
  const { isThere } = change;
  return change.field === "label"
    ? { type: "label", name: change.name, isThere, updatedAt }
    : { type: "assignee", id: alice.id, isThere, updatedAt };
}

describe("deliveries of which those are skipped that report what is known", () => {
  it("B02 leave the record as GitHub shows the issue, in any order, repeated, and with other reads between them", () => {
    const plan = fc.array(step, { maxLength: 12 }).chain((steps) =>
      fc.record({
        steps: fc.constant(steps),
        // When each delivery arrives: after so many changes, and possibly again at the end.
        delays: fc.array(fc.nat(12), { minLength: steps.length, maxLength: steps.length }),
        repeated: fc.array(fc.boolean(), { minLength: steps.length, maxLength: steps.length }),
        reads: fc.array(fc.boolean(), { minLength: steps.length, maxLength: steps.length }),
      }),
    );
    fc.assert(
      fc.property(plan, ({ steps, delays, repeated, reads }) => {
        let now = start;
        let onGitHub = task(12, { labels: ["kind:task"], updatedAt: now });
        let record = recordOf(onGitHub);
        const onTheWay: { readonly after: number; readonly report: News }[] = [];
        const read = (): void => {
          record = recordOf(onGitHub);
        };
        const receive = (report: News): void => {
          if (!isKnown(record, report)) read();
        };
        steps.forEach(({ change, isLater }, i) => {
          if (isLater) now += second;
          onGitHub = changed(onGitHub, change, now);
          onTheWay.push({ after: i + (delays[i] ?? 0), report: reportOf(change, now) });
          for (const { after, report } of onTheWay) if (after === i) receive(report);
          if (reads[i]) read();
        });
        for (const { after, report } of onTheWay) if (after >= steps.length) receive(report);
        onTheWay.forEach(({ report }, i) => {
          if (repeated[i]) receive(report);
        });
        expect(new Set(record.seen.labels)).toEqual(new Set(onGitHub.labels));
        expect(record.seen.assignees).toEqual(onGitHub.assignees);
      }),
      { numRuns: 2_000 },
    );
  });
});
