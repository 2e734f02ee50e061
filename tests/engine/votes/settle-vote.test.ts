/** What becomes of a vote, what is kept of it, and what is looked at again for it. */
import { describe, expect, test } from "vitest";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import { openedKey } from "../../../src/engine/model/opened.ts";
import type { PersistedState } from "../../../src/engine/model/persisted-state.ts";
import { offeredOptions } from "../../../src/engine/votes/offered-options.ts";
import { keepWords } from "../../../src/protocol/decided-words.ts";
import type { Vote } from "../../../src/protocol/kinds/vote.ts";
import {
  ada,
  bea,
  casts,
  cleo,
  hour,
  minute,
  pollOn,
  remembering,
  vote,
  voteRoles,
} from "../../support/ballots.ts";
import {
  bob,
  closed,
  completed,
  context,
  escalation,
  mallory,
  maria,
  question,
  start,
  task,
  us,
} from "../../support/issues.ts";

const votes = () => [casts(ada, "/vote 1"), casts(bea, "/vote 1", 2 * minute)];
const keyOf = ({ id }: { readonly id: string }) => `account ${id}`;
const because = "A vote about it was decided.";

describe("what is kept of a vote that its ballots carried", () => {
  test("is the option's words, of how many, and when the last of them was cast", () => {
    const comments = [casts(ada, "/vote 1"), casts(cleo, "/vote 2"), casts(bea, "/vote 1", 3 * minute)];
    const seen = vote({}, { comments });
    expect(pollOn(seen).outcome).toEqual({
      how: "count",
      result: "carried",
      option: 1,
      decision: "SQLite, one file.",
      version: { title: seen.title, hash: seen.textHash },
      votes: 2,
      voters: 3,
      at: start + 3 * minute,
    });
    const people = vote({ Voters: "people", Needs: "1" }, { comments: [casts(bob, "/vote 2")] });
    expect(pollOn(people).outcome).toMatchObject({ option: 2, decision: "PostgreSQL.", votes: 1 });
    expect(pollOn(people).outcome).not.toHaveProperty("voters");
  });

  test("is nothing while a voter's role is not known, and once it was closed or approved by nobody", () => {
    const roles = new Map([...voteRoles].filter(([key]) => !key.endsWith(bea.id)));
    expect(pollOn(vote({}, { comments: votes() }), [], {}, { roles }).outcome).toBeUndefined();
    const known = pollOn(vote({ Needs: "3" }, { comments: votes() })).persisted;
    const own = [remembering({ ...known })];
    const ballots = known?.ballots?.map((ballot) => ({ ...ballot, round: vote().textHash }));
    const counted = remembering({ ...known, ballots });
    expect(pollOn(vote({}, { own: [counted] })).outcome).toBeDefined();
    expect(
      pollOn(closed(vote({}, { own: [counted] }), completed, start + hour, maria)).outcome,
    ).toBeUndefined();
    expect(pollOn(vote({}, { own })).outcome).toBeUndefined();
    expect(pollOn(vote({}, { comments: votes(), author: mallory })).persisted?.outcome).toBeUndefined();
  });

  test("is nothing while nobody stands for its text, also if votes that counted are kept", () => {
    const doubted = new Map([...voteRoles].filter(([key]) => !key.endsWith(bea.id)));
    const { persisted } = pollOn(vote({}, { comments: votes() }), [], {}, { roles: doubted });
    const { admitted: _, ...kept } = { ...persisted };
    expect(kept.ballots).toHaveLength(1);
    const ballots = [
      ...(kept.ballots ?? []),
      { ...kept.ballots?.[0], voter: keyOf(bea), by: bea, comment: "IC_b" },
    ];
    const own = [remembering({ ...kept, ballots } as Partial<PersistedState>)];
    expect(pollOn(vote({}, { own })).outcome).toBeDefined();
    expect(pollOn(vote({}, { own, author: mallory })).persisted?.outcome).toBeUndefined();
  });

  test("stays once it is kept, whatever is said later", () => {
    const kept = pollOn(vote({}, { comments: votes() })).persisted;
    const later = vote(
      {},
      { own: [remembering({ ...kept })], comments: [casts(ada, "/vote 2", 9 * minute)] },
    );
    expect(pollOn(later).outcome).toEqual(kept?.outcome);
  });

  test("is of a vote alone", () => {
    expect(pollOn(task(50, { comments: votes() })).outcome).toBeUndefined();
  });
});

describe("a vote about a question", () => {
  const asked = question(40, "#12");
  const about = (changes: Partial<IssueSeen> = {}) => vote({ Regarding: "#40" }, changes);
  const shownAt = (at: number) =>
    remembering(
      { kind: "vote", regarded: { first: { hash: asked.textHash, at }, shows: asked.textHash } },
      at,
    );

  test("has the question looked at again once it is settled", () => {
    const ids = (seen: IssueSeen) =>
      pollOn(seen, [asked])
        .decision.refreshes.filter((each) => each.because === because)
        .map(({ id }) => id);
    expect(ids(about({ comments: votes() }))).toEqual(["I_40"]);
    expect(ids(about({ comments: votes().slice(0, 1) }))).toEqual([]);
    expect(ids(vote({}, { comments: votes() }))).toEqual([]);
  });

  test("settles it if the first of the votes was cast after it had shown the question", () => {
    const settled = (at: number) =>
      pollOn(about({ comments: votes(), own: [shownAt(at)] }), [asked]).persisted?.regarded?.settles;
    expect(settled(start + minute - 1)).toBe(asked.textHash);
    expect(settled(start + minute)).toBeUndefined();
    expect(settled(start + minute + 1)).toBeUndefined();
  });

  test("settles it by a person's decision after that, too, whenever votes were cast", () => {
    const comments = [casts(ada, "/vote 1"), casts(maria, "/decide 2", 5 * minute)];
    const { persisted } = pollOn(about({ comments, own: [shownAt(start + 2 * minute)] }), [asked]);
    expect(persisted?.regarded?.settles).toBe(asked.textHash);
  });
});

describe("a vote that ended without a decision, and that a person decided in its escalation", () => {
  const tied = () =>
    vote({ Voters: "ada, bea" }, { comments: [casts(ada, "/vote 1"), casts(bea, "/vote 2", 2 * minute)] });
  type Decided = NonNullable<PersistedState["decided"]>;
  const decided = (changes: Partial<Decided> = {}): Decided => ({
    how: "command",
    word: "IC_d",
    version: { title: "Escalation", hash: "0" },
    by: { id: maria.id, login: "maria" },
    at: start + 20 * minute,
    row: "people",
    option: 2,
    decision: keepWords("PostgreSQL."),
    because: "we run it",
    ...changes,
  });
  const raised = (changes: Partial<Decided> = {}, round = tied().textHash, says: Partial<IssueSeen> = {}) =>
    escalation(60, "#50", {
      author: us,
      opened: { key: openedKey("I_50", { type: "vote", round }) },
      own: [{ ...remembering({ kind: "escalation", decided: decided(changes) }), id: "IC_60" }],
      ...says,
    });

  test("takes over the option, whole, by whom, when, why, and where", () => {
    const seen = tied();
    const { outcome, decision } = pollOn(seen, [raised()]);
    expect(outcome).toEqual({
      how: "decision",
      word: "I_60",
      result: "decided",
      decision: "PostgreSQL.",
      version: { title: seen.title, hash: seen.textHash },
      by: { id: maria.id, login: "maria" },
      at: start + 20 * minute,
      row: "people",
      number: 60,
      option: 2,
      because: "we run it",
    });
    expect(decision.refreshes).toContainEqual(expect.objectContaining({ id: "I_60", because }));
  });

  test("takes over other words as they are, without a number, and no reason where none was given", () => {
    const { outcome } = pollOn(tied(), [raised({ decision: keepWords("Files."), because: "" })]);
    expect(outcome).toMatchObject({ decision: "Files.", result: "decided" });
    expect(outcome).not.toHaveProperty("option");
    expect(outcome).not.toHaveProperty("because");
    const { option: _, ...words } = decided({ decision: keepWords("Files.") });
    const own = [{ ...remembering({ kind: "escalation", decided: words }), id: "IC_60" }];
    expect(pollOn(tied(), [raised({}, tied().textHash, { own })]).outcome).toMatchObject({
      decision: "Files.",
    });
  });

  test("takes a long option whole, of which the escalation showed the beginning", () => {
    const long = `SQLite, ${"and one file, ".repeat(30)}as before.`;
    const seen = vote(
      { Options: `1. ${long}\n2. PostgreSQL.`, Voters: "ada, bea" },
      { comments: tied().comments },
    );
    const [shown] = offeredOptions({ options: [long, "PostgreSQL."] } as unknown as Vote);
    const text = shown?.text ?? "";
    expect(text).not.toBe(long);
    const { outcome } = pollOn(seen, [raised({ option: 1, decision: keepWords(text) }, seen.textHash)]);
    expect(outcome).toMatchObject({ option: 1, decision: long });
  });

  test("stays as it is kept, also if an earlier decision is found later", () => {
    const kept = pollOn(vote({ Voters: "ada" }, { comments: [casts(ada, "/vote 1")] })).persisted;
    const seen = vote({ Voters: "ada" }, { own: [remembering({ ...kept })] });
    const { outcome } = pollOn(seen, [raised({ at: start + 1 }, seen.textHash)]);
    expect(outcome).toEqual(kept?.outcome);
    expect(outcome).toMatchObject({ result: "carried", option: 1 });
  });

  test("settles the question that its status had shown before that, whenever votes were cast", () => {
    const asked = question(40, "#12");
    const shown = remembering(
      {
        kind: "vote",
        regarded: { first: { hash: asked.textHash, at: start + 9 * minute }, shows: asked.textHash },
      },
      start + 9 * minute,
    );
    const comments = [casts(ada, "/vote 1"), casts(bea, "/vote 2", 2 * minute)];
    const seen = vote({ Voters: "ada, bea", Regarding: "#40" }, { comments, own: [shown] });
    const settled = (at: number) =>
      pollOn(seen, [asked, raised({ at }, seen.textHash)]).persisted?.regarded?.settles;
    expect(settled(start + 20 * minute)).toBe(asked.textHash);
    expect(settled(start + 9 * minute)).toBeUndefined();
  });

  test.each<readonly [string, Parameters<typeof raised>]>([
    ["that somebody else opened", [{}, undefined, { author: bob, opened: undefined }]],
    ["of another round", [{}, "0".repeat(64)]],
    [
      "by default, which is nobody's word",
      [{ how: "default", by: { id: context.botId, login: "signalbox" } }],
    ],
    ["that is about something else", [{}, undefined, { opened: { key: "open:I_50:overdue@0" } }]],
    ["that nobody decided", [{}, undefined, { own: [] }]],
  ])("takes over nothing from one %s", (_, given) => {
    const { outcome, decision } = pollOn(tied(), [raised(...given)]);
    expect(outcome).toBeUndefined();
    expect(decision.refreshes.map((each) => each.because)).not.toContain(because);
  });
});
