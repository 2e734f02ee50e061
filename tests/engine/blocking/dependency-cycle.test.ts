import { describe, expect, it } from "vitest";
import type { CommentSeen, IssueSeen } from "../../../src/engine/model/fact.ts";
import { loadTexts } from "../../../src/texts/texts.ts";
import {
  added,
  closed,
  completed,
  context,
  decided,
  effectsOn,
  links,
  maria,
  start,
  task,
} from "../../support/issues.ts";
import { asSeen, openedFor, readingOf } from "../../support/opened.ts";

const { render } = loadTexts();
const known = { ...context, render };
const ring = (length: number): readonly IssueSeen[] =>
  Array.from({ length }, (_, i) => task(i + 1, { blockedBy: links(task(((i + 1) % length) + 1)) }));
const raisedBy = (issues: readonly IssueSeen[]) => {
  const decision = decided(issues, {}, known);
  return issues.flatMap(({ number }) => openedFor(decision, number));
};
const comment = (text: string): CommentSeen => ({
  id: "IC_7",
  author: maria,
  text,
  createdAt: start + 90_000,
});

describe("a dependency cycle", () => {
  it.each([1, 2, 3])("E04 a cycle of %i is escalated once, with an option for each dependency", (length) => {
    const raised = raisedBy([...ring(length), task(9)]);
    expect(raised).toHaveLength(1);
    const { message, problems } = readingOf(raised[0]);
    expect(problems).toEqual([]);
    expect(message).toMatchObject({ regarding: { number: 1 }, urgency: "blocking" });
    expect(message?.kind === "escalation" && message.options).toEqual(
      Array.from({ length }, (_, i) => `#${i + 1} no longer waits for #${((i + 1) % length) + 1}.`),
    );
  });

  it("E04 issues next to a cycle are not part of the escalation, and no member is ready", () => {
    const decision = decided([...ring(3), task(9)], {}, known);
    expect(added(decision, 9)).toContain("status:ready");
    for (const number of [1, 2, 3]) expect(added(decision, number)).toContain("status:blocked");
  });

  it("E04 a cycle is cut where a person decides, and nowhere else", () => {
    const [effect] = raisedBy(ring(3));
    const decision = decided(
      [...ring(3), asSeen(60, effect, { comments: [comment("/decide 2")] })],
      {},
      known,
    );
    const cuts = [...effectsOn(decision, 60).values()].filter(({ type }) => type === "RemoveBlockedBy");
    expect(cuts).toEqual([{ type: "RemoveBlockedBy", blockedId: "I_2", blockerId: "I_3" }]);
  });

  it("a cycle that is broken needs no decision any more, and is not escalated twice", () => {
    const [effect] = raisedBy(ring(2));
    const broken = decided([task(1), task(2, { blockedBy: links(task(1)) }), asSeen(60, effect)], {}, known);
    expect(effectsOn(broken, 60).get("close")).toEqual({ type: "CloseIssue", reason: "not_planned" });
    const still = decided([...ring(2), asSeen(60, effect)], {}, known);
    expect(openedFor(still, 1)).toEqual([]);
    expect(effectsOn(still, 60).has("close")).toBe(false);
  });
});

describe("a cycle through parents and blockers", () => {
  const part = (number: number, blockedBy: number): IssueSeen =>
    task(number, { blockedBy: links(task(blockedBy)) });
  const parent = (number: number, ...parts: readonly number[]): IssueSeen =>
    task(number, { subIssues: links(...parts.map((each) => task(each))).issues });

  it.each([
    ["a task that waits for its own parent", [part(1, 2), parent(2, 1)], 1],
    ["a task that waits for its parent's parent", [part(1, 3), parent(2, 1), parent(3, 2)], 1],
    [
      "a task that waits for a task that waits for its parent",
      [part(1, 2), part(2, 3), parent(3, 1, 9), task(9)],
      2,
    ],
  ] as const)("E05 a cycle is found and escalated once: %s", (_, issues, edges) => {
    const raised = raisedBy([...issues, task(8)]);
    expect(raised).toHaveLength(1);
    const { message, problems } = readingOf(raised[0]);
    expect(problems).toEqual([]);
    if (message?.kind !== "escalation") throw new Error("It is an escalation.");
    expect(message.options).toHaveLength(edges);
    for (const option of message.options) expect(option).toMatch(/^#\d no longer waits for #\d\.$/);
    expect(message.context).toContain("is the parent of #1");
  });

  it("E05 a cycle is shown on the issues that it blocks, and its parent and the others may start", () => {
    const decision = decided([part(1, 2), parent(2, 1, 9), task(9), task(8)], {}, known);
    expect(added(decision, 1)).toContain("status:blocked");
    for (const number of [2, 8, 9]) expect(added(decision, number)).toContain("status:ready");
    const status = effectsOn(decision, 1).get("status");
    expect(status?.type === "ShowStatus" && status.text).toContain("**Blocked: a cycle.** #1 and #2");
  });

  it("E05 a cycle ends when the dependency is removed, the sub-issue has another parent, or the sub-issue is closed", () => {
    const [effect] = raisedBy([part(1, 2), parent(2, 1)]);
    const closeOf = (issues: readonly IssueSeen[]) =>
      effectsOn(decided([...issues, asSeen(60, effect)], {}, known), 60).get("close");
    expect(closeOf([part(1, 2), parent(2, 1)])).toBeUndefined();
    const over = { type: "CloseIssue", reason: "not_planned" };
    expect(closeOf([task(1), parent(2, 1)])).toEqual(over);
    expect(closeOf([part(1, 2), task(2)])).toEqual(over);
    expect(closeOf([closed(part(1, 2), completed, start + 50_000), parent(2, 1)])).toEqual(over);
  });

  it("a parent alone blocks nothing, however many sub-issues it has", () => {
    const decision = decided([parent(1, 2, 3), task(2), task(3)], {}, known);
    expect([1, 2, 3].flatMap((number) => openedFor(decision, number))).toEqual([]);
    for (const number of [1, 2, 3]) expect(added(decision, number)).toContain("status:ready");
  });
});
