/** Which earlier question asks the same, or looks alike, and what is known of it. */
import { describe, expect, test } from "vitest";
import {
  askedIn,
  findSimilar,
  isAlike,
  type KnownQuestion,
  knownQuestion,
  sameAs,
} from "../../../src/coordinator/answers/precedent.ts";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import { acceptedFor, recordOf } from "../../support/answered.ts";
import { form } from "../../support/form.ts";
import { closed, completed, duplicate, notPlanned, question, start, task } from "../../support/issues.ts";

const title = "Q: Which time zone do timestamps in the ledger have?";
const sections = {
  "Blocking task": "#12",
  Category: "implementation",
  Urgency: "blocking",
  Context: "The exporter writes rows.",
  Options: "1. UTC.\n2. Local.",
  "Decision class": "Bug fix approach",
};
const asked = (changes: Partial<IssueSeen> = {}, number = 40) =>
  question(number, "#12", { title, body: form(sections), ...changes });
const answered = (changes: Parameters<typeof acceptedFor>[2] = {}, seen = asked()) =>
  recordOf(closed(seen, completed, start + 70_000), { accepted: acceptedFor(seen, "UTC.", changes) });

describe("a question as the gates read it", () => {
  test("has its title without the mark, its text, its options and its class", () => {
    expect(askedIn(recordOf(asked()))).toMatchObject({
      title: "Which time zone do timestamps in the ledger have?",
      body: "The exporter writes rows.",
      options: "1. UTC.\n2. Local.",
      decisionClass: "Bug fix approach",
      message: { kind: "question" },
    });
    for (const [written, read] of [
      ["  q:  Why? ", "Why?"],
      ["Q:Why?", "Why?"],
      ["About Q: Why?", "About Q: Why?"],
    ] as const)
      expect(askedIn(recordOf(asked({ title: written })))?.title).toBe(read);
  });

  test("is none that cannot be read, that nobody with write access stands for, or that is something else", () => {
    expect(askedIn(recordOf(asked({ body: "Hm." })))).toBeUndefined();
    expect(askedIn(recordOf(asked(), { admitted: undefined }))).toBeUndefined();
    expect(askedIn(recordOf(task(12)))).toBeUndefined();
  });
});

describe("what is known of a question", () => {
  test("is what it asks, and that nobody answered it yet", () => {
    expect(knownQuestion(recordOf(asked()))).toMatchObject({
      id: "I_40",
      number: 40,
      asked: { title: "Which time zone do timestamps in the ledger have?" },
      wording: "which time zone do timestamp in ledger have\u0000exporter write row\u00001 utc 2 local",
      decision: undefined,
      because: undefined,
      answer: undefined,
      answeredAt: undefined,
      repeats: undefined,
      readFrom: undefined,
    });
    const known = knownQuestion(recordOf(asked()));
    expect(known?.titleTerms.has("exporter")).toBe(false);
    expect(known?.terms.has("exporter")).toBe(true);
    expect([...(known?.titleTerms ?? [])].every((term) => known?.terms.has(term))).toBe(true);
    const { Options: _, ...short } = sections;
    const bare = knownQuestion(recordOf(asked({ body: form(short) })));
    expect(bare?.wording?.split("\u0000").slice(1)).toEqual(["exporter write row", ""]);
  });

  test("is its decision, why, by which answer, when, and where that came from", () => {
    expect(
      knownQuestion(answered({ because: "It never jumps." }), { repeats: 7, readFrom: "pages" }),
    ).toMatchObject({
      decision: "UTC.",
      because: "It never jumps.",
      answer: "I_41",
      answeredAt: start + 60_000,
      repeats: 7,
      readFrom: "pages",
    });
  });

  test.each([
    ["withdrawn", recordOf(closed(asked(), notPlanned, start + 1))],
    ["another's duplicate", recordOf(closed(asked(), duplicate, start + 1))],
    ["closed without an answer", recordOf(closed(asked(), completed, start + 1))],
    ["edited since it was answered", answered({ version: { title, hash: "0" } })],
    ["without a text that counts", recordOf(asked(), { admitted: undefined })],
  ])("is nothing if it is %s", (_, record) => {
    expect(knownQuestion(record)).toBeUndefined();
  });
});

const terms = new Set(["time", "zone", "ledger", "timestamp"]);
const known = (number: number, changes: Partial<KnownQuestion> = {}): KnownQuestion => ({
  id: `I_${number}`,
  number,
  asked: { title: "Which time zone?", body: "", options: undefined, decisionClass: undefined },
  wording: "which time zone",
  terms,
  titleTerms: terms,
  decision: undefined,
  answer: undefined,
  answeredAt: undefined,
  repeats: undefined,
  ...changes,
});
const utc = { decision: "UTC." };

describe("the question that asks the same", () => {
  const same = (one: KnownQuestion, ...others: readonly KnownQuestion[]) => sameAs(one, others)?.number;

  test("is an answered one before an open one, and the oldest of each", () => {
    const all = [known(3), known(9, utc), known(2), known(8, utc), known(1, { wording: "else" })];
    expect(same(known(50), ...all)).toBe(8);
    expect(same(known(50), ...all.toReversed())).toBe(8);
    expect(same(known(50), known(3), known(2), known(4))).toBe(2);
    expect(same(known(50), known(9, utc), known(2))).toBe(9);
    expect(same(known(50), known(2), known(9, utc))).toBe(9);
  });

  test("is open only if it was asked before, and answered whenever it was asked", () => {
    expect(same(known(50), known(51))).toBeUndefined();
    expect(same(known(50), known(49))).toBe(49);
    expect(same(known(50), known(51, utc))).toBe(51);
  });

  test("is not itself, not in other words, and none where words cannot be compared", () => {
    expect(same(known(50, utc), known(50, utc))).toBeUndefined();
    expect(same(known(50), known(3, { wording: "which time zone?" }))).toBeUndefined();
    expect(same(known(50, { wording: undefined }), known(3, { wording: undefined }))).toBeUndefined();
    expect(same(known(50))).toBeUndefined();
  });

  test("has at least four terms: with fewer, questions cannot be told apart", () => {
    expect(same(known(50, { terms: new Set(["a", "b", "c"]) }), known(3))).toBeUndefined();
    expect(same(known(50, { terms: new Set(["a", "b", "c", "d"]) }), known(3))).toBe(3);
  });
});

describe("the question that looks alike", () => {
  const alike = (one: KnownQuestion, ...others: readonly KnownQuestion[]) => findSimilar(one, others)?.number;
  const other = (number: number, changes: Partial<KnownQuestion> = {}) =>
    known(number, { wording: "which time zone in staging", ...utc, ...changes });

  test("is the newest answered one in other words", () => {
    expect(alike(known(50), other(3), other(7), other(5, { decision: undefined }))).toBe(7);
    expect(alike(known(50), other(3), other(5, { wording: "which time zone" }))).toBe(3);
    expect(alike(known(50), other(3, { wording: undefined }))).toBe(3);
    expect(alike(known(50, { wording: undefined }), other(3, { wording: undefined }))).toBe(3);
  });

  test("is neither open, nor itself, nor about something else", () => {
    expect(alike(known(50), other(3, { decision: undefined }))).toBeUndefined();
    expect(alike(known(50), other(50))).toBeUndefined();
    const apart = new Set(["colour", "of", "door", "red"]);
    expect(alike(known(50), other(3, { terms: apart, titleTerms: apart }))).toBeUndefined();
    expect(alike(known(50), other(3, { terms: apart }))).toBeUndefined();
    expect(alike(known(50), other(3, { titleTerms: apart }))).toBeUndefined();
  });

  test("has at least four terms", () => {
    const three = new Set(["time", "zone", "ledger"]);
    expect(alike(known(50, { terms: three, titleTerms: three }), other(3))).toBeUndefined();
    expect(alike(known(50), other(3))).toBe(3);
  });

  test("shares terms: two without any are not alike", () => {
    const none = { terms: new Set<string>(), titleTerms: new Set<string>() };
    expect(isAlike(none, none)).toBe(false);
    expect(isAlike(none, known(3))).toBe(false);
  });
});
