/** What the agent that asked is told of its question: that it was answered, closed, or put before a person. */
import { describe, expect, test } from "vitest";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import type { IssueRecord } from "../../../src/engine/model/snapshot.ts";
import {
  questionAnswered,
  questionClosed,
  questionEscalated,
} from "../../../src/engine/notes/sources/question-news.ts";
import { settingsSchema } from "../../../src/protocol/settings/config.ts";
import { acceptedFor, inputFor, recordOf } from "../../support/answered.ts";
import {
  answer,
  bob,
  closed,
  completed,
  duplicate,
  escalation,
  maria,
  notPlanned,
  person,
  question,
  reopened,
  start,
  task,
  us,
} from "../../support/issues.ts";

const [ada, bea] = [person("ada"), person("bea")];
const settings = settingsSchema.parse({ agents: { ada: { account: ada.id }, bea: { account: bea.id } } });
const asked = (changes: Partial<IssueSeen> = {}) =>
  question(40, "#12", { author: ada, createdAt: start, ...changes });
const at = start + 60_000;
type Source = typeof questionAnswered;
const notesOf = ({ notesOn }: Source, records: readonly IssueRecord[]) =>
  notesOn(inputFor(records, 40, { settings }));

describe("an answer", () => {
  const toldOf = (
    changes: Parameters<typeof acceptedFor>[2] = {},
    seen = asked(),
    ...others: readonly IssueRecord[]
  ) =>
    notesOf(questionAnswered, [
      recordOf(seen, { accepted: acceptedFor(seen, "In a file.", changes) }),
      ...others,
    ]);
  const note = {
    kind: "question-answered",
    priority: "now",
    isNews: true,
    to: "ada",
    at,
    key: "I_41",
    from: { name: "maria", proof: "person" },
    text: "Your question was answered: In a file.",
  };

  test("is told to the agent that asked, with its words and whose they are", () => {
    expect(toldOf()).toEqual([note]);
    const edited = { version: { title: "Q: Before?", hash: "0" } };
    expect(toldOf(edited)[0]?.text).toBe(
      'Your question was answered: (About an earlier text, "Q: Before?".) In a file.',
    );
  });

  test("names who wrote the issue or the comment, and what shows that", () => {
    const by = { id: bea.id, login: "bea" };
    const byIssue = recordOf(answer(41, "#40", { author: bea }));
    expect(toldOf({ by }, asked(), byIssue)).toEqual([{ ...note, from: { name: "bea", proof: "account" } }]);
    expect(toldOf({}, asked(), byIssue)).toEqual([note]);
    const said = { id: "IC_1", commentNumber: 1, author: bea, text: "/answer In a file.", createdAt: at };
    const commented = asked({ comments: [{ ...said, id: "IC_0", author: bob }, said] });
    expect(toldOf({ word: "IC_1" }, commented)[0]?.from).toEqual({ name: "bea", proof: "account" });
    expect(toldOf({ by, word: "IC_7" })[0]?.from).toEqual({ name: "bea", proof: "account" });
    const ours = recordOf(answer(41, "#40", { author: us }));
    expect(toldOf({ by: { id: us.id, login: "signalbox" } }, asked(), ours)[0]?.from).toEqual({
      name: "signalbox",
      proof: "account",
    });
  });

  test("names who else edited the words", () => {
    const by = { id: bob.id, login: "bob" };
    expect(toldOf({ editor: by })[0]?.text).toBe(
      "Your question was answered, in words that bob edited: In a file.",
    );
  });

  test("names the agent, not its login, and the login alone where the issue's author is gone", () => {
    const named = settingsSchema.parse({
      agents: { ada: { account: ada.id }, builder: { account: bob.id } },
    });
    const fromOf = (by: typeof bob, byIssue: IssueSeen) => {
      const { id, login } = by;
      const seen = recordOf(asked(), { accepted: acceptedFor(asked(), "In a file.", { by: { id, login } }) });
      const input = inputFor([seen, recordOf(byIssue)], 40, { settings: named });
      return questionAnswered.notesOn(input)[0]?.from;
    };
    expect(fromOf(bob, answer(41, "#40", { author: bob }))).toEqual({ name: "builder", proof: "account" });
    expect(fromOf(maria, answer(41, "#40", { author: undefined }))).toEqual({
      name: "maria",
      proof: "person",
    });
  });

  test("is not told to the agent that gave it, to a person, or of a text that nobody stands for", () => {
    const own = recordOf(answer(41, "#40", { author: ada }));
    expect(toldOf({ by: { id: ada.id, login: "ada" } }, asked(), own)).toEqual([]);
    expect(toldOf({}, asked({ author: maria }))).toEqual([]);
    const accepted = acceptedFor(asked(), "In a file.");
    expect(notesOf(questionAnswered, [recordOf(asked(), { accepted, admitted: undefined })])).toEqual([]);
  });

  test("is none of an open or reopened question, or of another kind of issue", () => {
    expect(notesOf(questionAnswered, [recordOf(asked())])).toEqual([]);
    expect(toldOf({}, asked({ issueState: reopened, reopenedAt: at + 1 }))).toEqual([]);
    expect(toldOf({}, task(40, { author: ada }))).toEqual([]);
  });
});

describe("a question that was closed without an answer", () => {
  const toldOf = (seen: IssueSeen, persisted = {}) => notesOf(questionClosed, [recordOf(seen, persisted)]);
  const note = {
    kind: "question-closed",
    priority: "now",
    isNews: true,
    to: "ada",
    at,
    key: String(at),
    text: "Your question was closed without an answer by bob.",
  };

  test.each([notPlanned, duplicate, completed])("is told with who closed it: %j", (state) => {
    expect(toldOf(closed(asked(), state, at, bob))).toEqual([note]);
    const { closedBy: _, ...unknown } = closed(asked(), state, at, bob);
    expect(toldOf({ ...unknown, closedBy: undefined })).toEqual([
      { ...note, text: "Your question was closed without an answer." },
    ]);
  });

  test("is not told if its asker closed it, if it is answered or open, or if it is something else", () => {
    expect(toldOf(closed(asked(), notPlanned, at, ada))).toEqual([]);
    const accepted = acceptedFor(asked(), "In a file.");
    const done = closed(asked(), completed, at, bob);
    expect(toldOf(done, { accepted })).toEqual([]);
    expect(toldOf(done, { accepted: { ...accepted, gone: true } })).toEqual([]);
    expect(toldOf(closed(asked({ author: undefined }), notPlanned, at, bob))).toEqual([]);
    expect(toldOf(asked())).toEqual([]);
    expect(toldOf({ ...asked(), closedAt: at, closedBy: bob })).toEqual([]);
    expect(toldOf(closed(task(40, { author: ada }), notPlanned, at, bob))).toEqual([]);
  });
});

describe("a question that a person is asked to decide", () => {
  const raised = recordOf(escalation(60, "#40", { author: maria }));
  const toldOf = (seen: IssueSeen, persisted = {}, ...others: readonly IssueRecord[]) =>
    notesOf(questionEscalated, [recordOf(seen, persisted), ...others]);

  test("is told once for each escalation, with its name", () => {
    expect(toldOf(asked(), {}, raised)).toEqual([
      {
        kind: "question-escalated",
        priority: "soon",
        to: "ada",
        at: raised.seen.createdAt,
        key: "I_60",
        refs: ["#60"],
        text: "A person is asked to decide your question: #60.",
      },
    ]);
  });

  test("is told no longer once it is answered or closed, and of no other kind of issue", () => {
    const accepted = acceptedFor(asked(), "In a file.");
    expect(toldOf(asked(), { accepted }, raised)).toEqual([]);
    expect(toldOf(closed(asked(), notPlanned, at, bob), {}, raised)).toEqual([]);
    expect(toldOf(asked())).toEqual([]);
    expect(toldOf(task(40, { author: ada }), {}, raised)).toEqual([]);
  });
});
