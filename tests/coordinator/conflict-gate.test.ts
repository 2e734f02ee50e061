import { expect, test } from "vitest";
import { conflictGate, type Source } from "../../src/coordinator/conflict-gate.ts";
import type { Passage } from "../../src/coordinator/passage/passage.ts";

function source(path: string, text: string, more: Partial<Passage> = {}): Source {
  const lines = { path, commit: "c".repeat(40), firstLine: 1, lastLine: 1, text };
  const about = { title: path, headings: [], standing: "current", isDecision: false } as const;
  return { quote: lines, passage: { ...lines, ...about, ...more } };
}

test("J03 sources that say the opposite are no answer", () => {
  const verdict = conflictGate([
    source("a.md", "The worker retries failed messages after a restart."),
    source("b.md", "The worker never retries failed messages after a restart."),
  ]);
  expect(verdict).toEqual({ passes: false, reasons: ["`a.md` and `b.md` say the opposite of each other."] });
});

test("J03 sources that name different values are no answer", () => {
  const verdict = conflictGate([
    source("a.md", "The lease ends after 90 seconds without heartbeat."),
    source("b.md", "The lease ends after 60 seconds without heartbeat."),
  ]);
  expect(verdict.reasons).toEqual(["`a.md` and `b.md` name different values."]);
});

test("J03 a superseded decision is not quoted as current", () => {
  const verdict = conflictGate([source("a.md", "We use A.", { standing: "superseded", isDecision: true })]);
  expect(verdict.reasons).toEqual(["`a.md` is superseded and is not quoted as current."]);
});

test("two current decisions on one subject are people's to settle", () => {
  const title = "Name branches after tasks";
  const verdict = conflictGate([
    source("1.md", "By number.", { title, isDecision: true }),
    source("2.md", "By track.", { title, isDecision: true }),
  ]);
  expect(verdict.passes).toBe(false);
});

test("sources on different subjects and repeated words agree", () => {
  const text = "The lease ends after 90 seconds without heartbeat.";
  expect(conflictGate([source("a.md", text), source("b.md", text)]).passes).toBe(true);
  expect(conflictGate([source("a.md", text), source("b.md", "Logs are never kept here.")]).passes).toBe(true);
  expect(conflictGate([]).passes).toBe(true);
});
