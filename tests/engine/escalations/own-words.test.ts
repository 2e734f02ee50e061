/** Decisions in a person's own words, placeholder options, and the actions of options. */
import { describe, expect, it } from "vitest";
import type { CommentSeen, IssueSeen } from "../../../src/engine/model/fact.ts";
import { loadTexts } from "../../../src/texts/texts.ts";
import { form } from "../../support/form.ts";
import {
  answer,
  bob,
  context,
  decided,
  effectsOn,
  escalation,
  links,
  maria,
  question,
  start,
  task,
  us,
} from "../../support/issues.ts";
import { asSeen, openedFor, readingOf } from "../../support/opened.ts";

const { render } = loadTexts();
const known = { ...context, render };
const hour = 60 * 60_000;
const later = (...issues: readonly IssueSeen[]) => decided(issues, {}, { ...known, now: start + hour });
const said = (text: string, author = maria): CommentSeen => ({
  id: "IC_7",
  author,
  text,
  createdAt: start + hour,
});
const memoryOf = (decision: ReturnType<typeof decided>, number: number) =>
  decision.records.find(({ seen }) => seen.number === number)?.persisted;
const replyOn = (decision: ReturnType<typeof decided>, number: number): string => {
  const effect = effectsOn(decision, number).get("reply:IC_7");
  return effect?.type === "AddComment" ? effect.text : "";
};

const asked = question(40, "#12", { createdAt: start });
const [raised] = openedFor(later(task(12), asked), 40);
const raisedWith = (text: string, author = maria) =>
  later(task(12), asked, asSeen(60, raised, { comments: [said(text, author)] }));

/** As the release before wrote it. */
const earlier = (text: string): IssueSeen => {
  const sections = {
    Regarding: "#40",
    Urgency: "blocking",
    Context: "Nobody has answered it.",
    Question: "What is the answer?",
    Options:
      "1. Decide otherwise, in your own words\n2. Leave it open and say what is missing\n3. Whoever asked chooses, and writes down what and why.\n4. Use files.",
    "Impact of delay": "#12 cannot continue.",
  };
  return escalation(60, "#40", {
    body: form(sections),
    author: us,
    comments: [said(text)],
    opened: { key: "open:I_40:overdue@0" },
  });
};

describe("an escalation without options", () => {
  it("N12 an escalation without options is opened, is parsed, and says how to decide it", () => {
    const { message, problems } = readingOf(raised);
    expect(problems).toEqual([]);
    expect(message).toMatchObject({ options: [] });
  });

  it.each(["/answer Use opaque tokens.", "/decide because Use opaque tokens."])(
    "N12 an escalation without options is decided by %s",
    (text) => {
      const decision = raisedWith(text);
      expect(memoryOf(decision, 60)?.decided).toMatchObject({ decision: "Use opaque tokens.", because: "" });
      expect(memoryOf(decision, 40)?.accepted).toMatchObject({
        decision: "Use opaque tokens.",
        by: { login: "maria" },
        number: 60,
      });
      expect(effectsOn(decision, 60).get("close")).toMatchObject({ reason: "completed" });
    },
  );

  it("N12 an escalation without options accepts no number, and no words of a user who may not answer the question", () => {
    expect(replyOn(raisedWith("/decide 1"), 60)).toContain("Comment `/answer <your decision>`");
    const own = question(40, "#12", { createdAt: start, author: bob });
    const bobs = later(task(12), own, asSeen(60, raised, { comments: [said("/answer Mine.", bob)] }));
    expect(memoryOf(bobs, 60)?.decided).toBeUndefined();
    expect(replyOn(bobs, 60)).toContain("`/answer` had no effect.");
  });
});

describe("placeholders among the options of an escalation that an earlier release opened", () => {
  it.each([1, 2, 3])(
    "N12 a placeholder decides nothing by /decide %i, and the reply says how to decide",
    (option) => {
      const decision = later(task(12), asked, earlier(`/decide ${option}`));
      expect(memoryOf(decision, 60)?.decided).toBeUndefined();
      expect(memoryOf(decision, 40)?.accepted).toBeUndefined();
      expect(replyOn(decision, 60)).toContain(
        `Option ${option} is not a decision. Comment \`/answer <your decision>\``,
      );
    },
  );

  it("N12 the real options and a person's own words still decide", () => {
    expect(memoryOf(later(task(12), asked, earlier("/decide 4")), 40)?.accepted?.decision).toBe("Use files.");
    const own = later(task(12), asked, earlier("/answer Use both."));
    expect(memoryOf(own, 40)?.accepted?.decision).toBe("Use both.");
  });
});

describe("the action of an option", () => {
  const pair = [task(1, { blockedBy: links(task(2)) }), task(2, { blockedBy: links(task(1)) })];
  const [ring] = openedFor(decided(pair, {}, known), 1);

  it("N12 an option's action is the one sealed in the body, not what its words say", () => {
    expect(ring?.sealed?.actions).toEqual([
      { do: "cut", blocked: "I_1", blocker: "I_2" },
      { do: "cut", blocked: "I_2", blocker: "I_1" },
    ]);
    const worded = ring && { ...ring, body: ring.body.replace("1. #1", "1. #2").replace("2. #2", "2. #1") };
    const decision = decided([...pair, asSeen(60, worded, { comments: [said("/decide 1")] })], {}, known);
    const cuts = [...effectsOn(decision, 60).values()].filter(({ type }) => type === "RemoveBlockedBy");
    expect(cuts).toEqual([{ type: "RemoveBlockedBy", blockedId: "I_1", blockerId: "I_2" }]);
  });

  it("N12 an option's action is found by its words if an earlier release sealed nothing", () => {
    const old = ring && { ...ring, sealed: undefined };
    const { sealed: _, ...unsealed } = old ?? ring ?? { sealed: undefined };
    const body = "body" in unsealed ? unsealed : ring;
    const decision = decided([...pair, asSeen(60, body, { comments: [said("/decide 2")] })], {}, known);
    const cuts = [...effectsOn(decision, 60).values()].filter(({ type }) => type === "RemoveBlockedBy");
    expect(cuts).toEqual([{ type: "RemoveBlockedBy", blockedId: "I_2", blockerId: "I_1" }]);
  });

  it("N12 words cannot replace options that each have an effect of their own", () => {
    const seen = asSeen(60, ring, { comments: [said("/answer Neither.")] });
    const decision = decided([...pair, seen], {}, known);
    expect(memoryOf(decision, 60)?.decided).toBeUndefined();
    expect(replyOn(decision, 60)).toContain("`/decide 1` or `/decide 2`");
  });
});

describe("two answers that differ", () => {
  it("N12 two answers that differ can both be replaced by a person's own words", () => {
    const first = answer(41, "#40", { decision: "Use files.", author: bob });
    const second = answer(42, "#40", { decision: "Use SQLite.", author: maria });
    const before = decided([task(12), asked, first, second], {}, known);
    const [asking] = openedFor(before, 40);
    const status = { id: "IC_1", key: "status", text: "", createdAt: start, isMinimized: false };
    const answered = { ...asked, own: [{ ...status, persisted: memoryOf(before, 40) }] };
    const seen = asSeen(60, asking, { comments: [said("/answer Use both.")] });
    const decision = decided([seen, task(12), answered, first, second], {}, known);
    expect(memoryOf(decision, 40)?.accepted).toMatchObject({
      decision: "Use both.",
      number: 60,
      by: { login: "maria" },
      overrules: "I_41",
    });
  });
});
