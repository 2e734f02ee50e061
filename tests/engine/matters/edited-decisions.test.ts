/** What was decided about an earlier text is shown as that, under the title of then, wherever it is read. */
import { describe, expect, it } from "vitest";
import { blockersOf } from "../../../src/engine/blocking/blockers.ts";
import { settledText, settledWords } from "../../../src/engine/matters/text-version.ts";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import { emptyPersistedState, type PersistedState } from "../../../src/engine/model/persisted-state.ts";
import { viewOf } from "../../../src/engine/model/view.ts";
import { questionStatusText } from "../../../src/engine/presentation/status/question-status-text.ts";
import { keepWords } from "../../../src/protocol/decided-words.ts";
import {
  bob,
  closed,
  completed,
  context,
  decided,
  empty,
  links,
  maria,
  question,
  start,
  task,
} from "../../support/issues.ts";
import { hour, now, renamed } from "../../support/matters.ts";

const asked = question(40, "#12", { createdAt: start });
const accepted: PersistedState["accepted"] = {
  how: "command",
  word: "IC_1",
  by: { id: maria.id, login: "maria" },
  decision: keepWords("Yes, go ahead."),
  version: { title: asked.title, hash: asked.textHash },
  at: start + hour,
  row: "any",
};

/** The question after it was answered and closed, as it is now. */
function settled(changes: Partial<IssueSeen>, kept = accepted) {
  const seen = closed(
    question(40, "#12", { createdAt: start, ...changes }),
    completed,
    start + 2 * hour,
    bob,
  );
  const waiting = task(12, { blockedBy: links(seen) });
  const { records } = decided([waiting, seen], {}, { ...context, now });
  const view = viewOf({
    ...empty,
    records: new Map(
      records.map((record) => [
        record.seen.id,
        record.seen.number === 40
          ? { ...record, persisted: { ...record.persisted, accepted: kept } }
          : record,
      ]),
    ),
  });
  const at = (id: string) => {
    const record = view.records.get(id);
    if (record === undefined) throw new Error(`${id} was not read.`);
    return record;
  };
  return { view, question: at("I_40"), task: at("I_12") };
}

describe("a decision whose question was renamed since", () => {
  const { view, question: record, task: waiting } = settled(renamed(start + 3 * hour));

  it("is told to tasks that waited for it under the title of then", () => {
    const [blocker] = blockersOf(view, waiting);
    expect(blocker?.title).toBe(asked.title);
    expect(blocker?.decision).toBe(`(About an earlier text, "${asked.title}".) Yes, go ahead.`);
  });

  it("says so in the question's own status", () => {
    const { text } = questionStatusText({ view, record, context: { ...context, now } });
    expect(JSON.stringify(text)).toContain("About an earlier text");
  });

  it("is its words alone while nobody edited the question", () => {
    const plain = settled({});
    expect(settledWords(plain.question, keepWords("Yes, go ahead."))).toBe("Yes, go ahead.");
    expect(blockersOf(plain.view, plain.task)[0]?.decision).toBe("Yes, go ahead.");
  });
});

describe("a decision that does not say what it was about", () => {
  it("counts as edited, whatever stands there", () => {
    const { version: _, ...earlier } = accepted ?? { ...emptyPersistedState.accepted };
    const { question: record } = settled({}, earlier as typeof accepted);
    expect(settledText(record)).toEqual({ title: asked.title, isEdited: true });
  });
});
