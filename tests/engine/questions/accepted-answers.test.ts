/** Which answer of a question counts, what is kept of it, and what is looked at again for it. */
import { describe, expect, it } from "vitest";
import type { CommentSeen, IssueSeen, OwnComment } from "../../../src/engine/model/fact.ts";
import {
  type Accepted,
  emptyPersistedState,
  type PersistedState,
  parsePersistedState,
} from "../../../src/engine/model/persisted-state.ts";
import type { Snapshot } from "../../../src/engine/model/snapshot.ts";
import { keepWords } from "../../../src/protocol/decided-words.ts";
import { settingsSchema } from "../../../src/protocol/settings/config.ts";
import {
  alice,
  answer,
  bob,
  closed,
  completed,
  decided,
  duplicate,
  escalation,
  links,
  mallory,
  maria,
  notPlanned,
  question,
  reopened,
  start,
  task,
  us,
} from "../../support/issues.ts";
import { statusShowing } from "../../support/shown-question.ts";

const minute = 60_000;
const says = (text: string, changes: Partial<CommentSeen> = {}): CommentSeen => ({
  id: "IC_1",
  commentNumber: 7,
  author: bob,
  text,
  createdAt: start + minute,
  ...changes,
});
const asked = (changes: Partial<IssueSeen> = {}) =>
  question(40, "#12", { createdAt: start, blocking: links(task(12)), ...changes });
const answeredAt = (createdAt: number, changes: Parameters<typeof answer>[2] = {}) =>
  answer(41, "#40", { createdAt, ...changes });
const status = (persisted: Partial<PersistedState>): OwnComment => ({
  id: "IC_0",
  key: "status",
  text: "",
  createdAt: start,
  isMinimized: false,
  persisted: { ...emptyPersistedState, ...persisted },
});

function memoryOf(issues: readonly IssueSeen[], snapshot: Partial<Snapshot> = {}) {
  const decision = decided(issues, snapshot, { now: start + 30 * minute });
  const persisted = decision.records.find(({ seen }) => seen.number === 40)?.persisted;
  const because = (number: number) =>
    decision.refreshes.filter(({ id }) => id === `I_${number}`).map((each) => each.because);
  const ids = decision.refreshes.map(({ id }) => id);
  return { accepted: persisted?.accepted, disputed: persisted?.disputed, because, ids };
}
const acceptedOf = (...issues: readonly IssueSeen[]) => memoryOf([task(12), ...issues]).accepted;
const wordOf = (...issues: readonly IssueSeen[]) => acceptedOf(...issues)?.word;

describe("what is kept of the answer that counts", () => {
  it("is, of a comment, its words, its author, its time and its place", () => {
    const accepted = acceptedOf(asked({ comments: [says("/answer Use files.")] }));
    expect(accepted).toMatchObject({
      word: "IC_1",
      commentNumber: 7,
      decision: "Use files.",
      by: { id: bob.id, login: "bob" },
      at: start + minute,
      row: expect.stringContaining("policy"),
    });
    expect(accepted).not.toHaveProperty("number");
    expect(accepted).not.toHaveProperty("because");
    const { commentNumber: _, ...older } = says("/answer Use files.");
    expect(acceptedOf(asked({ comments: [older] }))).not.toHaveProperty("commentNumber");
  });

  it("is, of an issue, its number", () => {
    const accepted = acceptedOf(asked(), answeredAt(start + minute, { decision: "Use files." }));
    expect(accepted).toMatchObject({ word: "I_41", number: 41, decision: "Use files.", how: "answer" });
    expect(accepted).not.toHaveProperty("commentNumber");
  });

  it.each([
    ["/decide 1 because it is small", "it is small"],
    ["/decide 1", undefined],
  ])("is, of an escalation that %s decides, its number and the reason", (text, because) => {
    const seen = asked();
    const referral = escalation(60, "#40", {
      comments: [says(text, { author: maria, createdAt: start + 3 * minute })],
      own: [{ ...statusShowing(seen, start + 2 * minute) }],
    });
    const accepted = acceptedOf(seen, referral);
    expect(accepted).toMatchObject({
      number: 60,
      decision: "Use SQLite.",
      how: "decision",
      at: start + 3 * minute,
    });
    expect(accepted?.because).toBe(because);
    if (because === undefined) expect(accepted).not.toHaveProperty("because");
  });
});

describe("the answer that counts", () => {
  it("is the earliest, by issue or by comment, and of two in one second always the same", () => {
    const later = [says("/answer Two.", { id: "IC_2", createdAt: start + 2 * minute }), says("/answer One.")];
    expect(wordOf(asked({ comments: later }))).toBe("IC_1");
    expect(wordOf(asked({ comments: later.toReversed() }))).toBe("IC_1");
    expect(wordOf(asked({ comments: later }), answeredAt(start + 30_000))).toBe("I_41");
    expect(wordOf(asked({ comments: later }), answeredAt(start + 90_000))).toBe("IC_1");
    const asComment = says("/answer A.", { createdAt: start + minute });
    expect(wordOf(asked({ comments: [asComment] }), answeredAt(start + minute))).toBe("IC_1");
    const together = [says("/answer B.", { id: "IC_B" }), says("/answer A.", { id: "IC_A" })];
    expect(wordOf(asked({ comments: together }))).toBe("IC_A");
    expect(wordOf(asked({ comments: together.toReversed() }))).toBe("IC_A");
  });

  it("is none that somebody edited although it is ours, and none about an earlier text", () => {
    const altered = [{ part: "text", at: start + 2 * minute, by: mallory }] as const;
    expect(wordOf(asked(), answeredAt(start + minute, { author: maria, altered }))).toBeUndefined();
    expect(wordOf(asked(), answeredAt(start + minute, { author: maria }))).toBe("I_41");
    const ours = (about: string) => {
      const opened = { key: `open:I_40:answer@${about.slice(0, 12)}`, about };
      const seen = answeredAt(start + minute, { author: us, opened });
      const admitted = { hash: seen.textHash, body: seen.bodyHash, by: maria.id, approver: maria.login };
      return { ...seen, own: [status({ kind: "answer", admitted })] };
    };
    expect(wordOf(asked(), ours(asked().textHash))).toBe("I_41");
    expect(wordOf(asked(), ours("0".repeat(64)))).toBeUndefined();
  });

  it("is none of an account that is gone, and none of an issue that is not known", () => {
    expect(wordOf(asked(), answeredAt(start + minute, { author: undefined }))).toBeUndefined();
    const known = { namedBy: new Map([["I_40", ["I_99"]]]) };
    const { accepted } = memoryOf([task(12), asked({ comments: [says("/answer A.")] })], known);
    expect(accepted).toMatchObject({ word: "IC_1" });
  });

  it("is none from before the question was reopened", () => {
    const again = (reopenedAt: number) =>
      asked({ issueState: reopened, reopenedAt, comments: [says("/answer A.")] });
    expect(wordOf(again(start + minute + 1))).toBeUndefined();
    expect(wordOf(again(start + minute))).toBe("IC_1");
  });

  it("is no issue that its author took back, and no comment that is something else", () => {
    const answering = answeredAt(start + minute);
    expect(wordOf(asked(), closed(answering, notPlanned, start + 2 * minute))).toBeUndefined();
    expect(wordOf(asked(), closed(answering, duplicate, start + 2 * minute))).toBeUndefined();
    expect(wordOf(asked(), closed(answering, completed, start + 2 * minute))).toBe("I_41");
    expect(
      wordOf(asked({ comments: [says("/explain"), says("Use files.", { id: "IC_2" })] })),
    ).toBeUndefined();
  });

  it("is no comment that was turned down, although its author may answer by now", () => {
    const reply = { ...status({}), id: "IC_r", key: "reply:IC_1:refused" };
    const comments = [says("/answer A."), says("/answer B.", { id: "IC_2", createdAt: start + 2 * minute })];
    expect(wordOf(asked({ comments }))).toBe("IC_1");
    expect(wordOf(asked({ comments, own: [reply] }))).toBe("IC_2");
  });

  it("is none of a bot that wrote more commands within an hour than are heard", () => {
    const bot = { id: "BOT_echo", login: "echo[bot]", type: "Bot" } as const;
    const policy = [{ name: "agents", who: ["agents"] }];
    const settings = settingsSchema.parse({ trust: { agents: [bot.id] }, policy, bots: { exchanges: 1 } });
    const chat = says("/explain", { author: bot });
    const word = says("/answer Use files.", { id: "IC_2", author: bot, createdAt: start + 2 * minute });
    const heard = (...comments: readonly CommentSeen[]) =>
      decided([task(12), asked({ comments })], {}, { settings }).records.find(
        ({ seen }) => seen.number === 40,
      )?.persisted.accepted?.word;
    expect(heard(word)).toBe("IC_2");
    expect(heard(chat, word)).toBeUndefined();
  });

  it.each<readonly [string, Partial<IssueSeen>]>([
    ["that its asker withdrew", { issueState: notPlanned, closedAt: start, closedBy: alice }],
    ["that somebody else closed", { issueState: notPlanned, closedAt: start, closedBy: bob }],
    ["that is another's duplicate", { issueState: duplicate, closedAt: start, closedBy: bob }],
    ["that cannot be read", { body: "Hm." }],
    ["of a user without write access", { author: mallory }],
  ])("is none for a question %s", (_, changes) => {
    expect(wordOf(asked({ comments: [says("/answer Use files.")], ...changes }))).toBeUndefined();
  });

  it("is none for a question that is closed as completed, too, until somebody answers", () => {
    const done = closed(asked(), completed, start + 20_000);
    expect(wordOf(done)).toBeUndefined();
    expect(wordOf({ ...done, comments: [says("/answer Use files.")] })).toBe("IC_1");
  });

  it("waits for a role that could not be read, whoever answered later", () => {
    const roles = new Map([
      ["R_demo U_alice", "write"],
      ["R_demo U_maria", "admin"],
    ] as const);
    const comments = [
      says("/answer A."),
      says("/answer B.", { id: "IC_2", author: maria, createdAt: start + 2 * minute }),
    ];
    const { accepted, because } = memoryOf([task(12), asked({ comments })], { roles });
    expect(accepted).toBeUndefined();
    expect(because(40)).toContain("An answerer's role could not be read.");
    expect(memoryOf([task(12), asked({ comments })]).because(40)).not.toContain(
      "An answerer's role could not be read.",
    );
  });

  it("is not one that was deleted or moved out of sight: the next one counts", () => {
    const comments = [says("/answer A."), says("/answer B.", { id: "IC_2", createdAt: start + 2 * minute })];
    const before = memoryOf([task(12), asked({ comments })]).accepted;
    const own = [status(before === undefined ? {} : { accepted: before })];
    const gone = asked({ comments, own, answer: { id: "IC_1", isThere: false } });
    expect(wordOf(gone)).toBe("IC_2");
    expect(wordOf(asked({ comments, own, answer: { id: "IC_1", isThere: true } }))).toBe("IC_1");
    expect(wordOf(asked({ comments, own, answer: { id: "IC_3", isThere: false } }))).toBe("IC_1");
    const alone = asked({ own, comments: [], answer: { id: "IC_1", isThere: false } });
    expect(memoryOf([task(12), alone])).toMatchObject({ accepted: undefined, disputed: { decision: "A." } });
    const done = closed(alone, completed, start + 3 * minute);
    expect(memoryOf([task(12), done]).accepted).toMatchObject({ word: "IC_1", gone: true });
    expect(memoryOf([task(12), done]).disputed).toBeUndefined();
  });
});

describe("an answer that counted", () => {
  const comments = [says("/answer Use files.")];
  const before = acceptedOf(asked({ comments }));
  const kept = (changes: Partial<Accepted> = {}): readonly OwnComment[] => [
    status(before === undefined ? {} : { accepted: { ...before, ...changes } }),
  ];
  const stranger = { id: mallory.id, login: "mallory" };

  it("counts no longer if its author lost write access while the question is open", () => {
    const open = asked({ comments, own: kept({ by: stranger }) });
    const { accepted, because } = memoryOf([task(12), open, answeredAt(start + 2 * minute)]);
    expect(accepted).toBeUndefined();
    expect(because(41)).toContain("Its question was answered.");
    expect(acceptedOf(closed(open, completed, start + 2 * minute))).toMatchObject({ by: stranger });
  });

  it("is kept as disputed once the question is reopened, shortened, with its author and its place", () => {
    const again = { issueState: reopened, reopenedAt: start + 9 * minute };
    const { accepted, disputed } = memoryOf([task(12), asked({ ...again, own: kept({ number: 41 }) })]);
    expect(accepted).toBeUndefined();
    expect(disputed).toEqual({
      decision: "Use files.",
      by: { id: bob.id, login: "bob" },
      number: 41,
      commentNumber: 7,
    });
    const long = kept({ decision: keepWords("word ".repeat(100).trim()) });
    const shortened = memoryOf([task(12), asked({ ...again, own: long })]).disputed?.decision ?? "";
    expect(shortened.length).toBeLessThanOrEqual(300);
    expect(shortened).toMatch(/^word word/);
    const plain = memoryOf([task(12), asked({ ...again, own: kept() })]).disputed;
    expect(plain).not.toHaveProperty("number");
    const answering = answeredAt(start + minute);
    const [ofIssue] = [acceptedOf(asked(), answering)];
    const own = [status(ofIssue === undefined ? {} : { accepted: ofIssue })];
    expect(memoryOf([task(12), asked({ ...again, own })]).disputed).not.toHaveProperty("commentNumber");
  });

  it("is replaced by a new answer, and is then no longer disputed", () => {
    const again = { issueState: reopened, reopenedAt: start + 9 * minute };
    const anew = says("/answer Use SQLite.", { id: "IC_2", createdAt: start + 10 * minute, author: maria });
    const { accepted, disputed } = memoryOf([
      task(12),
      asked({ ...again, own: kept(), comments: [...comments, anew] }),
    ]);
    expect(accepted).toMatchObject({ word: "IC_2" });
    expect(disputed).toBeUndefined();
  });
});

describe("what is looked at again once a question is answered", () => {
  const others = [answeredAt(start + 9 * minute), escalation(60, "#40"), task(13, { blockedByText: "#40" })];
  const told = "Its question was answered.";
  const builds = "A decision that it builds on was made or changed.";
  const comments = [says("/answer Use files.")];

  it("is every answer and escalation about it, and no task while it is open", () => {
    const { because, ids } = memoryOf([task(12), asked({ comments }), ...others]);
    expect(ids.filter((id) => id === undefined)).toEqual([]);
    expect(because(41)).toContain(told);
    expect(because(60)).toContain(told);
    expect(because(12)).not.toContain(builds);
    expect(because(13)).not.toContain(told);
  });

  it("is every task that it names or blocks, once, if it was closed before", () => {
    const done = closed(asked({ comments }), completed, start + 20_000);
    const { because } = memoryOf([task(12), done, ...others]);
    expect(because(12).filter((each) => each === builds)).toHaveLength(1);
    expect(because(41)).toContain(told);
    expect(because(60)).not.toContain(builds);
  });

  it("is a task that only GitHub shows it to block, and nothing else that it blocks", () => {
    const blocking = links(task(12), task(14), question(45, "#12"), task(99));
    const done = closed(asked({ comments, blocking }), completed, start + 20_000);
    const { because, ids } = memoryOf([task(12), task(14), question(45, "#12"), done, ...others]);
    expect(because(14)).toEqual([builds]);
    expect(because(45)).not.toContain(builds);
    expect(ids.filter((id) => id === undefined)).toEqual([]);
  });

  it("is nothing for a word on an issue that is no question, or that cannot be read", () => {
    const unread = "An answerer's role could not be read.";
    const said = says("/answer Use files.");
    expect(memoryOf([task(12, { comments: [said] }), asked()]).because(12)).not.toContain(unread);
    expect(memoryOf([task(12), asked({ body: "Hm.", comments: [said] })]).because(40)).not.toContain(unread);
  });

  it("is nothing while nobody answered", () => {
    const { because } = memoryOf([task(12), asked(), escalation(60, "#40")]);
    expect(because(60)).not.toContain(told);
  });
});

it("what is kept of an answer is read again only with its words and what allowed it", () => {
  const { accepted } = memoryOf([task(12), asked({ comments: [says("/answer Use files.")] })]);
  if (accepted === undefined) throw new Error("Nothing was accepted.");
  const { decision: _decision, ...wordless } = accepted;
  const { row: _row, ...unallowed } = accepted;
  const read = (kept: object) => parsePersistedState({ accepted: kept })?.accepted;
  expect(read(accepted)).toEqual(accepted);
  expect(read(wordless)).toBeUndefined();
  expect(read(unallowed)).toBeUndefined();
});
