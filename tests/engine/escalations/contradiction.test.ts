import { describe, expect, it } from "vitest";
import { sha256 } from "../../../src/base/sha256.ts";
import type { CommentSeen, IssueSeen } from "../../../src/engine/model/fact.ts";
import type { Accepted, PersistedState } from "../../../src/engine/model/persisted-state.ts";
import type { Proposal } from "../../../src/engine/model/proposal.ts";
import { keepWords } from "../../../src/protocol/decided-words.ts";
import { loadTexts } from "../../../src/texts/texts.ts";
import {
  alice,
  answer,
  bob,
  closed,
  completed,
  context,
  decided,
  effectsOn,
  links,
  mallory,
  maria,
  question,
  start,
  task,
  us,
} from "../../support/issues.ts";
import { asSeen, openedFor, readingOf } from "../../support/opened.ts";

const { render } = loadTexts();
const known = { ...context, render };
const first = answer(41, "#40", { author: maria, decision: "Use SQLite." });
const second = (decision = "Use files_2.", author = bob) => answer(42, "#40", { author, decision });
const ownComment = (key: string, persisted?: PersistedState) => ({
  id: `IC_${key}`,
  key,
  text: "",
  persisted: persisted,
  createdAt: start,
  isMinimized: false,
});
/** The question, when its first answer has been accepted. */
const answered = (
  changes: (persisted: PersistedState) => Partial<PersistedState> = () => ({}),
): IssueSeen => {
  const asked = question(40, "#12");
  const found = decided([task(12), asked, first]).records.find(({ seen }) => seen.number === 40);
  const persisted = found && { ...found.persisted, ...changes(found.persisted) };
  return { ...asked, own: [ownComment("status", persisted)] };
};
const keyOf = (other: string, words: string) =>
  `open:I_40:contradiction@I_41:${other} words ${sha256(words)}`;
/** Records that people were asked, by issue 60. */
const asked60 = () => ({
  opened: [{ key: keyOf("I_42", "Use files_2."), id: "I_60", number: 60 }],
});
const story = (...more: readonly IssueSeen[]) => [task(12), answered(), first, ...more];
const raise = (other: IssueSeen) => openedFor(decided(story(other), {}, known), 40);
const comment = (text: string): CommentSeen => ({
  id: "IC_7",
  author: maria,
  text,
  createdAt: start + 90_000,
});
const acceptedIn = (decision: ReturnType<typeof decided>) =>
  decision.records.find(({ seen }) => seen.number === 40)?.persisted.accepted;

describe("a later answer that disagrees", () => {
  it("S4.64 a later answer that disagrees becomes one escalation with both answers as its options", () => {
    const raised = raise(second());
    expect(raised).toHaveLength(1);
    expect(readingOf(raised[0])).toMatchObject({
      problems: [],
      message: { regarding: { number: 40 }, options: ["Use SQLite.", "Use files_2."] },
    });
    expect(raise(second())[0]?.marker).toBe(keyOf("I_42", "Use files_2."));
  });

  it("J07 our own suggestion does not contradict an accepted answer, and is closed", () => {
    const asked = answered();
    const proposal: Proposal = {
      textHash: asked.textHash,
      basis: "b",
      isSuggestion: true,
      gates: [],
      passages: [],
      proposed: {
        type: "answer",
        decisionClass: "implementation-approach",
        decision: "Use files.",
        quotes: [],
        rationale: undefined,
        alternatives: undefined,
        precedent: undefined,
        answerer: "quote",
      },
    };
    const key = `open:I_40:answer@${asked.textHash.slice(0, 12)}`;
    const raisedBy = (changes: Partial<IssueSeen>) =>
      openedFor(
        decided(
          [task(12), asked, first, answer(42, "#40", { decision: "Use files.", ...changes })],
          { proposals: new Map([["I_40", proposal]]) },
          known,
        ),
        40,
      );
    expect(raisedBy({ author: bob })).toHaveLength(1);
    expect(raisedBy({ author: us, opened: { key } })).toEqual([]);
  });

  it("an answer in the same words, by a user without write access, or by the asker does not contradict", () => {
    expect(raise(second("use  sqlite"))).toEqual([]);
    expect(raise(second(undefined, mallory))).toEqual([]);
    expect(raise(second(undefined, alice))).toEqual([]);
  });

  it("a later answer becomes the accepted one when a person decides for it, as that person's decision", () => {
    const [effect] = raise(second());
    const at = (text: string) =>
      decided(story(second(), asSeen(60, effect, { comments: [comment(text)] })), {}, known);
    expect(acceptedIn(at("/decide 2"))).toMatchObject({
      word: "I_42",
      number: 42,
      decision: "Use files_2.",
      by: { login: "maria" },
    });
    expect(acceptedIn(at("/decide 1"))).toMatchObject({ word: "I_41", decision: "Use SQLite." });
    expect(openedFor(at("/decide 2"), 40)).toEqual([]);
    expect(effectsOn(at("/decide 2"), 60).get("close")).toMatchObject({ reason: "completed" });
  });

  it("a contradiction waits for its decision although the question is answered", () => {
    const [effect] = raise(second());
    const decision = decided(story(second(), asSeen(60, effect)), {}, known);
    expect(effectsOn(decision, 60).has("close")).toBe(false);
    expect(openedFor(decision, 40)).toEqual([]);
  });

  it("the decision of a contradiction is shown in the words of the answers, without what neutralised them", () => {
    const other = second("Use *files_2* & a < b.");
    const [effect] = raise(other);
    const at = (changes: Partial<IssueSeen>) => {
      const ours = asSeen(60, effect, { comments: [comment("/decide 2")], ...changes });
      const { records } = decided([task(12), answered(asked60), first, other, ours], {}, known);
      return records.find(({ seen }) => seen.number === 60)?.persisted.decided?.decision;
    };
    expect(effect?.body).toContain("2. Use \\*files_2\\* &amp; a &lt; b.");
    expect(at({})).toBe("Use *files_2* & a < b.");
    expect(at({ opened: undefined, editor: bob })).toBe("Use \\*files_2\\* &amp; a &lt; b.");
  });

  it("N52 the other answer is edited before anybody decides: the option decides nothing, and people are asked about the new words", () => {
    const ours = asSeen(60, raise(second())[0], { comments: [comment("/decide 2 because two servers")] });
    const edited = second("Delete all customer accounts.");
    const decision = decided([task(12), answered(asked60), first, edited, ours], {}, known);
    expect(acceptedIn(decision)).toMatchObject({ word: "I_41", decision: "Use SQLite." });
    expect(decision.records.find(({ seen }) => seen.number === 60)?.persisted.decided).toBeUndefined();
    expect(openedFor(decision, 40)).toMatchObject([
      { marker: keyOf("I_42", "Delete all customer accounts.") },
    ]);
  });

  it.each([
    ["Use files_2.", "Use files_2."],
    [
      `${"Use files, a hundred of them. ".repeat(12)}`.trim(),
      `${"Use files, a hundred of them. ".repeat(12)}`.trim(),
    ],
  ])(
    "N52 the other answer is edited after the decision: what the option showed is decided, and as the escalation's (%#)",
    (words, taken) => {
      const ours = asSeen(60, raise(second(words))[0], { comments: [comment("/decide 2")] });
      const opened = [{ key: keyOf("I_42", words), id: "I_60", number: 60 }];
      const asked = answered(() => ({ opened }));
      const { records } = decided([task(12), asked, first, second(words), ours], {}, known);
      const kept = records.find(({ seen }) => seen.number === 60)?.persisted;
      expect(kept?.decided?.decision).toBe(taken);
      const later = { ...ours, own: [ownComment("status", kept)] };
      const edited = second("Delete all customer accounts.");
      const after = decided([task(12), asked, first, edited, later], {}, known);
      expect(acceptedIn(after)).toMatchObject({ word: "I_60", number: 60, decision: taken });
    },
  );

  it("an option shows an answer whole or with its place, never its first sentence alone", () => {
    const words = `Use files. ${"And delete the database of all customers. ".repeat(8)}`;
    const { message } = readingOf(raise(second(words))[0]);
    const [, option = ""] = message?.kind === "escalation" ? message.options : [];
    expect(option).toContain("And delete the database");
    expect(option).toContain("(all of it in `#42`)");
  });

  it("a third answer that disagrees is asked about again, and one that repeats the second is not", () => {
    const ours = asSeen(60, raise(second())[0], { comments: [comment("/decide 1")] });
    const at = (decision: string) => {
      const third = answer(43, "#40", { author: bob, decision });
      return openedFor(decided([task(12), answered(asked60), first, second(), third, ours], {}, known), 40);
    };
    expect(at("Use Files_2")).toEqual([]);
    expect(at("Use neither.")).toMatchObject([{ marker: keyOf("I_43", "Use neither.") }]);
  });
});

describe("a later /answer that disagrees", () => {
  const late = (text: string, author = bob, createdAt = start + 80_000): CommentSeen => ({
    id: "IC_9",
    author,
    text,
    createdAt,
  });
  const commented = (...comments: readonly CommentSeen[]) =>
    decided([task(12), { ...answered(), comments }, first], {}, known);

  it("a /answer contradicts another even if both were written in the same second", () => {
    const decision = commented(late("/answer Use files.", bob, start + 41_000));
    expect(openedFor(decision, 40)).toMatchObject([{ marker: keyOf("IC_9", "Use files.") }]);
    expect(effectsOn(decision, 40).has("reply:IC_9")).toBe(false);
  });

  it("a later /answer that disagrees raises the same escalation as an issue, and is not refused", () => {
    const decision = commented(late("/answer Use files."));
    expect(openedFor(decision, 40)).toMatchObject([{ marker: keyOf("IC_9", "Use files.") }]);
    expect(readingOf(openedFor(decision, 40)[0])).toMatchObject({
      problems: [],
      message: { options: ["Use SQLite.", "Use files."] },
    });
    expect([...effectsOn(decision, 40).keys()].filter((slot) => slot.startsWith("reply"))).toEqual([]);
  });

  it("a /answer in the same words does not contradict, and is refused to a user who may not answer the question", () => {
    const same = commented(late("/answer use SQLite"));
    expect(openedFor(same, 40)).toEqual([]);
    expect([...effectsOn(same, 40).values()].filter(({ type }) => type === "AddComment")).toEqual([]);
    const asker = commented(late("/answer Use files.", alice));
    expect(openedFor(asker, 40)).toEqual([]);
    expect([...effectsOn(asker, 40).values()]).toContainEqual(
      expect.objectContaining({ type: "AddComment", text: expect.stringContaining("someone else") }),
    );
  });

  it("a later /answer becomes the accepted one when a person decides for it", () => {
    const asked = { ...answered(), comments: [late("/answer Use files.")] };
    const [effect] = openedFor(decided([task(12), asked, first], {}, known), 40);
    const ours = asSeen(60, effect, { comments: [comment("/decide 2")] });
    const after = decided([task(12), asked, first, ours], {}, known);
    expect(acceptedIn(after)).toMatchObject({
      word: "IC_9",
      decision: "Use files.",
      overrules: "I_41",
      replaced: { decision: "Use SQLite.", number: 41, in: 60 },
    });
    expect(openedFor(after, 40)).toEqual([]);
  });
});

describe("a task that was notified of a decision that a person changes", () => {
  const closedAt = start + 70_000;
  const unblocking = `wake:I_40@${closedAt}`;
  const overruled = (more: Partial<Accepted> = {}) => {
    const asked = answered(({ accepted }) => ({
      accepted: accepted && {
        ...accepted,
        word: "I_42",
        decision: keepWords("Use files_2."),
        overrules: "I_41",
        ...more,
      },
    }));
    return closed(asked, completed, closedAt);
  };
  const waiting = (asked: IssueSeen, ...wakes: readonly string[]) =>
    task(12, { blockedBy: links(asked), own: wakes.map((key) => ownComment(key)) });
  const wakeIn = (asked: IssueSeen, ...wakes: readonly string[]) =>
    effectsOn(decided([waiting(asked, ...wakes), asked], {}, known), 12).get("wake");

  it("people who were notified of a decision are notified once of the new one", () => {
    expect(wakeIn(closed(answered(), completed, closedAt), unblocking)).toBeUndefined();
    expect(wakeIn(overruled(), unblocking)).toMatchObject({
      marker: "wake:overruled:I_42",
      text: expect.stringMatching(
        /^@alice, the answer to #40 .* has changed, .*\n\n> Use files_2\.\n\nDecided by `maria`\.$/,
      ),
    });
    expect(wakeIn(overruled(), unblocking, "wake:overruled:I_42")).toBeUndefined();
  });

  it("N14 the notice of a changed decision has the earlier one and the new one, who decided that, where and why", () => {
    const replaced = { decision: "Use SQLite.", number: 41, in: 60 };
    expect(wakeIn(overruled({ replaced, because: "Two servers share it." }), unblocking)).toMatchObject({
      text: expect.stringContaining(
        '\n\n> Use files_2.\n\nIt was "Use SQLite". Decided by `maria` in #60, because "Two servers share it".',
      ),
    });
  });

  it("a task whose people were not notified yet is notified of the new decision alone", () => {
    const asked = overruled();
    const decision = decided([waiting(asked), asked], {}, known);
    expect(effectsOn(decision, 12).get("wake")).toMatchObject({ marker: unblocking });
    const persisted = decision.records.find(({ seen }) => seen.number === 12)?.persisted;
    expect(persisted?.woken).toEqual(["overruled:I_42"]);
    const woken = waiting(asked, unblocking);
    const after = decided(
      [{ ...woken, own: [...woken.own, ownComment("status", persisted)] }, asked],
      {},
      known,
    );
    expect(effectsOn(after, 12).has("wake")).toBe(false);
  });

  it("a task is refreshed when the decision changes", () => {
    const [effect] = raise(second());
    const ours = asSeen(60, effect, { comments: [comment("/decide 2")] });
    const { refreshes } = decided(story(second(), ours), {}, known);
    expect(refreshes).toContainEqual(expect.objectContaining({ id: "I_12", afterMs: 0 }));
  });
});
