/** Words in one second: GitHub's numbers say which came first, not the ids under which it shows them. */
import { describe, expect, test } from "vitest";
import { keepBallot } from "../../../src/engine/asking/keep-ballot.ts";
import type { CommentSeen } from "../../../src/engine/model/fact.ts";
import { emptyPersistedState } from "../../../src/engine/model/persisted-state.ts";
import { bob, decided, effectsOn, escalation, maria, question, start, task } from "../../support/issues.ts";
import { statusShowing } from "../../support/shown-question.ts";

const at = start + 120_000;
const says = (id: string, commentNumber: number, text: string, author = bob): CommentSeen => ({
  id,
  commentNumber,
  author,
  text,
  createdAt: at,
});
const first = says("IC_z", 99, "/answer SQLite.");
const second = says("IC_a", 100, "/answer Files.", maria);

function acceptedIn(decision: ReturnType<typeof decided>) {
  return decision.records.find(({ seen }) => seen.number === 40)?.persisted.accepted;
}

describe("two answers in one second", () => {
  test.each([
    [first, second],
    [second, first],
  ])("the first by GitHub's numbers is accepted, in whatever order they are read", (...comments) => {
    const decision = decided([task(12), question(40, "#12", { comments })]);
    expect(acceptedIn(decision)).toMatchObject({ word: "IC_z", decision: "SQLite." });
  });

  test("the other one is put before people, who see both", () => {
    const decision = decided([task(12), question(40, "#12", { comments: [first, second] })]);
    const asked = [...effectsOn(decision, 40).values()].find(({ type }) => type === "OpenIssue");
    expect(asked).toMatchObject({ body: expect.stringMatching(/SQLite.*Files/) });
  });

  test("one is a decision on an escalation: its comment's number counts", () => {
    const asked = question(40, "#12", { comments: [second] });
    const decides = (commentNumber: number) => {
      const own = [statusShowing(asked, start + 90_000)];
      const comments = [says("IC_m", commentNumber, "/decide 1", maria)];
      const about = escalation(60, "#40", { comments, own, createdAt: start + 80_000 });
      return acceptedIn(decided([task(12), { ...asked, own: [] }, about]));
    };
    expect(decides(99)).toMatchObject({ word: "I_60" });
    expect(decides(101)).toMatchObject({ word: "IC_a" });
  });
});

test("of two votes of one voter in one second the later one by GitHub's numbers counts, also if it was read first", () => {
  const [record] = decided([task(12)]).records;
  if (record === undefined) throw new Error("Nothing was decided.");
  const cast = (option: number) => ({ voter: "account U_bob", option, round: "r" });
  const later = keepBallot(record, says("IC_a", 100, "/vote 2"), cast(2));
  const persisted = (later.type === "done" && later.persisted) || emptyPersistedState;
  const late = keepBallot({ ...record, persisted }, says("IC_z", 99, "/vote 1"), cast(1));
  expect(late).toEqual({ type: "done" });
  const next = keepBallot({ ...record, persisted }, says("IC_b", 101, "/vote 1"), cast(1));
  expect(next).toMatchObject({ persisted: { ballots: [{ comment: "IC_b", option: 1 }] } });
});
