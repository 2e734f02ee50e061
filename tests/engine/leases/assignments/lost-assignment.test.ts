/** Who ends a lease by changing the assignees on GitHub's page, and what becomes of everyone else's change. */
import { describe, expect, test } from "vitest";
import type { Actor, Assignment, IssueSeen, Unassignment } from "../../../../src/engine/model/fact.ts";
import type { PersistedState } from "../../../../src/engine/model/persisted-state.ts";
import type { Context } from "../../../../src/engine/model/rule.ts";
import type { IssueRecord, Snapshot } from "../../../../src/engine/model/snapshot.ts";
import { settingsSchema } from "../../../../src/protocol/settings/config.ts";
import {
  alice,
  context,
  decided,
  demo,
  effectsOn,
  mallory,
  maria,
  person,
  start,
  task,
  us,
} from "../../../support/issues.ts";

const ada = person("ada");
const bea = person("bea");
const box = person("box");
const bot: Actor = { id: "BOT_stale", login: "stale", type: "Bot" };
const settings = settingsSchema.parse({
  agents: {
    ada: { account: ada.id },
    bea: { account: bea.id },
    cleo: { account: box.id },
    dan: { account: box.id },
  },
});
const roles = new Map<string, string>([
  ...[ada, bea, box, alice, maria].map(({ id }) => [`${demo.id} ${id}`, "write"] as const),
  [`${demo.id} ${mallory.id}`, "triage"],
]);

type Lease = NonNullable<PersistedState["lease"]>;
const lease: Lease = {
  holder: { agent: "ada", account: ada.id, login: "ada" },
  token: 7,
  since: start,
  assigned: true,
};
const second = 1_000;
/** When the assignees were changed: GitHub shows every event of then, as the test reads much later. */
const changedAt = start + 600 * second;
const free = (changes: Partial<IssueSeen> = {}): IssueSeen =>
  task(12, { assignees: [], updatedAt: changedAt, ...changes });
const unassigned = (by: Actor | undefined, assignee = ada): Unassignment => ({
  id: "UE_1",
  assignee: assignee.id,
  at: changedAt,
  ...(by === undefined ? {} : { by }),
});
const without = (by: Actor | undefined, assignee = ada): IssueSeen =>
  free({ unassignments: [unassigned(by, assignee)] });

type Decision = ReturnType<typeof decided>;

/** @param of the lease that #12 is under */
function decide(
  seen: IssueSeen,
  {
    of = lease,
    record = {},
    snapshot = {},
    known = {},
  }: {
    readonly of?: Lease;
    readonly record?: Partial<IssueRecord>;
    readonly snapshot?: Partial<Snapshot>;
    readonly known?: Partial<Context>;
  } = {},
): Decision {
  const [first] = decided([free()], { roles }, { settings }).records;
  if (first === undefined) throw new Error("no record");
  const held = { ...first, ...record, persisted: { ...first.persisted, lease: of } };
  const records = new Map([[first.seen.id, held]]);
  return decided([seen], { roles, records, ...snapshot }, { settings, ...known });
}

const stateOf = (decision: Decision): PersistedState | undefined => decision.records[0]?.persisted;
const effects = (decision: Decision) => effectsOn(decision, 12);
const isAskedAgain = ({ refreshes }: Decision): boolean =>
  refreshes.some(({ because }) => because === "It is not known yet who changed its assignees.");
/** The words to whoever changed the assignees. */
function told(decision: Decision): readonly unknown[] {
  return [...effects(decision).values()].flatMap((effect) => {
    if (effect.type !== "AddComment") return [];
    const { name, data } = JSON.parse(effect.text);
    return name === "assignment-restored" ? [data] : [];
  });
}

describe("AG31 the holder of a task is unassigned", () => {
  test.each<readonly [string, Actor, string]>([
    ["by itself", ada, "ada was unassigned."],
    ["by a person with write access", maria, "ada was unassigned by maria."],
    ["by us", us, "ada was unassigned."],
  ])("%s: its lease ends", (_, by, because) => {
    const decision = decide(without(by));
    expect(stateOf(decision)).toMatchObject({ lastLease: { how: "unassigned", because } });
    expect(stateOf(decision)?.lease).toBeUndefined();
  });

  test.each<readonly [string, Actor | undefined, readonly string[]]>([
    ["another agent", bea, ["bea"]],
    ["agents that share an account", box, ["box"]],
    ["somebody without write access", mallory, ["mallory"]],
    ["another program, which is not talked to", bot, []],
    ["an account that exists no more", undefined, []],
  ])("by %s: it is assigned again, the lease goes on, and who did it is told", (_, by, people) => {
    const decision = decide(without(by));
    expect(stateOf(decision)?.lease).toMatchObject({ token: 7, reassigned: { event: "UE_1", times: 1 } });
    expect(effects(decision).get("assign")).toEqual({ type: "AddAssignees", assignees: [ada.id] });
    expect(told(decision)).toEqual(people.map((login) => ({ people: [login], holder: "ada" })));
    expect(isAskedAgain(decision)).toBe(false);
  });

  test("by the account that it shares with another agent: only a comment tells which of them it was", () => {
    const shared = { ...lease, holder: { agent: "cleo", account: box.id, login: "box" }, isUntold: true };
    const decision = decide(without(box, box), { of: shared });
    expect(stateOf(decision)?.lease).toMatchObject({ token: 7 });
    expect(effects(decision).get("assign")).toEqual({ type: "AddAssignees", assignees: [box.id] });
  });

  test("by an agent, while a person holds it: the person keeps it", () => {
    const persons = { ...lease, holder: { account: maria.id, login: "maria" } };
    const decision = decide(without(bea, maria), { of: persons });
    expect(stateOf(decision)?.lease).toMatchObject({ token: 7 });
    expect(effects(decision).get("assign")).toEqual({ type: "AddAssignees", assignees: [maria.id] });
  });

  test("by an agent that claims it in the same moment: the claim is refused", () => {
    const claim = { id: "IC_bea", author: bea, text: "/claim", createdAt: changedAt + second };
    const decision = decide({ ...without(bea), comments: [claim] });
    expect(stateOf(decision)?.lease?.holder.agent).toBe("ada");
  });

  test("by an agent that assigns itself instead: it is unassigned, and gets one word", () => {
    const assignments: Assignment[] = [{ assignee: bea.id, at: changedAt, by: bea.id, byLogin: "bea" }];
    const decision = decide({ ...without(bea), assignees: [bea], assignments });
    expect(stateOf(decision)?.lease?.holder.agent).toBe("ada");
    expect(effects(decision).get("unassign")).toEqual({ type: "RemoveAssignees", assignees: [bea.id] });
    const comments = [...effects(decision).values()].filter(({ type }) => type === "AddComment");
    expect([comments.length, told(decision).length]).toEqual([1, 1]);
  });

  test("by an agent right after the claim, before anything showed the holder assigned", () => {
    const { assigned: _, ...unseen } = lease;
    const decision = decide(without(bea), { of: unseen, record: { assignedFor: lease.token } });
    expect(stateOf(decision)?.lease).toMatchObject({ token: 7, reassigned: { event: "UE_1" } });
    expect(effects(decision).get("assign")).toEqual({ type: "AddAssignees", assignees: [ada.id] });
  });

  test("an event of before the lease is none of its business", () => {
    const { assigned: _, ...unseen } = { ...lease, since: changedAt + 5 * second };
    for (const by of [ada, bea, maria]) {
      const decision = decide(without(by), { of: unseen, record: { assignedFor: lease.token } });
      expect(stateOf(decision)?.lease).toEqual(unseen);
      expect(effects(decision).has("assign")).toBe(false);
    }
  });
});

describe("AG31 who unassigned the holder is not known", () => {
  const soon = free({ updatedAt: context.now - 10 * second });

  test("the lease goes on, and GitHub is asked again", () => {
    const decision = decide(soon);
    expect(stateOf(decision)?.lease).toEqual(lease);
    expect(isAskedAgain(decision)).toBe(true);
    expect(effects(decision).has("assign")).toBe(false);
  });

  test("once GitHub must show it and does not, as other events hide it, the holder is assigned again", () => {
    const decision = decide(free({ hidesAssignments: true }));
    expect(stateOf(decision)?.lease).toMatchObject({ token: 7, reassigned: { times: 1 } });
    expect(effects(decision).get("assign")).toEqual({ type: "AddAssignees", assignees: [ada.id] });
    expect(told(decision)).toEqual([]);
  });

  test("nor is the role of that person: the lease goes on, and the role is asked for again", () => {
    const unread = new Map([...roles].filter(([key]) => key !== `${demo.id} ${maria.id}`));
    const decision = decide(without(maria), { snapshot: { roles: unread } });
    expect(stateOf(decision)?.lease).toEqual(lease);
    expect(isAskedAgain(decision)).toBe(true);
  });
});

describe("AG31 an assignment that was reassigned", () => {
  const reassigned = { event: "UE_1", times: 1, by: { id: bea.id, login: "bea" } };

  test("is asked for once, whatever GitHub makes of it", () => {
    const of = { ...lease, reassigned };
    const decision = decide(without(bea), { of, record: { reassignedFor: "UE_1" } });
    expect(stateOf(decision)?.lease).toEqual(of);
    expect(effects(decision).has("assign")).toBe(false);
  });

  test("is asked for again after the next change, and its author is told once", () => {
    const key = `assignees:${bea.id}@7`;
    const own = [{ id: "IC_own", key, text: "", persisted: undefined, createdAt: start, isMinimized: false }];
    const next = { ...unassigned(bea), id: "UE_2" };
    const decision = decide(free({ unassignments: [next], own }), {
      of: { ...lease, reassigned },
      record: { reassignedFor: "UE_1" },
    });
    expect(stateOf(decision)?.lease?.reassigned).toMatchObject({ event: "UE_2", times: 2 });
    expect(effects(decision).get("assign")).toEqual({ type: "AddAssignees", assignees: [ada.id] });
    expect(told(decision)).toEqual([]);
  });

  test("is given up after five times, and the lease is not", () => {
    const of = { ...lease, reassigned: { ...reassigned, times: 5 } };
    const decision = decide(free({ unassignments: [{ ...unassigned(bot), id: "UE_6" }] }), {
      of,
      record: { reassignedFor: "UE_1" },
    });
    expect(stateOf(decision)?.lease).toEqual(of);
    expect(effects(decision).has("assign")).toBe(false);
  });
});

describe("AG31 a person is assigned to a task that an agent holds", () => {
  const assigned = (by: Actor | undefined): IssueSeen => {
    const isByBot = by?.type === "Bot" ? { isByBot: true as const } : {};
    const whose = by === undefined ? {} : { by: by.id, byLogin: by.login, ...isByBot };
    const assignments: Assignment[] = [{ assignee: maria.id, at: changedAt, ...whose }];
    return free({ assignees: [ada, maria], assignments });
  };

  test.each<readonly [string, Actor]>([
    ["herself", maria],
    ["another person", alice],
    ["the agent that holds it", ada],
  ])("by %s: the lease ends", (_, by) => {
    const decision = decide(assigned(by));
    expect(stateOf(decision)?.lastLease).toMatchObject({ how: "assigned", because: "maria was assigned." });
  });

  test.each<readonly [string, Actor | undefined]>([
    ["another agent", bea],
    ["another program", bot],
    ["somebody without write access", mallory],
    ["an account that exists no more", undefined],
  ])("by %s: the lease goes on", (_, by) => {
    const decision = decide(assigned(by));
    expect(stateOf(decision)?.lease).toEqual(lease);
    expect(isAskedAgain(decision)).toBe(false);
  });

  test("while it is not known by whom, the lease goes on and GitHub is asked again", () => {
    const ago = (seconds: number): Decision =>
      decide(free({ assignees: [ada, maria], updatedAt: context.now - seconds * second }));
    for (const decision of [ago(10), ago(60)]) expect(stateOf(decision)?.lease).toEqual(lease);
    expect([ago(10), ago(60)].map(isAskedAgain)).toEqual([true, false]);
  });
});
