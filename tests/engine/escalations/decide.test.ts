/** What `/decide` keeps, what it refuses and in which words, and what is carried out. */
import { describe, expect, it } from "vitest";
import { noteCarriedOut } from "../../../src/engine/escalations/decisions/note-carried-out.ts";
import { noteHint } from "../../../src/engine/escalations/decisions/note-hint.ts";
import type { CommentSeen, IssueSeen } from "../../../src/engine/model/fact.ts";
import { orderedId } from "../../../src/engine/model/spoken.ts";
import { loadTexts } from "../../../src/texts/texts.ts";
import { form } from "../../support/form.ts";
import {
  alice,
  answer,
  bob,
  closed,
  completed,
  context,
  decided,
  demo,
  effectsOn,
  escalation,
  links,
  maria,
  question,
  reopened,
  start,
  task,
} from "../../support/issues.ts";
import { asSeen, openedFor } from "../../support/opened.ts";
import { statusShowing } from "../../support/shown-question.ts";

const { render } = loadTexts();
const known = { ...context, render };
const word = (text: string, changes: Partial<CommentSeen> = {}): CommentSeen => ({
  id: "IC_7",
  author: maria,
  text,
  createdAt: start + 70_000,
  ...changes,
});
const first = word("/decide 1", { id: "IC_6", author: bob, createdAt: start + 65_000 });
const on = (changes: Partial<IssueSeen>) => decided([task(12), escalation(60, "#12", changes)], {}, known);
const decidedOn = (decision: ReturnType<typeof decided>) =>
  decision.records.find(({ seen }) => seen.number === 60)?.persisted.decided;
const replyOn = (decision: ReturnType<typeof decided>): string | undefined => {
  const effect = effectsOn(decision, 60).get("reply:IC_7");
  return effect?.type === "AddComment" ? effect.text : undefined;
};
const withOptions = (options: string): Partial<IssueSeen> => ({
  body: form({
    Regarding: "#12",
    Urgency: "blocking",
    Context: "Two stores are in use.",
    Question: "Which one stays?",
    Options: options,
    "Impact of delay": "Work stops.",
  }),
});

describe("what is kept of a decision", () => {
  it("is the option as it reads, the comment and the reason", () => {
    const kept = decidedOn(
      on({ comments: [word("/decide 2 because it is simple", { commentNumber: 900 })] }),
    );
    expect(kept).toMatchObject({
      word: "IC_7",
      commentNumber: 900,
      option: 2,
      decision: "Use files.\nThey are simple.",
      because: "it is simple",
    });
    expect(kept).not.toHaveProperty("action");
  });

  it.each(["/answer 2", "/answer option 2"])("is the option where %s is nothing but its number", (said) => {
    const kept = decidedOn(on({ comments: [word(said)] }));
    expect(kept).toMatchObject({ option: 2, decision: "Use files.\nThey are simple.", because: "" });
    const reasoned = decidedOn(on({ comments: [word(`${said} because it is simple`)] }));
    expect(reasoned).toMatchObject({ option: 2, because: "it is simple" });
  });

  it("is the words where there is no such option, and nothing where it may be either", () => {
    expect(decidedOn(on({ comments: [word("/answer 3")] }))).toMatchObject({ decision: "3" });
    const replicas = withOptions("1. Five\n2. 3 replicas\n3. One");
    const unclear = on({ comments: [word("/answer 3")], ...replicas });
    expect(decidedOn(unclear)).toBeUndefined();
    expect(replyOn(unclear)).toContain("`3` may be an option's number, or the decision itself.");
    expect(replyOn(unclear)).toContain(
      "Comment `/decide 1` or `/decide 2` or `/decide 3`, or say it in words.",
    );
  });

  it("is nothing that was not said", () => {
    const kept = decidedOn(on({ comments: [word("/decide 1")] }));
    expect(kept).toMatchObject({ option: 1, because: "" });
    expect(kept).not.toHaveProperty("commentNumber");
    const words = decidedOn(on({ comments: [word("/answer Neither of them.")] }));
    expect(words).toMatchObject({ decision: "Neither of them.", because: "" });
    expect(words).not.toHaveProperty("option");
  });

  it("is read once more by the issue that it is about", () => {
    const because = "An escalation about it was decided.";
    const { refreshes } = on({ comments: [word("/decide 1")] });
    expect(refreshes).toContainEqual(expect.objectContaining({ id: "I_12", because, afterMs: 0 }));
    expect(on({}).refreshes).not.toContainEqual(expect.objectContaining({ because }));
    const lone = decided([escalation(60, "#12", { comments: [word("/decide 1")] })], {}, known);
    expect(decidedOn(lone)).toMatchObject({ option: 1 });
    expect(lone.refreshes.filter((each) => each.id !== "I_60")).toEqual([]);
    expect(lone.refreshes).not.toContainEqual(expect.objectContaining({ because }));
  });
});

describe("what is decided about a question that the status shows", () => {
  const asked = question(40, "#12", { author: bob });
  const referral = escalation(60, "#40", { author: alice, own: [statusShowing(asked, start + 61_000)] });
  const regardedIn = (decision: ReturnType<typeof decided>) =>
    decision.records.find(({ seen }) => seen.number === 60)?.persisted.regarded;

  it("settles the question, but not on a page, which does not show it", () => {
    const typed = { ...referral, comments: [word("/decide 1")] };
    const inComment = decided([task(12), asked, typed], {}, known);
    expect(regardedIn(inComment)).toMatchObject({ settles: asked.textHash });
    const order = word("/decide 1", { id: orderedId("01JP"), shown: referral.textHash });
    const onPage = decided([task(12), asked, referral], { orders: new Map([["I_60", [order]]]) }, known);
    expect(decidedOn(onPage)).toMatchObject({ option: 1 });
    expect(regardedIn(onPage)).not.toHaveProperty("settles");
  });
});

describe("a decision on a page", () => {
  const { textHash: shown } = escalation(60, "#12");
  const order = word("/decide 1", { id: orderedId("01JP"), shown });
  const orders = new Map([["I_60", [order]]]);

  it("and kept before, is done: an index that was restored may hear it once more", () => {
    const seen = escalation(60, "#12");
    const before = decided([task(12), seen], { orders }, known);
    expect(before.answers.get(order.id)).toEqual({ type: "done" });
    const records = new Map(before.records.map((each) => [each.seen.id, each]));
    const again = decided([task(12), seen], { orders, records }, known);
    expect(again.answers.get(order.id)).toEqual({ type: "done" });
    expect(decidedOn(again)).toEqual(decidedOn(before));
  });

  it("is refused for now if its question cannot be read, and in a comment it waits without a reply", () => {
    const asked = question(40, "#12", { body: "Hm." });
    const seen = escalation(60, "#40");
    const toldOf = new Map([["I_60", [{ ...order, shown: seen.textHash }]]]);
    const ordered = decided([task(12), asked, seen], { orders: toldOf }, known);
    expect(decidedOn(ordered)).toBeUndefined();
    expect(ordered.answers.get(order.id)).toEqual({
      type: "refused",
      because: expect.stringMatching(/could be read, so it cannot be decided yet: try again/),
      fault: "task",
    });
    const said = decided([task(12), asked, { ...seen, comments: [word("/decide 1")] }], {}, known);
    expect(decidedOn(said)).toBeUndefined();
    expect(replyOn(said)).toBeUndefined();
  });
});

it("chooses an option as it reads while the question with the whole answer is not read", () => {
  const asked = question(40, "#12");
  const first = answer(41, "#40", { author: maria, decision: "Use SQLite." });
  const second = answer(42, "#40", { author: bob, decision: "Use files." });
  const before = decided([task(12), asked, first], {}, known);
  const persisted = before.records.find(({ seen }) => seen.number === 40)?.persisted;
  const status = { id: "IC_1", key: "status", text: "", persisted, createdAt: start, isMinimized: false };
  const answered = { ...asked, own: [status] };
  const [effect] = openedFor(decided([task(12), answered, first, second], {}, known), 40);
  const alone = decided([asSeen(60, effect, { comments: [word("/decide 2")] })], {}, known);
  expect(decidedOn(alone)).toMatchObject({ option: 2, decision: "Use files." });
});

it("each rule that keeps something has a name, by which the ledger calls it", () => {
  expect([noteCarriedOut, noteHint].map(({ name }) => name)).toEqual(["note-carried-out", "note-hint"]);
});

describe("a decision that is refused", () => {
  it.each<readonly [string, Partial<IssueSeen>]>([
    ["`bob` has decided it: option 1.", { comments: [first, word("/decide 2")] }],
    [
      "`bob` has decided it.",
      { comments: [{ ...first, text: "/answer Neither of them." }, word("/decide 2")] },
    ],
    ["There are 2 options.", { comments: [word("/decide 3")] }],
    ["There is 1 option.", { ...withOptions("1. Use files."), comments: [word("/decide 2")] }],
    [
      "It is closed, so there is nothing left to decide.",
      { ...closed(escalation(60, "#12"), completed, start + 68_000), comments: [word("/decide 2")] },
    ],
    ["The escalation cannot be read yet. Fix its body first", { body: "Hm.", comments: [word("/decide 2")] }],
    [
      "The escalation cannot be read yet. Fix its body first",
      { body: "Hm.", comments: [word("/answer No.")] },
    ],
  ])("is answered %s", (reason, changes) => {
    const reply = replyOn(on(changes));
    expect(reply).toContain(reason);
  });

  it("is not, and is not answered, while it is not known what its author may", () => {
    const roles = new Map([["R_demo U_alice", "write"]] as const);
    const seen = escalation(60, "#12", { comments: [word("/decide 1")] });
    const decision = decided([task(12), seen], { roles }, known);
    expect(decidedOn(decision)).toBeUndefined();
    expect(replyOn(decision)).toBeUndefined();
  });

  it("is not the one that decided: it is neither refused nor answered when it is read again", () => {
    const seen = escalation(60, "#12", { comments: [word("/decide 1")] });
    const before = decided([task(12), seen], {}, known);
    const records = new Map(before.records.map((each) => [each.seen.id, each]));
    const again = decided([task(12), seen], { records }, known);
    expect(decidedOn(again)).toEqual(decidedOn(before));
    expect(replyOn(again)).toBeUndefined();
    expect(effectsOn(again, 60).get("reaction IC_7")).toMatchObject({ content: "THUMBS_UP" });
  });

  const words = { ...first, text: "/answer Neither of them." };
  it.each([first, words])("sends nobody back to where it was decided: $text", (decision) => {
    for (const again of ["/decide 2", "/answer Both of them."]) {
      const reply = replyOn(on({ comments: [decision, word(again)] }));
      expect(reply).toContain("To have something else decided, open another issue.");
    }
  });

  it("about a question names where another answer counts, and it counts there", () => {
    const asked = question(40, "#12", { createdAt: start, author: alice });
    const own = [statusShowing(asked, start + 61_000)];
    const refused = escalation(60, "#40", { author: alice, own, comments: [first, word("/decide 2")] });
    const before = decided([task(12), asked, refused], {}, known);
    expect(replyOn(before)).toContain(
      "`bob` has decided it: option 1. To have something else decided, comment `/answer <your decision>` on `#40`.",
    );
    const records = new Map(before.records.map((each) => [each.seen.id, each]));
    const answered = closed(asked, completed, start + 75_000);
    const later = { ...refused, updatedAt: start + 80_000 };
    const after = decided([task(12), answered, later], { records }, known);
    expect(replyOn(after)).toContain(
      "To have something else decided, reopen `#40` and comment `/answer <your decision>` there.",
    );
    const repeated = word("/answer Both of them.", { id: "IC_8", createdAt: start + 100_000 });
    const open = { issueState: reopened, reopenedAt: start + 90_000, updatedAt: start + 100_000 };
    const again = decided([task(12), { ...asked, ...open, comments: [repeated] }, later], { records }, known);
    const accepted = again.records.find(({ seen }) => seen.number === 40)?.persisted.accepted;
    expect(accepted).toMatchObject({ decision: "Both of them.", by: { login: "maria" } });
  });

  it("about a question that may not be named here is sent to another issue", () => {
    const hidden = { ...demo, id: "R_hidden", name: "hidden", isPrivate: true };
    const asked = question(40, "#12", { createdAt: start, author: alice, repositoryId: hidden.id });
    const own = [statusShowing(asked, start + 61_000)];
    const comments = [first, word("/decide 2")];
    const refused = escalation(60, "acme/hidden#40", { author: alice, own, comments });
    const repositories = new Map([demo, hidden].map((each) => [each.id, each]));
    const people = [alice, bob, maria].map(({ id }) => id);
    const roles = new Map(
      people.flatMap((id) => [demo, hidden].map((each) => [`${each.id} ${id}`, "write"] as const)),
    );
    const reply = replyOn(decided([task(12), asked, refused], { repositories, roles }, known));
    expect(reply).toContain("To have something else decided, open another issue.");
  });

  it("names the question that was edited since, and how to answer it", () => {
    const asked = question(40, "#12", { createdAt: start });
    const hour = 60 * 60_000;
    const later = { ...known, now: start + hour };
    const [overdue] = openedFor(decided([task(12), asked], {}, later), 40);
    const edited = { ...asked, body: asked.body.replace("both", "three"), textHash: "e".repeat(64) };
    const seen = asSeen(60, overdue, { comments: [word("/answer Files.", { createdAt: start + hour })] });
    const reply = replyOn(decided([task(12), edited, seen], {}, later));
    expect(reply).toMatch(
      /`#40` was edited after this was put before people.*comment `\/answer <your decision>` there/,
    );
  });
});

describe("what a decision about a dependency does", () => {
  const one = task(1, { blockedBy: links(task(2), task(3)) });
  const two = task(2, { blockedBy: links(task(1)) });
  const [cycle] = openedFor(decided([one, two, task(3)], {}, known), 1);
  const referral = asSeen(60, cycle, { comments: [word("/decide 1 because two can wait")] });

  it("is carried out for the reason that names who decided and what", () => {
    const { effects, records } = decided([one, two, task(3), referral], {}, known);
    const [cut, ...more] = effects.filter(({ effect }) => effect.type === "RemoveBlockedBy");
    expect(more).toEqual([]);
    expect(cut).toMatchObject({
      issueId: "I_60",
      key: "I_60 edge I_1 I_2 removed",
      effect: { blockedId: "I_1", blockerId: "I_2" },
      reason: {
        rule: "carry-out-decision",
        because: "maria decided for option 1.",
        actor: { id: maria.id, login: "maria", role: "admin" },
      },
    });
    expect(records.find(({ seen }) => seen.number === 60)?.persisted.decided).not.toHaveProperty(
      "carriedOut",
    );
  });

  it("is noted as done once the dependency is gone, whatever else the issue waits for", () => {
    const before = decided([one, two, task(3), referral], {}, known);
    const records = new Map(before.records.map((each) => [each.seen.id, each]));
    const without = task(1, { blockedBy: links(task(3)) });
    const after = decided([without, two, task(3), referral], { records }, known);
    expect(decidedOn(after)).toEqual({ ...decidedOn(before), carriedOut: true });
    const keeping = new Map(after.records.map((each) => [each.seen.id, each]));
    const again = decided([one, two, task(3), referral], { records: keeping }, known);
    expect(again.effects.filter(({ effect }) => effect.type === "RemoveBlockedBy")).toEqual([]);
  });

  it("is not carried out by an issue that is no escalation any more", () => {
    const before = decided([one, two, task(3), referral], {}, known);
    const records = new Map(before.records.map((each) => [each.seen.id, each]));
    const now = { ...referral, labels: ["kind:task"] };
    const after = decided([one, two, task(3), now], { records }, known);
    expect(decidedOn(after)).toBeDefined();
    expect(after.effects.filter(({ effect }) => effect.type === "RemoveBlockedBy")).toEqual([]);
  });

  it("waits for the issue that it names, which was not read yet", () => {
    const { effects } = decided([two, task(3), referral], {}, known);
    expect(effects.filter(({ effect }) => effect.type === "RemoveBlockedBy")).toEqual([]);
  });

  it("is nothing where the decision is its words", () => {
    const { effects } = on({ comments: [word("/decide 1")] });
    expect(effects.filter(({ effect }) => effect.type === "RemoveBlockedBy")).toEqual([]);
    expect(decidedOn(on({ comments: [word("/decide 1")] }))).not.toHaveProperty("carriedOut");
  });
});
