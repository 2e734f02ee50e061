/** What a record shows of when things happened. */
import { describe, expect, test } from "vitest";
import { fold } from "../../../src/engine/fold/fold.ts";
import { momentsOf } from "../../../src/engine/measures/moments-of.ts";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import type { PersistedState } from "../../../src/engine/model/persisted-state.ts";
import { emptySnapshot, type IssueRecord } from "../../../src/engine/model/snapshot.ts";
import { keepWords } from "../../../src/protocol/decided-words.ts";
import { form } from "../../support/form.ts";
import { bob, completed, demo, issue, maria, notPlanned, start, us } from "../../support/issues.ts";

const bodies = {
  task: form({ Goal: "It works." }),
  question: form({
    "Blocking task": "#1, acme/Web#2",
    Category: "implementation",
    Urgency: "blocking",
    Context: "Both work.",
  }),
  escalation: form({
    Regarding: "#1",
    Urgency: "important",
    Context: "Both work.",
    Question: "Which one?",
    Options: "1. Files\n2. SQLite",
    Recommendation: "Option 2.",
    "Impact of delay": "None.",
  }),
  handover: form({
    Completes: "#1",
    Status: "complete",
    Changes: "- a.ts: written",
    Verified: "- npm test: passed",
    Context: "It was easy.",
    "Next steps": "None",
  }),
};

function record(
  kind: keyof typeof bodies,
  seen: Partial<IssueSeen> = {},
  persisted: Partial<PersistedState> = {},
): IssueRecord {
  const given = issue(5, { body: bodies[kind], labels: [`kind:${kind}`], ...seen });
  const { snapshot } = fold(emptySnapshot, [
    { type: "RepositorySeen", repository: demo },
    { type: "IssueSeen", issue: given, readAt: start + 60_000 },
  ]);
  const found = snapshot.records.get(given.id);
  if (found === undefined) throw new Error("The fold knows no issue.");
  const admitted = { hash: given.textHash, by: "U_alice" };
  return { ...found, persisted: { ...found.persisted, admitted, ...persisted } };
}

const at = (seconds: number): number => start + seconds * 1_000;
const said = (given: IssueRecord) =>
  momentsOf(given).map(({ issueId: _, repositoryId: __, ...rest }) => rest);
const version = { title: "", hash: "" };
const accepted = {
  version,
  how: "command",
  word: "IC_1",
  by: { id: bob.id, login: "bob" },
  decision: keepWords("Files"),
  row: "any",
} as const;
const opened = { type: "asked", at: at(5) };
const isClosed = { issueState: completed, closedAt: at(90) };

describe("a question", () => {
  test("without an answer waits, and holds up the tasks that it names, in both spellings", () => {
    expect(said(record("question"))).toEqual([
      opened,
      { type: "waits", since: at(5) },
      { type: "held", since: at(5), at: undefined, about: "R_demo#1" },
      { type: "held", since: at(5), at: undefined, about: "acme/web#2" },
    ]);
  });

  test("is answered when it is closed, as its answer may have waited for an approval", () => {
    const answered = record("question", isClosed, { accepted: { ...accepted, at: at(30) } });
    expect(said(answered)).toEqual([
      opened,
      { type: "answered", since: at(5), at: at(90), by: bob.id },
      { type: "held", since: at(5), at: at(90), about: "R_demo#1" },
      { type: "held", since: at(5), at: at(90), about: "acme/web#2" },
    ]);
  });

  test("whose answer was replaced after it was closed was answered when the first one counted", () => {
    const overruled = { ...accepted, word: "I_9", number: 9, overrules: "IC_1", at: at(500) };
    expect(said(record("question", isClosed, { accepted: overruled }))).toMatchObject([
      opened,
      { type: "answered", at: at(90), about: "I_9" },
      { type: "overruled", at: at(500), about: "IC_1" },
      { at: at(90) },
      { at: at(90) },
    ]);
  });

  test("that was reopened has no answer, and one that was withdrawn holds nothing up", () => {
    const disputed = { issueState: { state: "open", reopened: true }, reopenedAt: at(200) } as const;
    const before = { accepted: { ...accepted, at: at(30) } };
    expect(said(record("question", disputed, before)).map(({ type }) => type)).toEqual([
      "asked",
      "waits",
      "reopened",
      "held",
      "held",
    ]);
    const withdrawn = { issueState: notPlanned, closedAt: at(90), closedBy: undefined };
    expect(said(record("question", withdrawn)).slice(1)).toMatchObject([
      { type: "held", at: at(90) },
      { type: "held", at: at(90) },
    ]);
  });

  test("that nobody with write access is responsible for has no moments", () => {
    expect(said(record("question", {}, { admitted: undefined }))).toEqual([]);
  });
});

describe("an escalation", () => {
  const decided = {
    version,
    how: "command",
    word: "IC_7",
    option: 2,
    decision: keepWords("SQLite"),
    because: "",
    row: "any",
    by: { id: maria.id, login: "maria" },
    at: at(60),
  } as const;
  const ours = { author: us, opened: { key: "opened:I_1:overdue:0" } };

  test("ends when a person decides, and says whether for what we recommended", () => {
    expect(said(record("escalation", ours, { decided }))).toEqual([
      { type: "escalated", at: at(5) },
      { type: "decided", at: at(60), by: maria.id },
      { type: "recommendation-taken", at: at(60) },
      { type: "held", since: at(5), at: at(60), about: "R_demo#1" },
    ]);
    const types = (given: IssueRecord) => said(given).map(({ type }) => type);
    expect(types(record("escalation", ours, { decided: { ...decided, option: 1 } }))).toContain(
      "recommendation-left",
    );
    // What somebody else recommends is not the coordinator's.
    expect(types(record("escalation", {}, { decided }))).toEqual(["escalated", "decided", "held"]);
  });

  test("that nobody decided ended by default, or was dropped", () => {
    const byDefault = record("escalation", ours, { decided: { ...decided, how: "default" } });
    expect(said(byDefault)[1]).toEqual({ type: "defaulted", at: at(60) });
    const dropped = record("escalation", { issueState: notPlanned, closedAt: at(90) });
    expect(said(dropped)[1]).toEqual({ type: "dropped", at: at(90) });
  });
});

describe("a handover", () => {
  test("that was accepted in spite of the verdict says by whom, and completes its task", () => {
    const byMaria = { how: "command", word: "IC_8", by: { id: maria.id, login: "maria" } } as const;
    const settled = { ...byMaria, version, since: 0, at: at(70), because: "I looked", row: "any" };
    expect(said(record("handover", isClosed, { settled }))).toEqual([
      { type: "handed-over", at: at(5), about: "R_demo#1" },
      { type: "handover-accepted", since: at(5), at: at(70), about: "R_demo#1", by: maria.id },
      { type: "completed", at: at(70), about: "R_demo#1" },
    ]);
  });

  test("that was closed without having been accepted was withdrawn", () => {
    const withdrawn = record("handover", { issueState: notPlanned, closedAt: at(90) });
    expect(said(withdrawn)[1]).toMatchObject({ type: "handover-withdrawn", since: at(5), at: at(90) });
  });
});

test("a handover that cannot be read counts as one, for the task that it names", () => {
  const body = bodies.handover.replace("### Verified", "### Unknown");
  expect(said(record("handover", { body }))).toEqual([{ type: "handed-over", at: at(5), about: "R_demo#1" }]);
});

test("a task is woken by the comment whose key says when its last blocker was resolved, and closed only as completed", () => {
  const own = { id: "IC_5", text: "", persisted: undefined, isMinimized: false };
  const woken = [
    { ...own, key: `wake:I_4@${at(80)}`, createdAt: at(82) },
    // A removed dependency was never resolved.
    { ...own, key: "wake:unlinked-0", createdAt: at(95) },
    { ...own, key: "status", createdAt: at(6) },
  ];
  const name = "R_demo#5";
  expect(said(record("task", { ...isClosed, own: woken }))).toEqual([
    { type: "task-opened", at: at(5), about: name },
    { type: "task-closed", since: at(5), at: at(90), about: name },
    { type: "woken", since: at(80), at: at(82) },
  ]);
  const abandoned = record("task", { issueState: notPlanned, closedAt: at(90) });
  expect(said(abandoned).map(({ type }) => type)).toEqual(["task-opened"]);
});

test("commands that counted are acts of who wrote them, others are not", () => {
  const comment = (id: string, seconds: number) => ({
    id,
    author: maria,
    text: "/urgency important",
    createdAt: at(seconds),
  });
  const comments = [comment("IC_1", 10), comment("IC_2", 20), comment("IC_3", 30)];
  const given = record("task", { comments }, { obeyed: ["IC_1", "IC_9"] });
  expect(said(given).slice(1)).toEqual([{ type: "commanded", at: at(10), by: maria.id }]);
});
