/** A word counts for the text that its author was shown, whatever kind of matter it settles. */
import { describe, expect, it } from "vitest";
import { knownQuestion } from "../../../src/coordinator/answers/precedent.ts";
import { decisionsOf } from "../../../src/coordinator/records/decisions.ts";
import type { CommentSeen, IssueSeen } from "../../../src/engine/model/fact.ts";
import { emptyPersistedState } from "../../../src/engine/model/persisted-state.ts";
import { viewOf } from "../../../src/engine/model/view.ts";
import { briefOf } from "../../../src/engine/presentation/brief.ts";
import {
  bob,
  closed,
  completed,
  context,
  decided,
  empty,
  escalation,
  maria,
  question,
  start,
  task,
  us,
} from "../../support/issues.ts";
import {
  decisionOn,
  edited,
  hour,
  lineAfter,
  type Matter,
  matters,
  memoryOf,
  minute,
  now,
  renamed,
  replyIn,
  says,
  second,
  spoken,
} from "../../support/matters.ts";
import { statusShowing } from "../../support/shown-question.ts";

describe.each(matters)("$name", ({ word, opened, kept }) => {
  const heard = (changes: Partial<IssueSeen>, ...comments: readonly CommentSeen[]) =>
    decisionOn(opened({ comments: comments.length === 0 ? [says(word)] : comments, ...changes }));

  it("counts where nobody changed the text", () => {
    expect(kept(memoryOf(heard({})))).toBeDefined();
  });

  it.each([
    ["one second after it", spoken + second],
    ["in its second", spoken],
    ["one second before it", spoken - second],
    ["one minute before it", spoken - minute],
    ["one hour before it, as by mail", spoken - hour],
  ])("does not count where somebody edited the text %s", (_, at) => {
    const decision = heard(edited(at));
    expect(kept(memoryOf(decision))).toBeUndefined();
    expect(replyIn(decision)?.text).toContain('"by":"alice"');
  });

  it.each([
    ["one hour before the word", spoken - hour],
    ["after the word", spoken + minute],
  ])("does not count where somebody only renamed it %s", (_, at) => {
    const decision = heard(renamed(at));
    expect(kept(memoryOf(decision))).toBeUndefined();
    expect(replyIn(decision)?.text).toContain('"part":"title"');
  });

  it("counts once it was said again, after our line that showed the change", () => {
    const changes = edited(spoken - hour);
    const line = replyIn(heard(changes));
    expect(line).toBeDefined();
    const shown = lineAfter(line);
    const again = [says(word), says(word, spoken + 2 * minute)];
    expect(kept(memoryOf(heard({ ...changes, own: [shown] }, ...again)))).toBeDefined();
    const quick = [says(word), says(word, spoken + minute)];
    expect(kept(memoryOf(heard({ ...changes, own: [shown] }, ...quick)))).toBeUndefined();
    const another = [says(word), says(word, spoken + 2 * minute, bob)];
    expect(kept(memoryOf(heard({ ...changes, own: [shown] }, ...another)))).toBeUndefined();
    const onceMore = { ...changes, ...renamed(spoken + minute + second), own: [shown] };
    expect(kept(memoryOf(heard(onceMore, ...again)))).toBeUndefined();
  });

  it.each([
    ["an edit", edited(spoken - hour, maria)],
    ["a rename", renamed(spoken - hour, maria)],
  ])("counts after %s by the speaker where the settings show a person's account", (_, changes) => {
    const subject = opened({ comments: [says(word)], ...changes });
    expect(kept(memoryOf(decisionOn(subject, "agents: {ada: {account: U_ada}}")))).toBeDefined();
    expect(kept(memoryOf(decisionOn(subject)))).toBeUndefined();
    const shared = "agents: {ada: {account: U_maria, with_person: true}}";
    expect(kept(memoryOf(decisionOn(subject, shared)))).toBeUndefined();
    const risky = "agents: {ada: {account: U_maria, with_person: comments}}";
    expect(kept(memoryOf(decisionOn(subject, risky)))).toBeUndefined();
  });

  it("does not count after a line that an agent on the person's account may have asked for", () => {
    const shared = "agents: {ada: {account: U_maria, with_person: true}}";
    const changes = edited(spoken - hour);
    const subject = opened({
      ...changes,
      comments: [says(word), says(word, spoken + 2 * minute)],
      own: [lineAfter(replyIn(heard(changes)))],
    });
    expect(kept(memoryOf(decisionOn(subject, shared)))).toBeUndefined();
  });
});

describe("a question", () => {
  const asked = (changes: Partial<IssueSeen> = {}) => question(40, "#12", changes);

  it("is not answered by what a person decided on an escalation of its earlier text", () => {
    const raised = escalation(60, "#40", {
      createdAt: start + hour,
      comments: [says("/decide 1")],
      own: [statusShowing(asked(), start + 2 * hour)],
    });
    const story = (changes: Partial<IssueSeen>) =>
      decided([task(12), asked(changes), raised], {}, { now }).records.find(({ seen }) => seen.number === 40)
        ?.persisted.accepted;
    expect(story({})).toMatchObject({ decision: "Use SQLite." });
    expect(story(edited(start + hour - second))).toMatchObject({ decision: "Use SQLite." });
    expect(story(edited(start + 2 * hour))).toBeUndefined();
    expect(story(renamed(start + 2 * hour))).toBeUndefined();
  });
});

/** The matter after it was settled, closed and retitled. */
function retitled({ word, opened }: Matter) {
  const first = decisionOn(opened({ comments: [says(word)] }));
  const persisted = memoryOf(first) ?? emptyPersistedState;
  const later = closed(
    opened({ comments: [says(word)], ...renamed(spoken + hour), updatedAt: now }),
    completed,
    spoken + minute,
    us,
  );
  const { records } = decided([task(12), later], {}, { ...context, now: now + hour });
  const view = viewOf({
    ...empty,
    records: new Map(
      records.map((each) => [
        each.seen.id,
        each.seen.number === 40
          ? { ...each, persisted: { ...persisted, admitted: each.persisted.admitted } }
          : each,
      ]),
    ),
  });
  const at = (id: string) => {
    const found = view.records.get(id);
    if (found === undefined) throw new Error(`${id} is among the issues.`);
    return found;
  };
  return { view, task: at("I_12"), matter: at("I_40") };
}

describe.each(matters)("what was settled by $name", (each) => {
  it("is shown under the title that it had then", () => {
    const { view, task: subject } = retitled(each);
    const [decision] = briefOf(view, subject).decisions;
    expect(decision?.title).toBe(each.opened({}).title);
    expect(decision).toMatchObject({ isEdited: true });
  });
});

describe("an answered question that was edited", () => {
  const [asked] = matters;
  if (asked === undefined) throw new Error("A question is among the matters.");

  it("is no precedent", () => {
    expect(knownQuestion(retitled(asked).matter)).toBeUndefined();
  });

  it("keeps its title in the record of the decision", () => {
    expect(decisionsOf([retitled(asked).matter], [])).toMatchObject([{ title: "Question 40" }]);
  });
});
