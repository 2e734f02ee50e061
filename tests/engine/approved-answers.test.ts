/** Answers whose author may not settle anything, and who stands behind them instead. */
import { describe, expect, it } from "vitest";
import type { IssueSeen } from "../../src/engine/model/fact.ts";
import { blankMemory } from "../../src/engine/model/memory.ts";
import {
  alice,
  answer,
  bob,
  decided,
  effectsOn,
  mallory,
  maria,
  question,
  start,
  task,
} from "../support/issues.ts";

const bodyHash = "abcdef12".padEnd(64, "0");

/** A stranger's answer whose exact body somebody approved. */
function approved(by: typeof maria, changes: Partial<IssueSeen> = {}): IssueSeen {
  const admitted = { hash: bodyHash, by: by.id, approver: by.login };
  const memory = { ...blankMemory, admitted };
  const status = { id: "IC_1", key: "status", text: "", memory, createdAt: start, isMinimized: false };
  return answer(41, "#40", { author: mallory, bodyHash, own: [status], ...changes });
}

const settledBy = (issues: readonly IssueSeen[]) =>
  decided(issues).records.find(({ seen }) => seen.number === 40)?.memory.accepted?.by.login;

describe("a stranger's answer", () => {
  it("G10 counts as its approver's, once somebody who may settle the question approved it", () => {
    const decision = decided([task(12), question(40, "#12"), approved(maria)]);
    expect(effectsOn(decision, 40).has("close")).toBe(true);
    expect(settledBy([task(12), question(40, "#12"), approved(maria)])).toBe("maria");
  });

  it("G10 says in its status who approved it, what it settles and what allowed that", () => {
    const decision = decided([task(12), question(40, "#12"), approved(maria)]);
    const shown = '"standing":"settles","question":"#40","approvedBy":"maria","policyRow":"row ';
    expect(effectsOn(decision, 41).get("status")).toMatchObject({ text: expect.stringContaining(shown) });
  });

  it("G10 does not count when whoever asked approved it", () => {
    const decision = decided([task(12), question(40, "#12", { author: alice }), approved(alice)]);
    expect(effectsOn(decision, 40).has("close")).toBe(false);
    expect(effectsOn(decision, 41).get("status")).toMatchObject({
      text: expect.stringContaining("The person who asked a question cannot answer it"),
    });
  });

  it("G10 does not count once its body is another than the one approved", () => {
    expect(
      settledBy([task(12), question(40, "#12"), approved(maria, { bodyHash: "f".repeat(64) })]),
    ).toBeUndefined();
  });

  it("G10 counts for what was approved, whoever edited it before", () => {
    expect(settledBy([task(12), question(40, "#12"), approved(maria, { editor: mallory })])).toBe("maria");
  });

  it("does not count without anybody's approval", () => {
    expect(
      settledBy([task(12), question(40, "#12"), answer(41, "#40", { author: mallory })]),
    ).toBeUndefined();
  });

  it("counts as its editor's, when somebody who may settle the question took it over by an edit", () => {
    const taken = answer(41, "#40", { author: mallory, editor: bob });
    expect(settledBy([task(12), question(40, "#12"), taken])).toBe("bob");
  });
});
