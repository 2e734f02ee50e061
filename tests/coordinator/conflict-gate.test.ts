import { expect, test } from "vitest";
import { conflictGate, type Source, type Weighed } from "../../src/coordinator/conflict-gate.ts";
import type { Passage } from "../../src/coordinator/passage/passage.ts";

function source(path: string, text: string, more: Partial<Passage> = {}): Source {
  const lines = { path, commit: "c".repeat(40), firstLine: 1, lastLine: 1, text };
  const about = { title: path, headings: [], standing: "current", isDecision: false } as const;
  return { quote: lines, passage: { ...lines, ...about, ...more } };
}

const weigh = (cited: readonly Source[], more: Partial<Weighed> = {}) =>
  conflictGate({ cited, beside: [], unreplaced: [], ...more });

test("J03 sources that say the opposite are no answer", () => {
  const verdict = weigh([
    source("a.md", "The worker retries failed messages after a restart."),
    source("b.md", "The worker never retries failed messages after a restart."),
  ]);
  expect(verdict).toEqual({ passes: false, reasons: ["`a.md` and `b.md` say the opposite of each other."] });
});

test("J03 sources that name different values are no answer", () => {
  const verdict = weigh([
    source("a.md", "The lease ends after 90 seconds without heartbeat."),
    source("b.md", "The lease ends after 60 seconds without heartbeat."),
  ]);
  expect(verdict.reasons).toEqual(["`a.md` and `b.md` name different values."]);
});

test("J03 a superseded decision that nothing cited replaces is no answer, and is not passed over", () => {
  const old = source("a.md", "We use A.", { standing: "superseded", isDecision: true });
  expect(weigh([source("b.md", "We print reports.")], { unreplaced: [old] }).reasons).toEqual([
    "`a.md` speaks of it more, is superseded, and nothing that would be cited took its place.",
  ]);
});

test("J03 what is not cited counts only where it denies what is", () => {
  const cited = [source("a.md", "The lease ends after 90 seconds without heartbeat.")];
  const [other, third] = [
    source("b.md", "The worker retries failed messages after 3 restarts."),
    source("c.md", "The worker retries failed messages after 5 restarts."),
  ];
  expect(weigh(cited, { beside: [other, third] }).passes).toBe(true);
  const denying = source("d.md", "The lease ends after 60 seconds without heartbeat.");
  expect(weigh(cited, { beside: [denying] }).reasons).toEqual(["`a.md` and `d.md` name different values."]);
});

test.each([
  ["Name branches after tasks", "Name branches after tasks"],
  ["6. Store amounts of money", "7. Store amounts of money"],
  ["ADR-0003: Retry policy", "ADR-0012: Retry policy"],
])("J03 two current decisions on one subject are people's to settle: %s, %s", (one, other) => {
  const verdict = weigh([
    source("1.md", "By number.", { title: one, isDecision: true }),
    source("2.md", "By track.", { title: other, isDecision: true }),
  ]);
  expect(verdict.reasons).toEqual(["`1.md` and `2.md` record two decisions on the same subject."]);
});

test("sources on different subjects and repeated words agree", () => {
  const text = "The lease ends after 90 seconds without heartbeat.";
  expect(weigh([source("a.md", text), source("b.md", text)]).passes).toBe(true);
  expect(weigh([source("a.md", text), source("b.md", "Logs are never kept here.")]).passes).toBe(true);
  expect(weigh([]).passes).toBe(true);
});
