/** Answers whose author may not answer the question, and the users who take responsibility for them. */
import { describe, expect, it } from "vitest";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import { emptyPersistedState } from "../../../src/engine/model/persisted-state.ts";
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
} from "../../support/issues.ts";

const bodyHash = "abcdef12".padEnd(64, "0");

/** An answer by a user without write access whose exact body a trusted user approved. */
function approved(by: typeof maria, changes: Partial<IssueSeen> = {}): IssueSeen {
  const { textHash } = answer(41, "#40", { bodyHash });
  const admitted = { hash: textHash, body: bodyHash, by: by.id, approver: by.login };
  const persisted = { ...emptyPersistedState, admitted };
  const status = {
    id: "IC_1",
    key: "status",
    text: "",
    persisted: persisted,
    createdAt: start,
    isMinimized: false,
  };
  return answer(41, "#40", { author: mallory, bodyHash, own: [status], ...changes });
}

const settledBy = (issues: readonly IssueSeen[]) =>
  decided(issues).records.find(({ seen }) => seen.number === 40)?.persisted.accepted?.by.login;

describe("an answer by a user without write access", () => {
  it("G10 an answer by a user without write access counts as its approver's once a user who may answer the question approves it", () => {
    const decision = decided([task(12), question(40, "#12"), approved(maria)]);
    expect(effectsOn(decision, 40).has("close")).toBe(true);
    expect(settledBy([task(12), question(40, "#12"), approved(maria)])).toBe("maria");
  });

  it("G10 the status of an approved answer says who approved it, what it answers and what allowed that", () => {
    const decision = decided([task(12), question(40, "#12"), approved(maria)]);
    const shown = '"status":"settles","question":"#40","approvedBy":"maria","policyRow":"row ';
    expect(effectsOn(decision, 41).get("status")).toMatchObject({ text: expect.stringContaining(shown) });
  });

  it("G10 an answer that the asker approved does not count", () => {
    const decision = decided([task(12), question(40, "#12", { author: alice }), approved(alice)]);
    expect(effectsOn(decision, 40).has("close")).toBe(false);
    expect(effectsOn(decision, 41).get("status")).toMatchObject({
      text: expect.stringContaining("The person who asked a question cannot answer it"),
    });
  });

  it("G10 an approved answer does not count once its body differs from the approved one", () => {
    expect(
      settledBy([task(12), question(40, "#12"), approved(maria, { bodyHash: "f".repeat(64) })]),
    ).toBeUndefined();
  });

  it("G10 an approved answer counts for the approved body, whoever edited it before", () => {
    expect(settledBy([task(12), question(40, "#12"), approved(maria, { editor: mallory })])).toBe("maria");
  });

  it("an answer by a user without write access does not count without an approval", () => {
    expect(
      settledBy([task(12), question(40, "#12"), answer(41, "#40", { author: mallory })]),
    ).toBeUndefined();
  });

  it("an answer counts as its editor's when a user who may answer the question takes it over by an edit", () => {
    const taken = answer(41, "#40", { author: mallory, editor: bob });
    expect(settledBy([task(12), question(40, "#12"), taken])).toBe("bob");
  });
});
