/** The same message sent twice: the later issue has no effect. */
import { describe, expect, it } from "vitest";
import type { Decision } from "../../../src/engine/decide.ts";
import { writeEnvelope } from "../../../src/protocol/envelope/envelope.ts";
import {
  added,
  alice,
  bob,
  decided,
  effectsOn,
  escalation,
  mallory,
  question,
  reopened,
  start,
  task,
} from "../../support/issues.ts";

const id = "01JZ0000000000000000000000";
const sent = (number: number, changes: Parameters<typeof question>[2] = {}) => {
  const { body } = question(number, "#12");
  return question(number, "#12", {
    author: bob,
    body: `${body}\n\n${writeEnvelope({ v: "1.0", id })}`,
    ...changes,
  });
};
const persistedOf = (decision: Decision, number: number) => {
  const record = decision.records.find(({ seen }) => seen.number === number);
  if (record === undefined) throw new Error(`#${number} was not decided about.`);
  return record.persisted;
};
const closeAsCopy = (duplicateOf: string) => ({ type: "CloseIssue", reason: "duplicate", duplicateOf });

describe("a message that was sent before", () => {
  it("N11 a message that was sent before has no effect, and is closed as a duplicate", () => {
    const decision = decided([task(12), sent(40), sent(41)]);
    expect([...effectsOn(decision, 41).values()]).toEqual([closeAsCopy("I_40")]);
    expect(effectsOn(decision, 40).has("edge I_12")).toBe(true);
    expect(effectsOn(decision, 40).has("close")).toBe(false);
  });

  it("N11 the same id by another author is a message of its own", () => {
    const decision = decided([task(12), sent(40), sent(41, { author: alice })]);
    expect(effectsOn(decision, 41).has("edge I_12")).toBe(true);
    expect(effectsOn(decision, 41).has("close")).toBe(false);
  });

  it("IF10 one that had its effect already stays, although its older twin is read later", () => {
    const admitted = sent(41);
    const before = decided([task(12), admitted]);
    const [kept] = before.records.filter(({ seen }) => seen.number === 41);
    if (kept === undefined) throw new Error("It was decided about.");
    const decision = decided([task(12), sent(40), admitted], { records: new Map([["I_41", kept]]) });
    expect([...effectsOn(decision, 40).values()]).toEqual([closeAsCopy("I_41")]);
    expect(effectsOn(decision, 41).has("close")).toBe(false);
    expect(persistedOf(decision, 40).admitted).toBeUndefined();
  });

  it("IF10 what was closed for its younger twin stays without effect where the index was lost", () => {
    const closed = { state: "closed", reason: "duplicate" } as const;
    const decision = decided([task(12), sent(40, { issueState: closed }), sent(41)]);
    expect(persistedOf(decision, 40).admitted).toBeUndefined();
    expect(effectsOn(decision, 41).has("edge I_12")).toBe(true);
    expect(effectsOn(decision, 41).has("close")).toBe(false);
  });

  it("the older one counts if people closed both as duplicates of something else", () => {
    const closed = { state: "closed", reason: "duplicate" } as const;
    const both = decided([task(12), sent(40, { issueState: closed }), sent(41, { issueState: closed })]);
    expect(persistedOf(both, 40).admitted).toBeDefined();
    expect(persistedOf(both, 41).admitted).toBeUndefined();
  });

  it("a repeated message by a user without write access is left to be approved, like every other", () => {
    const decision = decided([task(12), sent(40, { author: mallory }), sent(41, { author: mallory })]);
    expect(added(decision, 41)).toEqual(["needs-approval"]);
    expect(effectsOn(decision, 41).has("close")).toBe(false);
  });

  it("a repeated message counts when a person reopens it", () => {
    const decision = decided([task(12), sent(40), sent(41, { issueState: reopened })]);
    expect(effectsOn(decision, 41).has("edge I_12")).toBe(true);
    expect(effectsOn(decision, 41).has("close")).toBe(false);
  });
});

describe("N51 the same question without an id", () => {
  const asks = (number: number, after: number, changes: Parameters<typeof question>[2] = {}) =>
    question(number, "#12", { author: bob, title: "Q: Which?", createdAt: start + after, ...changes });
  const isDropped = (second: ReturnType<typeof question>): boolean => {
    const decision = decided([task(12), asks(40, 0), second]);
    expect(effectsOn(decision, 40).has("edge I_12")).toBe(true);
    const effects = [...effectsOn(decision, second.number).values()];
    return effects.length === 1 && effects[0]?.type === "CloseIssue" && effects[0].reason === "duplicate";
  };

  it.each([0, 1_000, 10_000])(
    "by the same author within seconds (%i ms) has no effect, and is closed",
    (after) => {
      expect(isDropped(asks(41, after))).toBe(true);
    },
  );

  it.each<readonly [string, ReturnType<typeof question>]>([
    ["later", asks(41, 11_000)],
    ["by somebody else", asks(41, 0, { author: alice })],
    ["under another title", asks(41, 0, { title: "Q: Which one?" })],
    ["with another body", asks(41, 0, { body: `${asks(41, 0).body}!` })],
    ["edited since", asks(41, 0, { editor: bob, editedAt: start + 1 })],
    ["renamed since", asks(41, 0, { renamed: { at: start + 1, by: bob } })],
    ["reopened by a person", asks(41, 0, { issueState: reopened })],
  ])("%s is a question of its own", (_, second) => {
    expect(isDropped(second)).toBe(false);
  });

  it("of an escalation, too; and two tasks alike are two tasks", () => {
    const asked = [50, 51].map((number) =>
      escalation(number, "#12", { author: bob, title: "Which?", createdAt: start }),
    );
    const decision = decided([task(12), ...asked]);
    expect([...effectsOn(decision, 51).values()]).toEqual([closeAsCopy("I_50")]);
    const tasks = [60, 61].map((number) =>
      task(number, { title: "Build", body: "### Goal\n\nIt.\n", createdAt: start }),
    );
    expect(effectsOn(decided(tasks), 61).has("close")).toBe(false);
  });
});
