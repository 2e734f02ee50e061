/** Comments after public reports, by mail and on the web: what acts, and the one line that their author gets. */
import { describe, expect, test } from "vitest";
import type { Actor, CommentSeen } from "../../src/engine/model/fact.ts";
import { loadTexts } from "../../src/texts/texts.ts";
import {
  type Entry,
  type Expectation,
  entries,
  hasToHold,
  notYet,
  readCase,
} from "../support/expected-cases.ts";
import { alice, bob, context, decided, issue, maria, start, task } from "../support/issues.ts";

const { render } = loadTexts();
const minute = 60_000;

interface Circumstance {
  readonly name: string;
  readonly byMail: boolean;
  readonly expected: Expectation;
}

/** An entry says whether it was written on the web, came by mail, or holds for both. */
function circumstancesIn(entry: Entry): readonly Circumstance[] {
  return [entry, ...entry.also].flatMap(({ given, expect: expected }) => {
    const isByMail = given.includes("by mail");
    const ways = isByMail && /on the web/.test(given) ? [true, false] : [isByMail];
    return ways.map((byMail) => ({ name: byMail ? "by mail" : "on the web", byMail, expected }));
  });
}

const isComment = ({ file }: Entry): boolean => file.endsWith(".comment.md");
const comments = entries.filter(isComment);

/** The question of 05 and 07, or the escalation of 06 and 25, with the comment. */
function played({ file, kind }: Entry, byMail: boolean) {
  const isQuestion = kind === "05" || kind === "07";
  const author: Actor = isQuestion ? bob : maria;
  const said: CommentSeen = { id: "IC_7", author, text: readCase(file), createdAt: start + minute, byMail };
  const base = isQuestion ? "05-base.question.md" : "06-base.escalation.md";
  const title = isQuestion ? "Which store?" : "May we drop v1?";
  const labels = [isQuestion ? "kind:question" : "kind:escalation"];
  const asked = issue(2, { title, labels, body: readCase(base), author: alice, comments: [said] });
  const decision = decided([task(1), asked], {}, { ...context, render, now: start + 2 * minute });
  const record = decision.records.find(({ seen }) => seen.number === 2);
  const replies = decision.effects.flatMap(({ effect }) =>
    effect.type === "AddComment" && effect.marker.startsWith("reply:IC_7") ? [effect.text] : [],
  );
  const written = decision.effects.map(({ effect }) => JSON.stringify(effect));
  return {
    persisted: record?.persisted,
    replies,
    everything: [...written, JSON.stringify(record?.persisted)],
  };
}

/** What acted, in the shape of the expectation. */
function actIn(persisted: ReturnType<typeof played>["persisted"]) {
  const { accepted, decided: choice } = persisted ?? {};
  if (choice !== undefined)
    return { acts: "decide", option: choice.option, words: choice.decision, because: choice.because || null };
  return accepted === undefined ? { acts: null } : { acts: "answer", words: accepted.decision };
}

describe.each(comments.filter(hasToHold))("$file", (entry) => {
  test.each(circumstancesIn(entry))("$name: as expected", ({ byMail, expected }) => {
    const { persisted, replies, everything } = played(entry, byMail);
    const { acts, option, words, because } = expected;
    if (acts == null) expect(actIn(persisted)).toEqual({ acts: null });
    else if (acts === "decide") expect(actIn(persisted)).toEqual({ acts, option, words, because });
    else expect(actIn(persisted)).toEqual({ acts, words });
    for (const never of expected.never) expect(everything.join("\n")).not.toContain(never);
    if (expected.told == null) expect(replies).toEqual([]);
    else {
      expect(replies).toHaveLength(1);
      const [line = ""] = replies;
      expect(line.trim()).not.toContain("\n");
      const named = [...expected.mustName, entry.kind === "05" ? "/answer" : "/decide"];
      for (const name of named) expect(line).toContain(name);
    }
  });
});

test("each entry of this kind is held, or belongs to an issue that says why it is not", () => {
  const open = comments.filter((entry) => !hasToHold(entry)).map(({ issue }) => issue);
  expect(comments.filter(({ issue }) => issue === "mend")).toHaveLength(7);
  expect(open.every((each) => each !== "mend" && notYet[each] !== "")).toBe(true);
});
