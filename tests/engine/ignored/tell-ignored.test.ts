/** Commands by mail and below quoted mails: what they do, and the one line that their author gets. */
import { describe, expect, it, test } from "vitest";
import { actorsToCheck } from "../../../src/engine/admission/actors.ts";
import { fold } from "../../../src/engine/fold/fold.ts";
import type { CommentSeen } from "../../../src/engine/model/fact.ts";
import { loadTexts } from "../../../src/texts/texts.ts";
import {
  context,
  decided,
  effectsOn,
  empty,
  escalation,
  mallory,
  maria,
  question,
  start,
  task,
  us,
} from "../../support/issues.ts";

const hour = 60 * 60_000;
const at = start + hour;
const known = { ...context, render: loadTexts().render, now: at };

const said = (text: string, more: Partial<CommentSeen> = {}): CommentSeen => ({
  id: "IC_7",
  author: maria,
  text,
  createdAt: at,
  ...more,
});
const onQuestion = (...comments: readonly CommentSeen[]) =>
  decided([task(12), question(40, "#12", { comments })], {}, known);
const onEscalation = (...comments: readonly CommentSeen[]) =>
  decided([task(12), escalation(60, "#12", { comments })], {}, known);
const replyOn = (decision: ReturnType<typeof decided>, number: number): string | undefined => {
  const effect = effectsOn(decision, number).get("reply:IC_7");
  return effect?.type === "AddComment" ? effect.text : undefined;
};
const acceptedIn = (decision: ReturnType<typeof decided>) =>
  decision.records.find(({ seen }) => seen.number === 40)?.persisted.accepted?.decision;
const decidedIn = (decision: ReturnType<typeof decided>) =>
  decision.records.find(({ seen }) => seen.number === 60)?.persisted.decided;

const quoted = "Not yet.\n\nFrom: alice <a@x.org>\nSent: Friday\n\n/answer Files";

describe("a reply by mail", () => {
  test("answers with its first line alone", () => {
    const decision = onQuestion(said("/answer SQLite.\n\nFiles are simple.", { byMail: true }));
    expect(acceptedIn(decision)).toBe("SQLite.");
    expect(replyOn(decision, 40)).toBeUndefined();
  });

  test("does nothing with a command below, and its author is told what to write", () => {
    const decision = onQuestion(said("Let us see.\n\n/answer SQLite,\nit is simple", { byMail: true }));
    expect(acceptedIn(decision)).toBeUndefined();
    expect(replyOn(decision, 40)).toBe(
      "**Not carried out:** by mail, a command counts only on the first line. If you mean it, comment `/answer SQLite, it is simple` on GitHub.",
    );
  });

  test("does nothing with words that may go on, and its author is told what to write", () => {
    const decision = onEscalation(said("/decide 2 because it\nis simple", { byMail: true }));
    expect(decidedIn(decision)).toBeUndefined();
    expect(replyOn(decision, 60)).toBe(
      "**Nothing is decided yet:** by mail, the words of `/decide` have to end on the first line, above an empty one. If you mean it, comment `/decide 2 because it is simple` on GitHub.",
    );
  });

  test("gets a line for its second command once the first has been carried out", () => {
    const line =
      "**Not carried out:** by mail, a command counts only on the first line. If you mean it, comment `/answer SQLite.` on GitHub.";
    const obeyed = onQuestion(said("/urgency important\n\n/answer SQLite.", { byMail: true }));
    expect(acceptedIn(obeyed)).toBeUndefined();
    expect(replyOn(obeyed, 40)).toBe(line);
    const refused = onQuestion(said("/decide 1\n\n/answer SQLite.", { byMail: true }));
    expect(replyOn(refused, 40)).toMatch(/^\*\*`\/decide 1` had no effect/);
  });
});

describe("a quoted mail", () => {
  test.each([true, false])("answers nothing and is repeated nowhere (by mail: %s)", (byMail) => {
    const decision = onQuestion(said(quoted, { byMail }));
    expect(acceptedIn(decision)).toBeUndefined();
    expect(replyOn(decision, 40)).toBe(
      "**Not carried out:** `/answer` stands below what may be a quoted mail. If it is yours, comment `/answer <the decision>` on GitHub, without the mail.",
    );
    expect(JSON.stringify(decision.effects.map(({ effect }) => effect))).not.toContain("Files");
  });

  test("decides no escalation, and the line has every option", () => {
    const decision = onEscalation(said(quoted));
    expect(decidedIn(decision)).toBeUndefined();
    expect(replyOn(decision, 60)).toBe(
      "**Nothing is decided yet:** `/answer` stands below what may be a quoted mail. Comment `/decide 1` (Use SQLite.) or `/decide 2` (Use files. They are simple.) on GitHub, or `/answer <your decision>`.",
    );
  });
});

describe("the line about an ignored command", () => {
  const lineFor = (more: Partial<CommentSeen>) => replyOn(onQuestion(said(quoted, more)), 40);

  it.each([
    ["somebody without write access", { author: mallory }],
    ["ourselves", { author: us }],
    ["a deleted comment", { missing: "deleted" }],
    ["a comment of long ago", { createdAt: at - 8 * 24 * hour }],
    ["a comment that no read has shown", { isOnlyReported: true }],
  ] as const)("is not written for %s", (_, more) => {
    expect(lineFor(more)).toBeUndefined();
  });

  it("is written once", () => {
    const own = [
      { id: "IC_8", key: "reply:IC_7", text: "", persisted: undefined, createdAt: at, isMinimized: false },
    ];
    const again = decided([task(12), question(40, "#12", { comments: [said(quoted)], own })], {}, known);
    expect(replyOn(again, 40)).toBeUndefined();
  });

  it("needs the role of its author, and waits for it", () => {
    const comments = [said(quoted)];
    const seen = { type: "IssueSeen", issue: question(40, "#12", { comments }), readAt: at } as const;
    const { snapshot } = fold(empty, [seen]);
    expect(actorsToCheck(snapshot, ["I_40"]).map(({ login }) => login)).toContain("maria");
    const unread = decided([seen.issue], { roles: new Map([["R_demo U_maria", "unknown"]]) }, known);
    expect(replyOn(unread, 40)).toBeUndefined();
    expect(unread.refreshes.map(({ because }) => because)).toContain("A commenter's role could not be read.");
  });
});

test("nothing of a comment counts before a read has shown how it came, and such a read is asked for", () => {
  const comment = said("/answer SQLite.", { isOnlyReported: true });
  const reported = onQuestion(comment);
  expect(acceptedIn(reported)).toBeUndefined();
  const because = "A comment has been reported and not been read.";
  expect(reported.refreshes).toContainEqual({ id: "I_40", repositoryId: "R_demo", afterMs: 2_000, because });
  const deleted = onQuestion({ ...comment, missing: "deleted" });
  expect(deleted.refreshes.map((refresh) => refresh.because)).not.toContain(because);
});
