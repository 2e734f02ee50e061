/** What assignments on GitHub mean, and what GitHub still shows of a lease that ended. */
import { describe, expect, test } from "vitest";
import type { Actor, Assignment, IssueSeen } from "../../../src/engine/model/fact.ts";
import type { PersistedState } from "../../../src/engine/model/persisted-state.ts";
import type { Context } from "../../../src/engine/model/rule.ts";
import type { IssueRecord, Snapshot } from "../../../src/engine/model/snapshot.ts";
import { settingsSchema } from "../../../src/protocol/settings/config.ts";
import {
  added,
  alice,
  closed,
  completed,
  context,
  decided,
  demo,
  effectsOn,
  links,
  maria,
  open,
  person,
  start,
  task,
  us,
} from "../../support/issues.ts";

const ada = person("ada");
const bea = person("bea");
const settings = settingsSchema.parse({
  agents: {
    ada: { account: ada.id, can: ["typescript"], parallel: 1 },
    bea: { account: bea.id },
    dan: { account: alice.id, with_person: true },
    eve: { account: alice.id, with_person: true },
  },
});
const roles = new Map([ada, bea, alice, maria].map(({ id }) => [`${demo.id} ${id}`, "write"]));
const at = (minute: number, { id }: Actor, by: Actor): Assignment => ({
  assignee: id,
  at: start + minute * 60_000,
  by: by.id,
});

type Decision = ReturnType<typeof decided>;

function decide(
  issues: readonly IssueSeen[],
  known: Partial<Context> = {},
  snapshot: Partial<Snapshot> = {},
): Decision {
  return decided(issues, { roles, ...snapshot }, { settings, ...known });
}

const stateOf = (decision: Decision): PersistedState | undefined =>
  decision.records.find(({ seen }) => seen.number === 12)?.persisted;

const free = (changes: Partial<IssueSeen> = {}): IssueSeen => task(12, { assignees: [], ...changes });

const requiring = { body: "### Goal\n\nBuild it.\n\n### Requires\n\n- go\n" };

/** The record of #12 after a decision, with a change of what is persisted. */
function remembering(persisted: Partial<PersistedState>, seen = free()): Snapshot["records"] {
  const [record] = decide([seen]).records;
  if (record === undefined) throw new Error("no record");
  const known: IssueRecord = { ...record, persisted: { ...record.persisted, ...persisted } };
  return new Map([[record.seen.id, known]]);
}

function told(decision: Decision): readonly string[] {
  return [...effectsOn(decision, 12).values()].flatMap((effect) =>
    effect.type === "AddComment" ? JSON.parse(effect.text).data.why : [],
  );
}

describe("an assignment", () => {
  test("AG13 of two agents the earlier holds the task, in whatever order GitHub lists them", () => {
    const assignments = [at(2, bea, bea), at(3, ada, ada)];
    for (const assignees of [
      [ada, bea],
      [bea, ada],
    ]) {
      const decision = decide([free({ assignees, assignments })]);
      expect(stateOf(decision)?.lease).toMatchObject({ holder: { agent: "bea" }, assigned: true });
      expect(effectsOn(decision, 12).get("unassign")).toEqual({
        type: "RemoveAssignees",
        assignees: [ada.id],
      });
      expect(told(decision)).toEqual([expect.stringMatching(/^held by bea since/)]);
    }
  });

  test("AG13 an assignment that GitHub no longer shows is earlier than all that it shows", () => {
    const assignments = [at(2, bea, bea)];
    const decision = decide([free({ assignees: [bea, ada], assignments })]);
    expect(stateOf(decision)?.lease).toMatchObject({ holder: { agent: "ada" } });
    expect(told(decision)).toEqual([expect.stringMatching(/^held by ada since/)]);
  });

  test("AG27 what is adopted confirms tokens from when nobody else was assigned", () => {
    const assignments = [at(1, bea, bea), at(2, ada, us)];
    const decision = decide([free({ assignees: [ada], assignments })]);
    expect(stateOf(decision)?.lease).toMatchObject({ token: context.now, confirms: start + 60_000 });
  });

  test("an agent that assigns itself to what it may not have is unassigned and told why", () => {
    const own = free({ assignees: [ada], assignments: [at(1, ada, ada)], ...requiring });
    const decision = decide([own]);
    expect(stateOf(decision)?.lease).toBeUndefined();
    expect(effectsOn(decision, 12).get("unassign")).toEqual({ type: "RemoveAssignees", assignees: [ada.id] });
    expect(told(decision)).toEqual(["requires go"]);
  });

  test("a person who assigns an agent decides that it fits", () => {
    const ordered = free({ assignees: [ada], assignments: [at(1, ada, maria)], ...requiring });
    expect(stateOf(decide([ordered]))?.lease).toMatchObject({ holder: { agent: "ada" } });
  });

  const own = free({ assignees: [ada], assignments: [at(1, ada, ada)] });
  const ordered = free({ assignees: [ada], assignments: [at(1, ada, maria)], ...requiring });
  const pull = { number: 30, createdAt: start, by: bea.id };
  const withRole = ({ id }: Actor, role: string | undefined): Partial<Snapshot> => {
    const others = [...roles].filter(([key]) => key !== `${demo.id} ${id}`);
    return {
      roles: new Map([...others, ...(role === undefined ? [] : [[`${demo.id} ${id}`, role] as const])]),
    };
  };

  test.each<readonly [string, string, IssueSeen, Partial<Snapshot>]>([
    ["may only read", "ada has no write access here", own, withRole(ada, "read")],
    ["may only read, on a person's order", "ada has no write access here", ordered, withRole(ada, "read")],
    ["is not fit, on the order of somebody without a role", "requires go", ordered, withRole(maria, "none")],
    [
      "comes after another agent's pull request",
      "someone else has a pull request for it: #30",
      { ...own, linkedPulls: [pull] },
      {},
    ],
  ])("AG15 an agent that %s is refused as for a claim: %s", (_, why, seen, snapshot) => {
    const decision = decide([seen], {}, snapshot);
    expect(stateOf(decision)?.lease).toBeUndefined();
    expect(effectsOn(decision, 12).get("unassign")).toEqual({ type: "RemoveAssignees", assignees: [ada.id] });
    expect(told(decision)).toEqual([why]);
  });

  test.each<readonly [string, IssueSeen]>([
    ["a person assigned it", { ...ordered, linkedPulls: [pull] }],
    ["we did, before the index was lost", { ...own, assignments: [at(1, ada, us)], linkedPulls: [pull] }],
    ["the pull request is its own", { ...own, linkedPulls: [{ ...pull, by: ada.id }] }],
  ])("an open pull request does not stop it where %s", (_, seen) => {
    expect(stateOf(decide([seen]))?.lease?.holder.agent).toBe("ada");
  });

  test.each<readonly [string, IssueSeen, Actor]>([
    ["the agent", own, ada],
    ["the person who assigned it", free({ assignees: [ada], assignments: [at(1, ada, maria)] }), maria],
  ])(
    "while the role of %s is unknown nothing is given and nobody told; it is asked for again",
    (_, seen, who) => {
      const later = {
        ...seen,
        assignees: [ada, bea],
        assignments: [...(seen.assignments ?? []), at(2, bea, bea)],
      };
      const decision = decide([later], {}, withRole(who, undefined));
      expect(stateOf(decision)?.lease).toBeUndefined();
      expect(effectsOn(decision, 12).has("unassign")).toBe(false);
      expect(told(decision)).toEqual([]);
      expect(decision.refreshes.map(({ id }) => id)).toContain("I_12");
    },
  );

  test.each<readonly [string, readonly IssueSeen[]]>([
    ["the task is blocked", [free({ assignees: [ada], blockedBy: links(task(13)) }), task(13)]],
    ["a person is assigned too", [free({ assignees: [ada, maria] })]],
    ["the account is a person's too", [free({ assignees: [alice] })]],
    ["the task is closed", [closed(free({ assignees: [ada] }), completed, start + 60_000)]],
  ])("an assignment gives nobody the task while %s, and is left alone", (_, issues) => {
    const decision = decide(issues);
    expect(stateOf(decision)?.lease).toBeUndefined();
    expect(effectsOn(decision, 12).has("unassign")).toBe(false);
  });

  test("the login that agents share with a person belongs to the lease of its holder", () => {
    const lease = { holder: { agent: "dan", account: alice.id }, token: 1, since: start, isUntold: true };
    const decision = decide([free({ assignees: [alice] })], {}, { records: remembering({ lease }) });
    expect(stateOf(decision)?.lease).toMatchObject({ holder: { agent: "dan" }, assigned: true });
  });
});

describe("what is left of a lease", () => {
  const holder = { agent: "ada", account: ada.id, login: "ada" };
  const ended: NonNullable<PersistedState["lastLease"]> = {
    holder,
    token: 5,
    since: start,
    endedAt: context.now - 10_000,
    how: "released",
    because: "ada released it.",
    isShown: true,
  };
  const shown = { assignees: [ada], labels: ["kind:task", "status:in-progress"] };

  test("its label and its assignee are taken away, and are nobody's word meanwhile", () => {
    const late = free({ ...shown, assignments: [at(0, ada, us)] });
    const decision = decide([late], {}, { records: remembering({ lastLease: ended }) });
    expect(stateOf(decision)?.lease).toBeUndefined();
    expect(effectsOn(decision, 12).get("unassign")).toEqual({ type: "RemoveAssignees", assignees: [ada.id] });
    expect(effectsOn(decision, 12).get("labels")).toEqual({
      type: "SetLabels",
      add: ["status:ready"],
      remove: ["status:in-progress"],
    });
    expect(told(decision)).toEqual([]);
  });

  test("a holder that assigns itself again after the end holds it again", () => {
    const again = free({ ...shown, assignments: [{ assignee: ada.id, at: context.now - 1, by: ada.id }] });
    const decision = decide([again], {}, { records: remembering({ lastLease: ended }) });
    expect(stateOf(decision)?.lease).toMatchObject({ holder: { agent: "ada" } });
    expect(stateOf(decision)?.lease?.confirms).toBeUndefined();
  });

  test("once a later read shows nothing of it, a label is a person's word again", () => {
    const earlier = { ...ended, endedAt: context.now - 60_000 };
    const cleared = decide([free()], {}, { records: remembering({ lastLease: earlier }) });
    expect(stateOf(cleared)?.lastLease?.isShown).toBeUndefined();
    const records = new Map(cleared.records.map((record) => [record.seen.id, record]));
    const labelled = decide([free({ labels: ["kind:task", "status:in-progress"] })], {}, { records });
    expect(effectsOn(labelled, 12).has("labels")).toBe(false);
  });

  test("AG10 the assignment is not the next holder's on the same account, who would seem unassigned when it goes away", () => {
    const eve = { agent: "eve", account: alice.id, login: alice.login };
    const lease = { holder: eve, token: 6, since: context.now, claim: "order 1" };
    const before = { ...ended, holder: { ...eve, agent: "dan" }, endedAt: context.now };
    const assigned = free({ assignees: [alice], assignments: [at(0, alice, us)] });
    const records = remembering({ lease, lastLease: before }, assigned);
    const seen = decide([assigned], {}, { records });
    expect(stateOf(seen)?.lease).toEqual(lease);
    const next = new Map(seen.records.map((record) => [record.seen.id, record]));
    const gone = decide([free({ updatedAt: context.now + 1_000 })], {}, { records: next });
    expect(stateOf(gone)?.lease).toEqual(lease);
    expect(effectsOn(gone, 12).get("assign")).toEqual({ type: "AddAssignees", assignees: [alice.id] });
  });

  describe("of a task that is reopened", () => {
    const since = start + 10_000;
    const reopenedAt = context.now + 60_000;
    const closing = (who: Actor, agent: string): Decision => {
      const lease = { holder: { agent, account: who.id, login: who.login }, token: 5, since, assigned: true };
      const before = free({ assignees: [who], assignments: [at(0, who, us)] });
      const done = closed(before, completed, start + 60_000, who);
      return decide([done], {}, { records: remembering({ lease }, before) });
    };
    const reopened = (who: Actor, known: Decision, changes: Partial<IssueSeen> = {}): Decision => {
      const assigned = { assignees: [who], assignments: [at(0, who, us)] };
      const again = free({ ...assigned, reopenedAt, updatedAt: reopenedAt, ...changes });
      const records = new Map(known.records.map((record) => [record.seen.id, record]));
      return decide([again], { now: reopenedAt + 60_000 }, { records });
    };

    test("its last holder is unassigned, and does not hold it again", () => {
      const decision = reopened(ada, closing(ada, "ada"));
      expect(stateOf(decision)?.lease).toBeUndefined();
      expect(effectsOn(decision, 12).get("unassign")).toEqual({
        type: "RemoveAssignees",
        assignees: [ada.id],
      });
    });

    test("the closed task stays as it is", () => {
      expect(effectsOn(closing(ada, "ada"), 12).has("unassign")).toBe(false);
    });

    test("the login that its last holder shared with a person is no person's assignment", () => {
      const claim = { id: "IC_bea", author: bea, text: "/claim", createdAt: reopenedAt + 2_000 };
      const decision = reopened(alice, closing(alice, "dan"), { comments: [claim] });
      expect(stateOf(decision)?.lease).toMatchObject({ holder: { agent: "bea" } });
    });

    test("the person is assigned who was assigned again after the end", () => {
      const claim = { id: "IC_bea", author: bea, text: "/claim", createdAt: reopenedAt + 2_000 };
      const assignments = [{ assignee: alice.id, at: reopenedAt + 1_000, by: maria.id }];
      const decision = reopened(alice, closing(alice, "dan"), { comments: [claim], assignments });
      expect(stateOf(decision)?.lease).toBeUndefined();
      expect(effectsOn(decision, 12).has("unassign")).toBe(false);
    });

    test("a person who held it by a claim stays assigned", () => {
      const lease = { holder: { account: maria.id, login: "maria" }, token: 5, since, assigned: true };
      const before = free({ assignees: [maria], assignments: [at(0, maria, us)] });
      const done = closed(before, completed, start + 60_000);
      const known = decide([done], {}, { records: remembering({ lease }, before) });
      const decision = reopened(maria, known);
      expect(decision.records.find(({ seen }) => seen.number === 12)?.seen.issueState).toEqual(open);
      expect(effectsOn(decision, 12).has("unassign")).toBe(false);
    });
  });

  test("a blocked task that is released is ready afterwards, whatever it was before", () => {
    const lease = { holder, token: 5, since: start, assigned: true };
    const waits = { blockedBy: links(task(13)) };
    const comments = [{ id: "IC_1", author: ada, text: "/release", createdAt: start + 1 }];
    const blocked = free({ assignees: [ada], labels: ["kind:task", "status:blocked"], ...waits, comments });
    const records = remembering({ lease, started: "in-progress" });
    const released = decide([blocked, task(13)], {}, { records });
    expect(stateOf(released)?.lease).toBeUndefined();
    const after = new Map(released.records.map((record) => [record.seen.id, record]));
    expect(added(decide([free()], {}, { records: after }), 12)).toEqual(["status:ready"]);
  });
});
