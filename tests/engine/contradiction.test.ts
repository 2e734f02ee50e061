import { describe, expect, it } from "vitest";
import type { CommentSeen, IssueSeen } from "../../src/engine/fact.ts";
import { loadTexts } from "../../src/texts/texts.ts";
import {
  alice,
  answer,
  bob,
  context,
  decided,
  effectsOn,
  mallory,
  maria,
  question,
  start,
  task,
} from "../support/issues.ts";
import { asSeen, openedFor, readingOf } from "../support/opened.ts";

const { render } = loadTexts();
const known = { ...context, render };
const first = answer(41, "#40", { author: maria, decision: "Use SQLite." });
const second = (decision = "Use files_2.", author = bob) => answer(42, "#40", { author, decision });
/** The question, when its first answer has been accepted. */
const answered = (): IssueSeen => {
  const asked = question(40, "#12");
  const memory = decided([task(12), asked, first]).records.find(({ seen }) => seen.number === 40)?.memory;
  const status = { id: "IC_1", key: "status", text: "", createdAt: start, isMinimized: false };
  return { ...asked, own: [{ ...status, memory }] };
};
const story = (...more: readonly IssueSeen[]) => [task(12), answered(), first, ...more];
const raise = (other: IssueSeen) => openedFor(decided(story(other), {}, known), 40);
const comment = (text: string): CommentSeen => ({
  ...{ id: "IC_7", author: maria, text, createdAt: start + 90_000 },
});
const acceptedIn = (decision: ReturnType<typeof decided>) =>
  decision.records.find(({ seen }) => seen.number === 40)?.memory.accepted;

describe("a later answer that says otherwise", () => {
  it("becomes one escalation with both answers as its options", () => {
    const raised = raise(second());
    expect(raised).toHaveLength(1);
    expect(readingOf(raised[0])).toMatchObject({
      problems: [],
      message: { regarding: { number: 40 }, options: ["Use SQLite.", "Use files_2."] },
    });
    expect(raise(second())[0]?.marker).toBe("open:I_40:contradiction@I_41:I_42");
  });

  it("is no contradiction in the same words, by a stranger, or by whoever asked", () => {
    expect(raise(second("use  sqlite"))).toEqual([]);
    expect(raise(second(undefined, mallory))).toEqual([]);
    expect(raise(second(undefined, alice))).toEqual([]);
  });

  it("becomes the accepted one when a person decides for it, by that person", () => {
    const [effect] = raise(second());
    const at = (text: string) =>
      decided(story(second(), asSeen(60, effect, { comments: [comment(text)] })), {}, known);
    expect(acceptedIn(at("/decide 2"))).toMatchObject({
      ...{ answer: "I_42", number: 42, decision: "Use files_2.", by: { login: "maria" } },
    });
    expect(acceptedIn(at("/decide 1"))).toMatchObject({ answer: "I_41", decision: "Use SQLite." });
    expect(openedFor(at("/decide 2"), 40)).toEqual([]);
    expect(effectsOn(at("/decide 2"), 60).get("close")).toMatchObject({ reason: "completed" });
  });

  it("waits for its decision although the question is answered", () => {
    const [effect] = raise(second());
    const decision = decided(story(second(), asSeen(60, effect)), {}, known);
    expect(effectsOn(decision, 60).has("close")).toBe(false);
    expect(openedFor(decision, 40)).toEqual([]);
  });
});
