/** An answer after an edit of its question: it counts where its author was shown the present text, or named it. */
import { describe, expect, test } from "vitest";
import type { CommentSeen, IssueSeen, OwnComment } from "../../../src/engine/model/fact.ts";
import { emptyPersistedState, type PersistedState } from "../../../src/engine/model/persisted-state.ts";
import { form } from "../../support/form.ts";
import {
  alice,
  answer,
  bob,
  closed,
  decided,
  duplicate,
  effectsOn,
  maria,
  question,
  start,
  task,
} from "../../support/issues.ts";

const minute = 60_000;
const edited = question(40, "#12", {
  title: "Q: Which store, of three?",
  createdAt: start,
  editor: alice,
  editedAt: start + 2 * minute,
});
const given = (changes: Partial<IssueSeen> = {}) =>
  answer(41, "#40", { author: maria, createdAt: start + 5 * minute, ...changes });
const says = (text: string, changes: Partial<CommentSeen> = {}): CommentSeen => ({
  id: "IC_1",
  commentNumber: 7,
  author: maria,
  text,
  createdAt: start + 5 * minute,
  ...changes,
});
const settle = (...issues: readonly IssueSeen[]) =>
  decided([task(12), ...issues], {}, { now: start + 30 * minute });
const persistedIn = (decision: ReturnType<typeof settle>) =>
  decision.records.find(({ seen }) => seen.number === 40)?.persisted;
const statusOf = (decision: ReturnType<typeof settle>): string => {
  const effect = effectsOn(decision, 41).get("status");
  return effect?.type === "ShowStatus" ? effect.text : "";
};
const status = (persisted: Partial<PersistedState>): OwnComment => ({
  id: "IC_0",
  key: "status",
  text: "",
  createdAt: start,
  isMinimized: false,
  persisted: { ...emptyPersistedState, ...persisted },
});

describe("an answer in an issue of its own", () => {
  test("does not count, although the edit is older: nothing shows that its author saw it", () => {
    const decision = settle(edited, given());
    expect(persistedIn(decision)?.accepted).toBeUndefined();
    expect(statusOf(decision)).toContain("#40 was edited, so this may answer what it said before.");
  });

  test("counts where its envelope names the present text, and not where it names another one", () => {
    const naming = (hash: string) => {
      const body = form({ Answers: "#40", Decision: "Use files.", Rationale: "It is simpler." });
      return given({ body: `${body}\n\n\`\`\`signalbox\n{"v":"1.1","text":"${hash}"}\n\`\`\`` });
    };
    expect(persistedIn(settle(edited, naming(edited.textHash)))?.accepted).toMatchObject({
      decision: "Use files.",
      version: { hash: edited.textHash },
    });
    expect(persistedIn(settle(edited, naming("0".repeat(64))))?.accepted).toBeUndefined();
  });

  test("is told of no edit where there was none: its question is another one's duplicate", () => {
    const asked = question(40, "#12", { createdAt: start });
    expect(statusOf(settle(closed(asked, duplicate, start + minute), given()))).not.toContain("was edited");
  });
});

describe("an answer in a comment", () => {
  const replyTo = (seen: IssueSeen) => effectsOn(settle(seen), 40).get("reply:IC_1");

  test("does not count either, and is shown the present text, after which the same word counts", () => {
    const first = says("/answer Use files.");
    const decision = settle({ ...edited, comments: [first] });
    expect(persistedIn(decision)?.accepted).toBeUndefined();
    const reply = replyTo({ ...edited, comments: [first] });
    const key = `reply:IC_1:told:${edited.textHash}:refused`;
    expect(reply).toMatchObject({ type: "AddComment", marker: key });
    const own = [{ ...status({}), key, createdAt: start + 6 * minute }];
    const again = says("/answer Use files.", { id: "IC_2", createdAt: start + 7 * minute });
    expect(persistedIn(settle({ ...edited, own, comments: [first, again] }))?.accepted).toMatchObject({
      word: "IC_2",
    });
  });

  test("is shown nothing once the question is answered: it is weighed against the one that counts", () => {
    const asked = question(40, "#12", { createdAt: start });
    const before = says("/answer Use SQLite.", { id: "IC_0", author: bob, createdAt: start + minute });
    const accepted = persistedIn(settle({ ...asked, comments: [before] }))?.accepted;
    const own = [status(accepted === undefined ? {} : { accepted })];
    const comments = [before, says("/answer Use files.")];
    expect(accepted).toMatchObject({ word: "IC_0" });
    expect(replyTo({ ...edited, own, comments })).toBeUndefined();
  });
});
