/** The answers for which pages are read, and the text of the question that they are read for. */
import { describe, expect, test } from "vitest";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import { viewOf } from "../../../src/engine/model/view.ts";
import { agentsAnswers, shownQuestion } from "../../../src/engine/questions/lowered.ts";
import {
  alice,
  answer,
  bob,
  context,
  empty,
  escalation,
  mallory,
  maria,
  notPlanned,
  start,
  task,
} from "../../support/issues.ts";
import { asked, decisionOn, minute, says, settings } from "../../support/suggested-answers.ts";

const known = { ...context, now: start + 5 * minute, settings: settings() };

function answersTo(seen: IssueSeen, others: readonly IssueSeen[] = []) {
  const { decision } = decisionOn(seen, seen.comments, { answers: others });
  const records = new Map(decision.records.map((record) => [record.seen.id, record]));
  const view = viewOf({ ...empty, records, namedBy: new Map([["I_40", others.map(({ id }) => id)]]) });
  const record = records.get(seen.id);
  if (record === undefined) throw new Error("It was not read.");
  return { record, words: agentsAnswers({ view, record, context: known }).map((each) => each.decision) };
}

describe("pages are read for what agents answer", () => {
  const breaking = (changes: Partial<IssueSeen> = {}) => ({
    ...asked({ decisionClass: "Breaking change" }),
    comments: [says("/answer In the keychain.")],
    ...changes,
  });

  test("by comment and by issue, and not for what people answer, whether they may or not", () => {
    const byStranger = says("/answer By mail.", mallory, minute, "IC_2");
    const answering = answer(41, "#40", { author: bob, decision: "In a file." });
    const { words } = answersTo(breaking({ comments: [...breaking().comments, byStranger] }), [answering]);
    expect(words).toEqual(["In a file.", "In the keychain."]);
  });

  test.each<readonly [string, Partial<IssueSeen>]>([
    ["was closed", { issueState: notPlanned, closedAt: start + minute, closedBy: alice }],
    [
      "was answered",
      { comments: [...breaking().comments, says("/answer In a safe.", maria, minute, "IC_2")] },
    ],
    ["has no text that counts", { author: mallory }],
    ["cannot be read", { body: "Hm." }],
    ["was edited since", { editedAt: start + 2 * minute, editor: alice }],
  ])("unless the question %s", (_, changes) => {
    expect(answersTo(breaking()).words).toEqual(["In the keychain."]);
    expect(answersTo(breaking(changes)).words).toEqual([]);
  });

  test("to questions alone", () => {
    const comments = [says("/answer In the keychain.")];
    for (const seen of [task(13, { comments }), escalation(60, "#40", { comments })])
      expect(answersTo(seen).words).toEqual([]);
  });
});

test("what is asked is title, context and options, and of an issue that asks nothing its title", () => {
  const { record } = answersTo(asked({ text: "I cannot find it.", options: "1. Here.\n2. There." }));
  expect(shownQuestion(record).title).toBe("Q: Where is the token kept?");
  expect(shownQuestion(record).body).toMatch(/^I cannot find it\.\n+1\. Here\.\n2\. There\.$/);
  expect(shownQuestion(answersTo(asked()).record).body.trim()).toBe("I cannot find it.");
  const { record: other } = answersTo(task(13));
  expect({ ...shownQuestion(other), body: shownQuestion(other).body.trim() }).toEqual({
    title: "Task 13",
    body: "",
  });
});
