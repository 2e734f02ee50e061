/** Blockers that were closed while the index was lost: the first read after it is all that is known of the task. */
import { expect, test } from "vitest";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import {
  added,
  bob,
  closed,
  closedAsDuplicate,
  completed,
  decided,
  effectsOn,
  links,
  mallory,
  start,
  task,
} from "../../support/issues.ts";

const closedAt = start + 60_000;
const waiting = (blocker: IssueSeen, changes: Partial<IssueSeen> = {}) =>
  task(12, { blockedBy: links(blocker), ...changes });
const notice = (createdAt: number) => ({
  id: "IC_wake",
  key: `wake:I_40@${closedAt}`,
  text: "",
  persisted: undefined,
  createdAt,
  isMinimized: false,
});

test("one that an account closed which may not leaves its task blocked, and a person is asked", () => {
  const done = closed(task(40), completed, closedAt, mallory);
  const decision = decided([waiting(done), done]);
  expect(added(decision, 12)).toEqual(["status:blocked"]);
  expect(effectsOn(decision, 12).has("wake")).toBe(false);
  expect([...effectsOn(decision, 12).values()].filter(({ type }) => type === "OpenIssue")).toHaveLength(1);
});

test("one that such an account marked as a duplicate of what is done, the same", () => {
  const done = closed(task(41), completed, closedAt, bob);
  const marked = { ...closedAsDuplicate(task(40), done), closedBy: mallory };
  expect(added(decided([waiting(marked), marked, done]), 12)).toEqual(["status:blocked"]);
});

test("one that an account closed which may frees its task", () => {
  const done = closed(task(40), completed, closedAt, bob);
  const decision = decided([waiting(done), done]);
  expect(added(decision, 12)).toEqual(["status:ready"]);
  expect(effectsOn(decision, 12).has("wake")).toBe(true);
});

test("what our notice told since was judged before, and what ended before the task was opened never blocked it", () => {
  const done = closed(task(40), completed, closedAt, mallory);
  const told = { own: [notice(closedAt + 1_000)] };
  expect(added(decided([waiting(done, told), done]), 12)).toEqual(["status:ready"]);
  const earlier = { ...done, closedAt: start + 11_000 };
  expect(added(decided([waiting(earlier), earlier]), 12)).toEqual(["status:ready"]);
});

test("a closed issue that a known task is linked to later never blocked it", () => {
  const done = closed(task(40), completed, closedAt, mallory);
  const before = decided([task(12), done]);
  const records = new Map(before.records.map((each) => [each.seen.id, each]));
  expect(added(decided([waiting(done), done], { records }), 12)).toEqual(["status:ready"]);
});
