/** A person who may decide an escalation talks there without a command: one comment explains how to decide, once. */
import { describe, expect, it } from "vitest";
import { noteHint } from "../../../src/engine/escalations/decisions/note-hint.ts";
import type { Actor, CommentSeen, IssueSeen, OwnComment, Role } from "../../../src/engine/model/fact.ts";
import { emptyPersistedState, type PersistedState } from "../../../src/engine/model/persisted-state.ts";
import type { Snapshot } from "../../../src/engine/model/snapshot.ts";
import { readSettings } from "../../../src/protocol/settings/read-settings.ts";
import { loadTexts } from "../../../src/texts/texts.ts";
import { recordIn, viewWith } from "../../support/admission-records.ts";
import {
  alice,
  bob,
  completed,
  context,
  decided,
  demo,
  effectsOn,
  escalation,
  links,
  mallory,
  maria,
  question,
  start,
  task,
  us,
} from "../../support/issues.ts";
import { asSeen, openedFor } from "../../support/opened.ts";
import { adaKey } from "../../support/public-keys.ts";

const { render } = loadTexts();
const minute = 60_000;
const now = start + 1_000_000;
const remark = (text: string, author: Actor = maria, createdAt = now - minute): CommentSeen => ({
  id: `IC_${author.login}`,
  author,
  text,
  createdAt,
});
const status = (persisted: Partial<PersistedState>): OwnComment => ({
  id: "IC_1",
  key: "status",
  text: "",
  createdAt: start,
  isMinimized: false,
  persisted: { ...emptyPersistedState, ...persisted },
});

/** What happens to an escalation about #12 when these remarks were read. */
function decisionAfter(
  remarks: readonly CommentSeen[],
  changes: Partial<IssueSeen> = {},
  snapshot: Partial<Snapshot> = {},
) {
  return decided([task(12), escalation(50, "#12", { remarks, ...changes })], snapshot, { now });
}

/** What the comment says, as its template is given it; undefined if none is written. */
function hintIn(decision: ReturnType<typeof decided>, number = 50): unknown {
  const effect = effectsOn(decision, number).get("hint");
  return effect?.type === "AddComment" ? JSON.parse(effect.text) : undefined;
}
const optionFor = (text: string): unknown => {
  const hint = hintIn(decisionAfter([remark(text)]));
  return hint === undefined ? "no hint" : (Reflect.get(Object(hint), "data").option ?? "none");
};

describe("talk by a person who may decide", () => {
  it("gets one comment on how to decide, with the reason", () => {
    const decision = decisionAfter([remark("Let us see.")]);
    expect(hintIn(decision)).toEqual({
      name: "decision-hint",
      data: { hasOptions: true, takesOptionsOnly: false },
    });
    const [proposed, ...more] = decision.effects.filter(({ effect }) => effect.type === "AddComment");
    expect(more).toEqual([]);
    expect(proposed).toMatchObject({
      slot: { type: "hint" },
      key: "I_50 hint",
      effect: { marker: "hint" },
      reason: { rule: "hint-at-command", because: expect.stringContaining("without a command") },
    });
  });

  it.each([
    ["Option 2, please", 2],
    ["I prefer option 1.", 1],
    ["OPTION\t2", 2],
    ["option  2", 2],
    ["option #2", 2],
    ["option2", 2],
    ["Option 2, yes: option 2", 2],
    ["2", 2],
    ["#1", 1],
    ["2.", 2],
    ["2!", 2],
    ["2),", 2],
    ["2 please", 2],
    ["2,  please!!", 2],
    ["1 PLEASE.", 1],
    ["\n 2 \n", 2],
  ])("the hint names the option that %j means", (text, option) => {
    expect(optionFor(text)).toBe(option);
  });

  it.each([
    "Option 1 or option 2?",
    "Option 3",
    "Option 0",
    "Option 12",
    "Option 1234",
    "12",
    "optional 2",
    "adoption 2",
    "option two",
    "2 is too slow",
    "We have 2",
    "two",
    "option: 2",
    "option 1st",
  ])("the hint names no option for %j", (text) => {
    expect(optionFor(text)).toBe("none");
  });

  it("the hint names an option with two digits", () => {
    const options = Array.from({ length: 12 }, (_, at) => `${at + 1}. Use store ${at + 1}.`).join("\n");
    const seen = escalation(50, "#12");
    const body = seen.body.replace(/1\. Use SQLite\.[\s\S]*?simple\./, options);
    for (const text of ["Option 12", "12", "#12.", "option 11?"])
      expect(hintIn(decisionAfter([remark(text)], { body }))).toMatchObject({
        data: { option: Number(/\d+/.exec(text)) },
      });
  });

  it("the hint names no option that only a quoted text names", () => {
    expect(optionFor("> Option 2\n\nHm.")).toBe("none");
    expect(optionFor("> Option 2\n\nOption 1")).toBe(1);
  });

  it("names the page, and where that is, to a person whose login agents use", () => {
    const reading = readSettings(
      `agents:\n  ada: { account: U_maria, key: "${adaKey}", with_person: true }\n`,
    );
    if (!reading.ok) throw new Error(reading.problem);
    const seen = escalation(50, "#12", { author: maria, remarks: [remark("Option 2, please")] });
    const known = { now, settings: reading.settings, pages: "https://box.example.com" };
    expect(hintIn(decided([task(12, { author: bob }), seen], {}, known))).toMatchObject({
      data: { page: { address: "https://box.example.com/issues/acme/demo/50" }, option: 2 },
    });
    expect(hintIn(decisionAfter([remark("Option 2")]))).not.toHaveProperty("data.page");
  });
});

describe("an escalation of ours", () => {
  const ring = [task(1, { blockedBy: links(task(2)) }), task(2, { blockedBy: links(task(1)) })];
  const [cycle] = openedFor(decided(ring, {}, { now, render }), 1);
  const asked = question(40, "#12", { createdAt: start });
  const hour = 60 * minute;
  const overdue = openedFor(decided([task(12), asked], {}, { now: start + hour, render }), 40)[0];

  it("whose options each do something is told to take options only", () => {
    const decision = decided([...ring, asSeen(60, cycle, { remarks: [remark("Neither.")] })], {}, { now });
    expect(hintIn(decision, 60)).toMatchObject({ data: { hasOptions: true, takesOptionsOnly: true } });
  });

  it("without options is said to have none", () => {
    const seen = asSeen(60, overdue, { remarks: [remark("Files.", maria, start + hour)] });
    const decision = decided([task(12), asked, seen], {}, { now: start + hour });
    expect(hintIn(decision, 60)).toMatchObject({ data: { hasOptions: false, takesOptionsOnly: false } });
  });

  it("gets no hint while a user without write access changed what it is about", () => {
    const seen = asSeen(60, overdue, { remarks: [remark("Files.", maria, start + hour)] });
    const edited = { ...asked, editor: mallory, textHash: "f".repeat(64), bodyHash: "f".repeat(64) };
    expect(hintIn(decided([task(12), edited, seen], {}, { now: start + hour }), 60)).toBeUndefined();
  });

  it("names no option that is a placeholder", () => {
    const filler = cycle && {
      ...cycle,
      body: cycle.body.replace(/^2\. .*$/m, "2. Decide otherwise, in your own words"),
    };
    const reply = (text: string) =>
      decided([...ring, asSeen(60, filler, { remarks: [remark(text)] })], {}, { now });
    expect(hintIn(reply("Option 2"), 60)).not.toHaveProperty("data.option");
    expect(hintIn(reply("Option 1"), 60)).toHaveProperty("data.option", 1);
  });
});

describe("nobody is told how to decide", () => {
  const ordered = { comments: [{ ...remark("/decide 7"), createdAt: now - 2 * minute }] };
  const hinted: OwnComment = { ...status({}), id: "IC_2", key: "hint" };

  it.each<readonly [string, CommentSeen, Partial<IssueSeen>]>([
    ["a user without write access", remark("Option 2", mallory), {}],
    ["our own App", remark("Option 2", us), {}],
    ["a bot", remark("Option 2", { id: "BOT_x", login: "x", type: "Bot" }), {}],
    ["an hour after it was written", remark("Option 2", maria, now - 60 * minute), {}],
    ["who knows commands", remark("Option 2"), ordered],
    ["who was told", remark("Option 2"), { own: [hinted] }],
    ["who was told in a comment that is gone", remark("Option 2"), { own: [status({ hinted: true })] }],
    ["once it is closed", remark("Option 2"), { issueState: completed, closedAt: now - 2 * minute }],
    ["if its body cannot be read", remark("Option 2"), { body: "Nothing typed." }],
    ["if a stranger wrote it", remark("Option 2"), { author: mallory }],
  ])("%s", (_, said, changes) => {
    expect(hintIn(decisionAfter([said], changes))).toBeUndefined();
  });

  it("once an hour has passed since the remark was read", () => {
    const hourLater = now + 59 * minute;
    const seen = escalation(50, "#12", { remarks: [remark("Option 2")] });
    const told = (at: number) => hintIn(decided([task(12), seen], {}, { now: at }));
    expect(told(hourLater - 1)).toMatchObject({ data: { option: 2 } });
    expect(told(hourLater)).toBeUndefined();
  });

  it("once its question is answered and nothing is left to decide", () => {
    const asked = question(40, "#12", { author: bob });
    const seen = escalation(50, "#40", { remarks: [remark("Option 2")] });
    expect(hintIn(decided([task(12), asked, seen], {}, { now }))).toBeDefined();
    const answered = { ...asked, comments: [{ ...remark("/answer Files."), createdAt: start + 45_000 }] };
    expect(hintIn(decided([task(12), answered, seen], {}, { now }))).toBeUndefined();
  });

  it("if nobody said anything", () => {
    expect(hintIn(decisionAfter([]))).toBeUndefined();
  });

  it("but the next one who may decide and wrote no command is", () => {
    const strange = remark("Option 1", mallory);
    expect(hintIn(decisionAfter([strange, remark("Option 2")]))).toMatchObject({ data: { option: 2 } });
    expect(hintIn(decisionAfter([remark("Option 1"), remark("Option 2", bob)], ordered))).toMatchObject({
      data: { option: 2 },
    });
    expect(hintIn(decisionAfter([remark("Option 2")], { comments: [remark("Talk.", maria)] }))).toBeDefined();
  });

  it("whoever opened it and may not decide it", () => {
    expect(hintIn(decisionAfter([remark("Option 2", alice)], { author: alice }))).toBeUndefined();
  });
});

describe("a role that could not be read", () => {
  const rolesOf = (known: Readonly<Record<string, Role>>): Partial<Snapshot> => ({
    roles: new Map(Object.entries(known).map(([id, role]) => [`${demo.id} ${id}`, role])),
  });

  it("is read again a little later, and says so", () => {
    const decision = decisionAfter([remark("Option 2")], {}, rolesOf({ U_alice: "write" }));
    expect(hintIn(decision)).toBeUndefined();
    expect(decision.refreshes).toContainEqual(
      expect.objectContaining({ because: "A commenter's role could not be read." }),
    );
  });

  it("keeps nobody else from being told, and a known one asks for no second read", () => {
    const both = decisionAfter(
      [remark("Hm.", bob), remark("Option 2")],
      {},
      rolesOf({ U_alice: "write", U_maria: "admin" }),
    );
    expect(hintIn(both)).toMatchObject({ data: { option: 2 } });
    const stranger = decisionAfter(
      [remark("Option 2", mallory)],
      {},
      rolesOf({ U_alice: "write", U_mallory: "none" }),
    );
    expect(JSON.stringify(stranger.refreshes)).not.toContain("role");
  });
});

describe("that a hint was given", () => {
  const memory = (own: readonly OwnComment[]) =>
    decisionAfter([], { own }).records.find(({ seen }) => seen.number === 50)?.persisted.hinted;

  it("is remembered, so that one that is deleted is not written again", () => {
    const given: OwnComment = { ...status({}), id: "IC_2", key: "hint" };
    expect(memory([given])).toBe(true);
    expect(memory([status({ hinted: true })])).toBe(true);
    expect(memory([status({})])).toBeUndefined();
    expect(memory([{ ...given, key: "remind" }])).toBeUndefined();
    const view = viewWith([task(12), escalation(50, "#12", { own: [given] })]);
    const noted = (persisted: Partial<PersistedState>) =>
      noteHint.updateState({ view, record: recordIn(view, 50, persisted), context });
    expect(noted({}).persisted).toMatchObject({ hinted: true });
    expect(noted({ hinted: true })).toEqual({});
  });
});
