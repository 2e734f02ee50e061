/** A task's text makes it a sub-issue of its space, once; relations that people made are left alone. */
import { describe, expect, test } from "vitest";
import { applyReceipt, applyToOtherEnd, type WriteReceipt } from "../../../src/engine/fold/apply-receipt.ts";
import type { IssueSeen, LinkedIssue } from "../../../src/engine/model/fact.ts";
import { emptyPersistedState } from "../../../src/engine/model/persisted-state.ts";
import {
  alice,
  completed,
  decided,
  effectsOn,
  issue,
  links,
  mallory,
  question,
  space,
  start,
  task,
} from "../../support/issues.ts";

const link = (seen: IssueSeen): LinkedIssue => {
  const [only] = links(seen).issues;
  if (only === undefined) throw new Error("There is no link.");
  return only;
};
const partOf = (number: number, named: string, changes: Partial<IssueSeen> = {}): IssueSeen =>
  task(number, { body: `### Goal\n\nPart ${number}.\n\n### Part of\n\n${named}\n`, ...changes });
const withParts = (seen: IssueSeen, ...parts: readonly IssueSeen[]): IssueSeen => ({
  ...seen,
  subIssues: parts.map(link),
});
const remembering = (...parts: readonly string[]): Pick<IssueSeen, "own"> => ({
  own: [
    {
      id: "IC_1",
      key: "status",
      text: "x",
      createdAt: start,
      isMinimized: false,
      persisted: { ...emptyPersistedState, parts },
    },
  ],
});
const fixesOn = (decision: ReturnType<typeof decided>, number: number): string => {
  const effect = effectsOn(decision, number).get("status");
  return effect?.type === "ShowStatus" ? effect.text : "";
};

describe("a task that says which space it is part of", () => {
  test("becomes a sub-issue of it", () => {
    const decision = decided([space(5), partOf(12, "#5"), task(13)]);
    expect(effectsOn(decision, 5).get("part I_12")).toEqual({
      type: "AddSubIssue",
      parentId: "I_5",
      childId: "I_12",
    });
    expect(effectsOn(decision, 5).has("part I_13")).toBe(false);
    expect(effectsOn(decision, 12).has("edge I_5")).toBe(false);
  });

  test("is not added again where it is one already, and GitHub's own relation is not taken for ours", () => {
    const child = partOf(12, "#5", { parent: link(space(5)) });
    const decision = decided([withParts(space(5), child), child]);
    expect([...effectsOn(decision, 5).keys()]).not.toContain("part I_12");
    const [record] = decision.records.filter(({ seen }) => seen.number === 5);
    expect(record?.persisted.parts).toBeUndefined();
  });

  test("is remembered as ours once GitHub has confirmed it, at both ends", () => {
    const decision = decided([space(5), partOf(12, "#5")]);
    const [home, child] = [5, 12].map((number) =>
      decision.records.find(({ seen }) => seen.number === number),
    );
    const effect = effectsOn(decision, 5).get("part I_12");
    if (home === undefined || child === undefined || effect === undefined)
      throw new Error("Nothing is added.");
    const receipt: WriteReceipt = {
      updatedAt: undefined,
      labels: undefined,
      issueState: undefined,
      closedAt: undefined,
      commentId: undefined,
      family: { parent: link(space(5)), child: link(task(12)) },
    };
    const after = applyReceipt(home, effect, receipt, start);
    expect(after.persisted.parts).toEqual(["I_12"]);
    expect(after.seen.subIssues?.map(({ id }) => id)).toEqual(["I_12"]);
    expect(applyToOtherEnd(child, effect, receipt, start).seen.parent?.id).toBe("I_5");
    const removal = { type: "RemoveSubIssue", parentId: "I_5", childId: "I_12" } as const;
    expect(applyReceipt(after, removal, receipt, start).persisted.parts).toBeUndefined();
    expect(applyReceipt(after, removal, receipt, start).seen.subIssues).toBeUndefined();
  });

  test("is removed when its text no longer says so, if the text added it", () => {
    const child = task(12, { parent: link(space(5)) });
    const ours = decided([withParts(space(5, remembering("I_12")), child), child]);
    expect(effectsOn(ours, 5).get("part I_12")).toMatchObject({ type: "RemoveSubIssue", childId: "I_12" });
    const byHand = decided([withParts(space(5), child), child]);
    expect(effectsOn(byHand, 5).has("part I_12")).toBe(false);
  });

  test("stays while its text cannot be read, or was edited by a user without write access", () => {
    for (const changes of [{ body: "Nothing." }, { editor: mallory, body: "### Goal\n\nMine.\n" }]) {
      const child = task(12, { parent: link(space(5)), ...changes });
      const decision = decided([withParts(space(5, remembering("I_12")), child), child]);
      expect(effectsOn(decision, 5).has("part I_12")).toBe(false);
    }
  });

  test("is not added again after a person removed it, and says so", () => {
    const decision = decided([space(5, remembering("I_12")), partOf(12, "#5")]);
    expect(effectsOn(decision, 5).has("part I_12")).toBe(false);
    expect(fixesOn(decision, 12)).toContain("It was removed from `#5` there");
  });

  test("is added once more after its text stopped saying so in between", () => {
    const without = decided([space(5, remembering("I_12")), task(12)]);
    expect(without.records.find(({ seen }) => seen.number === 5)?.persisted.parts).toBeUndefined();
  });

  test("moves to another space by its text: first out of the one, then into the other", () => {
    const child = partOf(12, "#6", { parent: link(space(5)) });
    const decision = decided([withParts(space(5, remembering("I_12")), child), space(6), child]);
    expect(effectsOn(decision, 5).get("part I_12")).toMatchObject({ type: "RemoveSubIssue" });
    expect(effectsOn(decision, 6).has("part I_12")).toBe(false);
    expect(fixesOn(decision, 12)).toBe("");
    const after = decided([space(5), space(6), partOf(12, "#6")]);
    expect(effectsOn(after, 6).get("part I_12")).toMatchObject({ type: "AddSubIssue" });
  });

  test("counts in a closed space too", () => {
    const over = { issueState: completed, closedAt: start };
    const decision = decided([space(5, over), partOf(12, "#5")]);
    expect(effectsOn(decision, 5).get("part I_12")).toMatchObject({ type: "AddSubIssue" });
  });

  test("a text by a user without write access adds nothing, to no space of theirs either", () => {
    const byStranger = decided([space(5), partOf(12, "#5", { author: mallory })]);
    expect(effectsOn(byStranger, 5).has("part I_12")).toBe(false);
    const strange = decided([space(5, { author: mallory }), partOf(12, "#5")]);
    expect(effectsOn(strange, 5).has("part I_12")).toBe(false);
  });
});

describe("what keeps a task out of a space is said on the task", () => {
  const full = withParts(space(5), ...Array.from({ length: 100 }, (_, at) => task(200 + at)));
  test.each<[string, readonly IssueSeen[], string]>([
    ["a full space", [full, partOf(12, "#5")], "`#5` is full: GitHub takes 100 sub-issues."],
    [
      "another parent",
      [space(5), task(3), partOf(12, "#5", { parent: link(task(3)) })],
      "It is a sub-issue of `#3` already, and GitHub allows one parent.",
    ],
    ["an issue that is no space", [task(5), partOf(12, "#5")], "`#5` is not a space."],
    ["an issue that does not exist", [partOf(12, "#5")], "There is no issue `#5` here."],
    [
      "a space of another repository",
      [space(5), partOf(12, "acme/web#5")],
      "`acme/web#5` is in another repository, and a space has tasks of its own only.",
    ],
    [
      "two spaces",
      [space(5), space(6), partOf(12, "#5, #6")],
      "2 issues are listed, but exactly one is needed",
    ],
    [
      "a host without sub-issues",
      [space(5, { lacksSubIssues: true }), partOf(12, "#5")],
      "has no sub-issues",
    ],
  ])("%s", (_, issues, said) => {
    const decision = decided(issues);
    expect(fixesOn(decision, 12)).toContain(said);
    expect(effectsOn(decision, 5).has("part I_12")).toBe(false);
    expect(decision.effects.filter(({ effect }) => effect.type === "AddComment")).toEqual([]);
  });

  test("only as many are added as there is room for, those with the lowest numbers first", () => {
    const parts = Array.from({ length: 99 }, (_, at) => task(200 + at));
    const decision = decided([withParts(space(5), ...parts), partOf(12, "#5"), partOf(13, "#5")]);
    expect(effectsOn(decision, 5).has("part I_12")).toBe(true);
    expect(effectsOn(decision, 5).has("part I_13")).toBe(false);
  });

  test("what GitHub refuses is said in GitHub's words", () => {
    const refusal = {
      slot: { type: "part", id: "I_12" },
      key: "I_5 part I_12 added",
      message: "Too deep",
    } as const;
    const decision = decided([space(5), partOf(12, "#5")], { refusals: new Map([["I_5", [refusal]]]) });
    expect(fixesOn(decision, 12)).toContain("GitHub does not add it to `#5`: Too deep");
  });
});

describe("a space blocks nothing and waits for nothing", () => {
  test("a text that names it under Blocked by is told, and its task is ready", () => {
    const decision = decided([space(5), task(12, { blockedByText: "#5" })]);
    expect(effectsOn(decision, 12).has("edge I_5")).toBe(false);
    expect(fixesOn(decision, 12)).toContain("`#5` is a space, which blocks nothing.");
    expect(effectsOn(decision, 12).get("labels")).toMatchObject({
      add: expect.arrayContaining(["status:ready"]),
    });
  });

  test("a dependency on it that was made by hand does not count", () => {
    const decision = decided([space(5), task(12, { blockedBy: links(space(5)) })]);
    expect(effectsOn(decision, 12).get("labels")).toMatchObject({
      add: expect.arrayContaining(["status:ready"]),
    });
  });

  test("/block by it is refused", () => {
    const comment = { id: "IC_7", author: alice, text: "/block #5", createdAt: start };
    const decision = decided([space(5), task(12, { comments: [comment] })]);
    expect(fixesOf(decision)).toContain("A space blocks nothing.");
  });

  test("a question cannot block it", () => {
    expect(fixesOn(decided([space(5), question(40, "#5")]), 40)).toContain("`#5` is not a task.");
  });

  test("waiting for one of its own tasks makes no dependency cycle", () => {
    const child = task(12, { parent: link(space(5)), blockedBy: links(space(5)) });
    const decision = decided([withParts(space(5), child), child]);
    expect(decision.effects.some(({ effect }) => effect.type === "OpenIssue")).toBe(false);
  });

  test("an ordinary issue with a purpose and a context is no space", () => {
    const body = "### Purpose\n\nBetter logs.\n\n### Context\n\nThey are long.\n";
    expect(decided([issue(7, { body })]).effects).toEqual([]);
  });
});

function fixesOf(decision: ReturnType<typeof decided>): string {
  return decision.effects.map(({ effect }) => ("text" in effect ? effect.text : "")).join("\n");
}
