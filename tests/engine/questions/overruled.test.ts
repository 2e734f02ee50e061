/** Two answers differ, and a person decides between them: which answer counts then, and what is kept of the other one. */
import { describe, expect, test } from "vitest";
import type { CommentSeen, IssueSeen, OwnComment } from "../../../src/engine/model/fact.ts";
import { emptyPersistedState, type PersistedState } from "../../../src/engine/model/persisted-state.ts";
import { keepWords, wordsAlone } from "../../../src/protocol/decided-words.ts";
import { loadTexts } from "../../../src/texts/texts.ts";
import {
  answer,
  bob,
  context,
  decided,
  escalation,
  links,
  maria,
  question,
  start,
  task,
} from "../../support/issues.ts";
import { asSeen, openedFor } from "../../support/opened.ts";

const minute = 60_000;
const { render } = loadTexts();
const says = (text: string, at: number, id: string, author = bob): CommentSeen => ({
  id,
  commentNumber: Number(id.slice(3)),
  author,
  text,
  createdAt: start + at * minute,
});
const status = (id: string, persisted: PersistedState | undefined): OwnComment => ({
  id,
  key: "status",
  text: "",
  createdAt: start + minute,
  isMinimized: false,
  persisted,
});
const first = says("/answer Use SQLite.", 1, "IC_1");
const byComment = says("/answer Use files.", 2, "IC_2", maria);
const byIssue = answer(42, "#40", { author: maria, decision: "Use files.", createdAt: start + 2 * minute });

type Decision = ReturnType<typeof decided>;
const persistedOf = (decision: Decision, number = 40) =>
  decision.records.find(({ seen }) => seen.number === number)?.persisted;

interface Told {
  readonly comments?: readonly CommentSeen[];
  readonly issues?: readonly IssueSeen[];
}

/** The question with its first answer accepted, then with the other one, and what is decided in the escalation about the two. */
function decidedBy(
  { comments = [], issues = [] }: Told,
  words: string,
  later: Told & { readonly changes?: Partial<IssueSeen> } = { comments, issues },
) {
  const asked = (changes: Partial<IssueSeen>) =>
    question(40, "#12", { createdAt: start, blocking: links(task(12)), ...changes });
  const run = (seen: IssueSeen, more: readonly IssueSeen[]) =>
    decided([task(12), seen, ...more], {}, { ...context, render, now: start + 30 * minute });
  const own = [status("IC_s", persistedOf(run(asked({ comments: [first] }), [])))];
  const differing = run(asked({ own, comments: [first, ...comments] }), issues);
  const [raised] = openedFor(differing, 40);
  const opened = [{ key: raised?.marker ?? "", id: "I_60", number: 60 }];
  const memory = { ...(persistedOf(differing) ?? emptyPersistedState), opened };
  const referral = asSeen(60, raised, {
    createdAt: start + 3 * minute,
    comments: [says(words, 10, "IC_9", maria)],
    ...later.changes,
  });
  const seen = (persisted: PersistedState) =>
    asked({ own: [status("IC_s", persisted)], comments: [first, ...(later.comments ?? [])] });
  const decision = run(seen(memory), [...(later.issues ?? []), referral]);
  const again = run(seen(persistedOf(decision) ?? memory), [
    ...(later.issues ?? []),
    { ...referral, own: [status("IC_e", persistedOf(decision, 60))] },
  ]);
  return { accepted: persistedOf(decision)?.accepted, after: persistedOf(again)?.accepted, decision };
}

const word = { by: { id: maria.id, login: "maria" }, at: start + 10 * minute, how: "decision" };
const replaced = { decision: "Use SQLite.", commentNumber: 1, in: 60 };

describe("a person who decides for the other answer", () => {
  test("makes it count as the person's, with its place, and keeps the beginning of the first one", () => {
    const { accepted } = decidedBy({ comments: [byComment] }, "/decide 2");
    expect(accepted).toMatchObject({
      ...word,
      word: "IC_2",
      overrules: "IC_1",
      decision: "Use files.",
      commentNumber: 2,
      version: { title: "Q: Question 40" },
      row: expect.stringContaining("policy"),
    });
    expect(accepted?.replaced).toStrictEqual(replaced);
    expect(accepted).not.toHaveProperty("number");
    expect(accepted).not.toHaveProperty("because");
  });

  test("makes all of it count, although the option shows its beginning", () => {
    const long = { ...byComment, text: `/answer ${"Use files, as before. ".repeat(60)}And no others.` };
    const { accepted } = decidedBy({ comments: [long] }, "/decide 2");
    expect(accepted).toMatchObject({ ...word, word: "IC_2" });
    expect(accepted && wordsAlone(accepted.decision)).toMatch(/And no others\.$/);
  });

  test("may give an issue's answer, and a reason", () => {
    const { accepted } = decidedBy({ issues: [byIssue] }, "/decide 2 because two servers share it");
    expect(accepted).toMatchObject({ ...word, word: "I_42", number: 42, because: "two servers share it" });
    expect(accepted).not.toHaveProperty("commentNumber");
  });

  test("is not asked again, and what was replaced stays what it was", () => {
    const { accepted, after } = decidedBy({ comments: [byComment] }, "/decide 2");
    expect(after).toEqual(accepted);
  });

  test("chose the words that the option showed, whatever the other answer says since", () => {
    const edited = { ...byComment, text: "/answer Delete everything." };
    const { accepted } = decidedBy({ comments: [byComment] }, "/decide 2", { comments: [edited] });
    expect(accepted).toMatchObject({ ...word, word: "I_60", number: 60, decision: "Use files." });
    const gone = decidedBy({ issues: [byIssue] }, "/decide 2", { issues: [] }).accepted;
    expect(gone).toMatchObject({ ...word, word: "I_60", number: 60, decision: "Use files." });
  });

  test("has answers, escalations and tasks of the question looked at again", () => {
    const { decision } = decidedBy({ issues: [byIssue] }, "/decide 2");
    const because = (id: string) =>
      decision.refreshes.filter((each) => each.id === id).map((each) => each.because);
    expect(because("I_42")).toContain("Its question was answered.");
    expect(because("I_12")).toContain("A decision that it builds on was made or changed.");
  });
});

test("a person who decides in other words than both makes those count, where they were written", () => {
  const { accepted } = decidedBy({ comments: [byComment] }, "/answer Use neither.");
  expect(accepted).toMatchObject({
    ...word,
    word: "I_60",
    number: 60,
    decision: "Use neither.",
    overrules: "IC_1",
  });
  expect(accepted?.replaced).toEqual(replaced);
});

test("a person who keeps the first answer, or has not decided, changes nothing", () => {
  for (const words of ["/decide 1", "Hm."]) {
    const { accepted } = decidedBy({ comments: [byComment] }, words);
    expect(accepted).toMatchObject({ word: "IC_1", decision: "Use SQLite.", by: { login: "bob" } });
    expect(accepted).not.toHaveProperty("replaced");
  }
});

test("an escalation of somebody else about the question replaces no answer, decided or not", () => {
  const other = escalation(61, "#40", { comments: [says("/decide 2", 10, "IC_9", maria)] });
  const decidedThere = {
    ...word,
    how: "command",
    word: "IC_9",
    version: { title: other.title, hash: other.textHash },
    row: "people",
    option: 2,
    decision: keepWords("Use files."),
    because: "",
  } as const;
  const admitted = { hash: other.textHash, title: other.title, by: "U_alice" };
  const persisted = { ...emptyPersistedState, admitted, decided: decidedThere };
  for (const issue of [other, { ...other, own: [status("IC_o", persisted)] }]) {
    const { accepted } = decidedBy({ comments: [byComment] }, "Hm.", {
      comments: [byComment],
      issues: [issue],
    });
    expect(accepted).toMatchObject({ word: "IC_1" });
  }
});
