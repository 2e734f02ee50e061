import { describe, expect, it } from "vitest";
import type { CommentSeen, IssueSeen } from "../../src/engine/fact.ts";
import { loadTexts } from "../../src/texts/texts.ts";
import { added, context, decided, effectsOn, links, maria, start, task } from "../support/issues.ts";
import { asSeen, openedFor, readingOf } from "../support/opened.ts";

const { render } = loadTexts();
const known = { ...context, render };
const ring = (length: number): readonly IssueSeen[] =>
  Array.from({ length }, (_, i) => task(i + 1, { blockedBy: links(task(((i + 1) % length) + 1)) }));
const raisedBy = (issues: readonly IssueSeen[]) => {
  const decision = decided(issues, {}, known);
  return issues.flatMap(({ number }) => openedFor(decision, number));
};
const comment = (text: string): CommentSeen => ({
  ...{ id: "IC_7", author: maria, text, createdAt: start + 90_000 },
});

describe("a ring of blockers", () => {
  it.each([1, 2, 3])("E04 of %i is escalated once, with an option for each edge", (length) => {
    const raised = raisedBy([...ring(length), task(9)]);
    expect(raised).toHaveLength(1);
    const { message, problems } = readingOf(raised[0]);
    expect(problems).toEqual([]);
    expect(message).toMatchObject({ regarding: { number: 1 }, urgency: "blocking" });
    expect(message?.kind === "escalation" && message.options).toEqual(
      Array.from({ length }, (_, i) => `#${i + 1} no longer waits for #${((i + 1) % length) + 1}.`),
    );
  });

  it("E04 leaves whoever is beside it alone, and none of it is ready", () => {
    const decision = decided([...ring(3), task(9)], {}, known);
    expect(added(decision, 9)).toContain("status:ready");
    for (const number of [1, 2, 3]) expect(added(decision, number)).toContain("status:blocked");
  });

  it("E04 is cut where a person decides, and nowhere else", () => {
    const [effect] = raisedBy(ring(3));
    const decision = decided(
      [...ring(3), asSeen(60, effect, { comments: [comment("/decide 2")] })],
      {},
      known,
    );
    const cuts = [...effectsOn(decision, 60).values()].filter(({ type }) => type === "RemoveBlockedBy");
    expect(cuts).toEqual([{ type: "RemoveBlockedBy", blockedId: "I_2", blockerId: "I_3" }]);
  });

  it("needs no decision any more once it is broken, and is not raised twice", () => {
    const [effect] = raisedBy(ring(2));
    const broken = decided([task(1), task(2, { blockedBy: links(task(1)) }), asSeen(60, effect)], {}, known);
    expect(effectsOn(broken, 60).get("close")).toEqual({ type: "CloseIssue", reason: "not_planned" });
    const still = decided([...ring(2), asSeen(60, effect)], {}, known);
    expect(openedFor(still, 1)).toEqual([]);
    expect(effectsOn(still, 60).has("close")).toBe(false);
  });
});
