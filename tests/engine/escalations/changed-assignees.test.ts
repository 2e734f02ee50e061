/** Agents do not choose who decides: what they change of a decision's assignees is undone. */
import { describe, expect, test } from "vitest";
import type { Actor, Assignment, IssueSeen, Unassignment } from "../../../src/engine/model/fact.ts";
import type { PersistedState } from "../../../src/engine/model/persisted-state.ts";
import type { IssueRecord } from "../../../src/engine/model/snapshot.ts";
import { settingsSchema } from "../../../src/protocol/settings/config.ts";
import {
  alice,
  bob,
  decided,
  effectsOn,
  escalation,
  maria,
  person,
  start,
  us,
} from "../../support/issues.ts";

const ada = person("ada");
const box = person("box");
const settings = settingsSchema.parse({
  agents: { ada: { account: ada.id }, dan: { account: box.id, with_person: true } },
  escalations: { assignees: [maria.id] },
});
const changedAt = start + 600_000;
const asking = (changes: Partial<IssueSeen> = {}): IssueSeen =>
  escalation(12, "#3", { author: alice, updatedAt: changedAt, ...changes });

type Decision = ReturnType<typeof decided>;

function decide(
  seen: IssueSeen,
  persisted: Partial<PersistedState> = { asked: [maria.id] },
  changes: Partial<IssueRecord> = {},
): Decision {
  const [first] = decided([asking({ assignees: [maria] })], {}, { settings }).records;
  if (first === undefined) throw new Error("no record");
  const record = { ...first, ...changes, persisted: { ...first.persisted, ...persisted } };
  return decided([seen], { records: new Map([[first.seen.id, record]]) }, { settings });
}

const effects = (decision: Decision) => effectsOn(decision, 12);
const told = (decision: Decision): readonly unknown[] =>
  [...effects(decision).values()].flatMap((effect) =>
    effect.type === "AddComment" && JSON.parse(effect.text).name === "assignment-restored"
      ? [JSON.parse(effect.text).data.people]
      : [],
  );
const unassigned = (by: Actor | undefined): readonly Unassignment[] => [
  { id: "UE_1", assignee: maria.id, at: changedAt, ...(by === undefined ? {} : { by }) },
];
const assigned = ({ id }: Actor, by: Actor, at = changedAt): Assignment => ({
  assignee: id,
  at,
  by: by.id,
  byLogin: by.login,
});

describe("AG33 who was asked for a decision is unassigned", () => {
  test.each<readonly [string, Actor | undefined, readonly (readonly string[])[]]>([
    ["an agent", ada, [["ada"]]],
    ["an account that agents write as, too", box, [["box"]]],
    ["another program, which is not talked to", { id: "BOT_1", login: "stale", type: "Bot" }, []],
    ["an account that exists no more", undefined, []],
  ])("by %s: the person is assigned again", (_, by, words) => {
    const decision = decide(asking({ unassignments: unassigned(by) }));
    expect(effects(decision).get("assign")).toEqual({ type: "AddAssignees", assignees: [maria.id] });
    expect(told(decision)).toEqual(words);
  });

  test("behind so many other events that GitHub does not show by whom: the person is assigned again", () => {
    const decision = decide(asking({ hidesAssignments: true }));
    expect(effects(decision).get("assign")).toEqual({ type: "AddAssignees", assignees: [maria.id] });
  });

  test.each<readonly [string, Actor]>([
    ["a person", bob],
    ["the person who was asked", maria],
    ["us", us],
  ])("by %s: it stays so", (_, by) => {
    const decision = decide(asking({ unassignments: unassigned(by) }));
    expect(effects(decision).has("assign")).toBe(false);
    expect(told(decision)).toEqual([]);
  });

  test("by an agent, and was assigned again for it already: nothing is written again", () => {
    const reassigned = { event: "UE_1", times: 1 };
    const decision = decide(
      asking({ unassignments: unassigned(ada) }),
      { asked: [maria.id], reassigned },
      { reassignedFor: "UE_1" },
    );
    expect(effects(decision).has("assign")).toBe(false);
  });
});

describe("AG33 somebody is assigned to a decision", () => {
  test("by an agent, after people were asked: it is unassigned again", () => {
    const decision = decide(asking({ assignees: [maria, bob], assignments: [assigned(bob, ada)] }));
    expect(effects(decision).get("unassign")).toEqual({ type: "RemoveAssignees", assignees: [bob.id] });
    expect(told(decision)).toEqual([["ada"]]);
  });

  test("by an agent in place of who was asked: both are undone, with one word", () => {
    const decision = decide(
      asking({ assignees: [ada], assignments: [assigned(ada, ada)], unassignments: unassigned(ada) }),
    );
    expect(effects(decision).get("assign")).toEqual({ type: "AddAssignees", assignees: [maria.id] });
    expect(effects(decision).get("unassign")).toEqual({ type: "RemoveAssignees", assignees: [ada.id] });
    expect(told(decision)).toEqual([["ada"]]);
  });

  test("by an agent before people were asked: they are asked all the same", () => {
    const early = asking({ assignees: [ada], assignments: [assigned(ada, ada)] });
    expect(effects(decide(early, { asked: [] })).get("assign")).toEqual({
      type: "AddAssignees",
      assignees: [maria.id],
    });
  });

  test("by the agent that opens it, with it: they are asked, too, and nobody is unassigned", () => {
    const opened = asking({ author: ada });
    const own = { assignees: [bob], assignments: [assigned(bob, ada, opened.createdAt)] };
    const decision = decide({ ...opened, ...own, assignees: [bob, maria] });
    expect(effects(decision).has("unassign")).toBe(false);
  });

  test("by a person: it is left alone", () => {
    const decision = decide(asking({ assignees: [maria, bob], assignments: [assigned(bob, alice)] }));
    expect(effects(decision).has("unassign")).toBe(false);
    const early = asking({ assignees: [bob], assignments: [assigned(bob, alice)] });
    expect(effects(decide(early, { asked: [] })).has("assign")).toBe(false);
  });
});

describe("a person who was asked by an older node id, as the settings list it, and is shown by the newer one", () => {
  const shown: Actor = { id: "U_kgDOAAjmPw", login: "maria", type: "User" };
  const listed = Buffer.from("04:User583231").toString("base64");

  test("counts as assigned, even where GitHub hides who was unassigned", () => {
    const decision = decide(asking({ assignees: [shown], hidesAssignments: true }), { asked: [listed] });
    expect(effects(decision).has("assign")).toBe(false);
  });

  test("is not unassigned, whoever assigned them", () => {
    const seen = asking({ assignees: [shown], assignments: [assigned(shown, ada)] });
    expect(effects(decide(seen, { asked: [listed] })).has("unassign")).toBe(false);
  });

  test("AG33 is assigned again if an agent unassigned them", () => {
    const unassignments = [{ id: "UE_1", assignee: shown.id, at: changedAt, by: ada }];
    const decision = decide(asking({ unassignments }), { asked: [listed] });
    expect(effects(decision).get("assign")).toEqual({ type: "AddAssignees", assignees: [listed] });
  });
});
