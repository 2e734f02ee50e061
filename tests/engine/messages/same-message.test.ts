/** The same message sent twice: the later issue has no effect. */
import { describe, expect, it } from "vitest";
import { writeEnvelope } from "../../../src/protocol/envelope/envelope.ts";
import {
  added,
  alice,
  bob,
  decided,
  effectsOn,
  mallory,
  question,
  reopened,
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
const close = { type: "CloseIssue", reason: "duplicate" };

describe("a message that was sent before", () => {
  it("N11 a message that was sent before has no effect, and is closed as a duplicate", () => {
    const decision = decided([task(12), sent(40), sent(41)]);
    expect([...effectsOn(decision, 41).values()]).toEqual([close]);
    expect(effectsOn(decision, 40).has("edge I_12")).toBe(true);
    expect(effectsOn(decision, 40).has("close")).toBe(false);
  });

  it("N11 the same id by another author is a message of its own", () => {
    const decision = decided([task(12), sent(40), sent(41, { author: alice })]);
    expect(effectsOn(decision, 41).has("edge I_12")).toBe(true);
    expect(effectsOn(decision, 41).has("close")).toBe(false);
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
