/**
 * Between two answers that contradict each other, a comment on a login that agents use decides only if neither is the
 * login's: nothing tells it from an agent's word for its own answer.
 */
import { describe, expect, test } from "vitest";
import { mayBeOwnAgents, mayBeOwnAnswer } from "../../../src/engine/admission/own-words.ts";
import type { Voice } from "../../../src/engine/admission/speaking/voice.ts";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import { viewOf } from "../../../src/engine/model/view.ts";
import {
  alice,
  answer,
  bob,
  decided,
  empty,
  escalation,
  maria,
  question,
  start,
  task,
} from "../../support/issues.ts";

const asPerson = (by: typeof maria, mayBeAgent: boolean): Voice => ({
  id: by.id,
  login: by.login,
  speaker: { type: "person", ...(mayBeAgent ? { mayBeAgent: true } : {}) },
});

/** Whether maria's comment on the escalation may be an agent's about an answer of her login. */
function mayBeOwn({
  accepted = bob,
  other = alice,
  by = asPerson(maria, true),
  key = "contradiction",
  isRead = true,
}: {
  readonly accepted?: typeof maria;
  readonly other?: typeof maria;
  readonly by?: Voice;
  readonly key?: string;
  readonly isRead?: boolean;
} = {}): boolean {
  const talk = { id: "IC_6", author: alice, text: "Which?", createdAt: start };
  const comment = { id: "IC_7", author: other, text: "/answer Files.", createdAt: start };
  const asked = question(40, "#12", { author: alice, comments: [talk, comment] });
  const given = answer(41, "#40", { author: accepted });
  const ours: IssueSeen = escalation(50, "#40", {
    author: bob,
    opened: { key: `open:I_40:${key}@I_41:IC_7` },
  });
  const issues = isRead ? [task(12), asked, given, ours] : [given, ours];
  const { records } = decided(issues);
  const view = viewOf({ ...empty, records: new Map(records.map((each) => [each.seen.id, each])) });
  const record = view.records.get("I_50");
  if (record === undefined) throw new Error("The escalation has no record.");
  return mayBeOwnAgents(view, record, by);
}

describe("a comment on a login that agents use", () => {
  test("decides between answers of others", () => {
    expect(mayBeOwn()).toBe(false);
  });

  test("does not decide where the accepted answer is the login's, given as an issue", () => {
    expect(mayBeOwn({ accepted: maria })).toBe(true);
  });

  test("does not decide where the other answer is the login's, given in a comment", () => {
    expect(mayBeOwn({ other: maria })).toBe(true);
  });

  test("does not decide about its answer issue even while the question is not read", () => {
    expect(mayBeOwn({ accepted: maria, isRead: false })).toBe(true);
    expect(mayBeOwn({ isRead: false })).toBe(false);
  });

  test("is about no answers where the escalation is not about a contradiction", () => {
    expect(mayBeOwn({ accepted: maria, other: maria, key: "proposed" })).toBe(false);
  });
});

test("a person on a login without agents decides even about their own answers", () => {
  expect(mayBeOwn({ accepted: maria, other: maria, by: asPerson(maria, false) })).toBe(false);
});

test("it may be its own answer if any of those who gave it has the login", () => {
  const [own, other] = [asPerson(maria, true), asPerson(bob, false)];
  expect(mayBeOwnAnswer(own, [other, own])).toBe(true);
  expect(mayBeOwnAnswer(own, [other])).toBe(false);
  expect(mayBeOwnAnswer(asPerson(maria, false), [own])).toBe(false);
});
