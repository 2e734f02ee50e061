/** What a notice and other issues say of a decision: about what, what, by whom, why, where, and what it replaced. */
import { describe, expect, test } from "vitest";
import { viewOf } from "../../../src/engine/model/view.ts";
import { decisionData } from "../../../src/engine/wording/decision-data.ts";
import { keepWords } from "../../../src/protocol/decided-words.ts";
import { acceptedFor, recordOf } from "../../support/answered.ts";
import { vote } from "../../support/ballots.ts";
import { demo, empty, maria, question, start, task } from "../../support/issues.ts";

const asked = question(40, "#12", { title: "Q: Which store?" });
const home = recordOf(task(12));
const dataOf = (record: ReturnType<typeof recordOf> | undefined, from = home) => {
  const all = [home, from, ...(record === undefined ? [] : [record])];
  const view = viewOf({
    ...empty,
    repositories: new Map([demo, { ...demo, id: "R_api", name: "api" }].map((each) => [each.id, each])),
    records: new Map(all.map((each) => [each.seen.id, each])),
  });
  return decisionData(view, from, record);
};

describe("the decision of a question", () => {
  test("has its title, its words, who decided, why, and where it is", () => {
    const accepted = acceptedFor(asked, "Use SQLite.", { because: "It is small.", commentNumber: 7 });
    expect(dataOf(recordOf(asked, { accepted }))).toEqual({
      title: "Q: Which store?",
      decision: "Use SQLite.",
      decidedBy: "maria",
      because: "It is small.",
      whole: "acme/demo#40#issuecomment-7",
      replaced: undefined,
    });
    const numbered = acceptedFor(asked, "Use SQLite.", { number: 41 });
    expect(dataOf(recordOf(asked, { accepted: numbered }))?.whole).toBe("#41");
    const elsewhere = recordOf(task(12, { id: "I_api", repositoryId: "R_api" }));
    expect(dataOf(recordOf(asked, { accepted: numbered }), elsewhere)?.whole).toBe("acme/demo#41");
  });

  test("has the title and the words of then, once the question says something else", () => {
    const version = { title: "Q: Before?", hash: "0" };
    expect(dataOf(recordOf(asked, { accepted: acceptedFor(asked, "Yes.", { version }) }))).toMatchObject({
      title: "Q: Before?",
      decision: '(About an earlier text, "Q: Before?".) Yes.',
    });
  });

  test("has what it replaced, with both places", () => {
    const replaced = { decision: "Use files.", commentNumber: 3, in: 60 };
    const accepted = acceptedFor(asked, "Use SQLite.", { replaced, number: 41 });
    expect(dataOf(recordOf(asked, { accepted }))?.replaced).toEqual({
      decision: "Use files.",
      whole: "acme/demo#40#issuecomment-3",
      decidedIn: "#60",
    });
  });

  test("is none where nothing was decided, or nothing is asked", () => {
    expect(dataOf(recordOf(asked))).toBeUndefined();
    expect(dataOf(undefined)).toBeUndefined();
  });
});

test("the decision of a vote names the person who decided it, if one did", () => {
  const seen = vote();
  const version = { title: seen.title, hash: seen.textHash };
  const outcome = {
    result: "carried",
    option: 1,
    decision: keepWords("SQLite."),
    version,
    at: start,
  } as const;
  expect(dataOf(recordOf(seen, { outcome: { ...outcome, how: "count" } }))).toEqual({
    title: "Vote: Which store",
    decision: "SQLite.",
    decidedBy: undefined,
    because: undefined,
    whole: "#50",
  });
  const by = { id: maria.id, login: "maria" };
  const decided = {
    ...outcome,
    how: "command",
    result: "decided",
    by,
    because: "we run it",
    commentNumber: 7,
  } as const;
  expect(dataOf(recordOf(seen, { outcome: decided }))).toMatchObject({
    decidedBy: "maria",
    because: "we run it",
    whole: "acme/demo#50#issuecomment-7",
  });
});
