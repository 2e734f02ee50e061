/** Of votes that carry an option and a person's decision the word that came first counts, also if both are read in one pass. */
import { describe, expect, test } from "vitest";
import type { CommentSeen } from "../../../src/engine/model/fact.ts";
import { openedKey } from "../../../src/engine/model/opened.ts";
import { orderedId } from "../../../src/engine/model/spoken.ts";
import { keepWords } from "../../../src/protocol/decided-words.ts";
import { ada, bea, casts, cleo, minute, pollOn, remembering, vote } from "../../support/ballots.ts";
import { escalation, maria, start, us } from "../../support/issues.ts";

type Comments = readonly CommentSeen[];
const carrying = (at = minute): Comments => [casts(ada, "/vote 1", at), casts(bea, "/vote 1", at + minute)];
const outcomeOf = (...comments: Comments) => pollOn(vote({}, { comments })).outcome;
const replies = (...comments: Comments) =>
  pollOn(vote({}, { comments })).decision.effects.flatMap(({ effect }) =>
    effect.type === "AddComment" ? effect.text : [],
  );
const carried = { result: "carried", option: 1, votes: 2, at: start + 2 * minute };

describe("a word after two votes had carried an option", () => {
  test.each<readonly [string, CommentSeen]>([
    ["a person's decision, later", casts(maria, "/decide 2", 3 * minute)],
    ["a person's decision, in the second of the last vote", casts(maria, "/decide 2", 2 * minute)],
    ["another vote", casts(cleo, "/vote 2", 3 * minute)],
    ["a change of mind", casts(bea, "/vote 2", 3 * minute)],
  ])("changes nothing, and is told why: %s", (_, { id: __, commentNumber: ___, ...said }) => {
    const late = casts(said.author, said.text, said.createdAt - start);
    expect(outcomeOf(...carrying(), { ...late, commentNumber: 900 })).toMatchObject(carried);
    expect(replies(...carrying(), { ...late, commentNumber: 900 }).join()).toContain("It has been decided.");
  });
});

describe("a person's decision before the last vote that an option needs", () => {
  const [first, last] = carrying();
  const decides = (at: number, commentNumber: number) => casts(maria, "/decide 2", at, { commentNumber });

  test("counts", () => {
    const comments = [first, decides(1.5 * minute, 900), last].flatMap((each) => each ?? []);
    expect(outcomeOf(...comments)).toMatchObject({ result: "decided", option: 2, by: { login: "maria" } });
    expect(replies(...comments).join()).toContain("It has been decided.");
  });

  test("counts within one second, too, if its comment has the smaller number", () => {
    const comments = [first, decides(2 * minute, 0), last].flatMap((each) => each ?? []);
    expect(outcomeOf(...comments)).toMatchObject({ result: "decided", option: 2 });
  });
});

test("a decision on a page counts that was made before the last vote, although comments are heard first", () => {
  const comments = carrying();
  const seen = vote({}, { comments });
  const onPage = (at: number) => {
    const order = casts(maria, "/decide 2", at, { id: orderedId("01JP"), shown: seen.textHash });
    const { commentNumber: _, ...said } = order;
    return pollOn(seen, [], {}, { orders: new Map([[seen.id, [said]]]) }).outcome;
  };
  expect(onPage(1.5 * minute)).toMatchObject({ result: "decided", option: 2 });
  expect(onPage(2 * minute)).toMatchObject(carried);
});

describe("a tie of which people were asked, and in which a voter changes its mind", () => {
  const tied = [casts(ada, "/vote 1"), casts(bea, "/vote 2", 2 * minute)];
  const says = { Voters: "ada, bea", Needs: "majority" };
  const [before, changes, after] = [9 * minute, 10 * minute, 11 * minute];
  const decidedAt = (at: number, commentNumber?: number) => {
    const seen = vote(says, { comments: [...tied, casts(bea, "/vote 1", changes, { commentNumber: 70 })] });
    const decided = {
      how: "command",
      word: "IC_d",
      version: { title: "Escalation", hash: "0" },
      by: { id: maria.id, login: "maria" },
      at: start + at,
      row: "people",
      option: 2,
      decision: keepWords("PostgreSQL."),
      because: "",
      commentNumber,
    } as const;
    const asked = escalation(60, "#50", {
      author: us,
      opened: { key: openedKey("I_50", { type: "vote", round: seen.textHash }) },
      own: [{ ...remembering({ kind: "escalation", decided }), id: "IC_60" }],
    });
    return pollOn(seen, [asked]);
  };

  test.each<readonly [string, Parameters<typeof decidedAt>]>([
    ["later", [after]],
    ["in the same second, in a later comment", [changes, 71]],
    ["in the same second, in no comment", [changes]],
  ])("is carried, if the person decided %s", (_, given) => {
    const { outcome, decision } = decidedAt(...given);
    expect(outcome).toMatchObject({ result: "carried", option: 1, votes: 2, at: start + changes });
    expect(decision.refreshes.map(({ id }) => id)).toContain("I_60");
  });

  test.each<readonly [string, Parameters<typeof decidedAt>]>([
    ["before", [before]],
    ["in the same second, in an earlier comment", [changes, 69]],
  ])("is decided, if the person decided %s", (_, given) => {
    expect(decidedAt(...given).outcome).toMatchObject({ result: "decided", option: 2, word: "I_60" });
  });
});
