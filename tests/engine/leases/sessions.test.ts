/** Two runs of one agent must not both work on a task: which session holds it, and when another takes it over. */
import { describe, expect, test } from "vitest";
import type { CommentSeen } from "../../../src/engine/model/fact.ts";
import type { PersistedState } from "../../../src/engine/model/persisted-state.ts";
import type { HeardSession } from "../../../src/engine/model/signs-of-life.ts";
import type { Snapshot } from "../../../src/engine/model/snapshot.ts";
import { orderedId } from "../../../src/engine/model/spoken.ts";
import { settingsSchema } from "../../../src/protocol/settings/config.ts";
import { alice, decided, demo, person, start, task } from "../../support/issues.ts";

const ada = person("ada");
const settings = settingsSchema.parse({ agents: { ada: { account: ada.id } } });
const roles = new Map([ada, alice].map(({ id }) => [`${demo.id} ${id}`, "write"]));
const now = start + 3_600_000;

const claimBy = (id: string, session: string | undefined, text = "/claim as ada"): CommentSeen => ({
  id: orderedId(id),
  author: ada,
  text,
  createdAt: now,
  session,
});

type Decision = ReturnType<typeof decided>;

interface Known {
  readonly orders: readonly CommentSeen[];
  readonly state?: PersistedState | undefined;
  readonly heard?: readonly Partial<HeardSession>[];
  readonly sessions?: Readonly<Record<string, string>>;
}

function decide({ orders, state, heard = [], sessions = {} }: Known): Decision {
  const issue = task(12, { assignees: [] });
  const [record] = decided([issue], { roles }, { settings, now }).records;
  if (record === undefined) throw new Error("no record");
  const records: Snapshot["records"] = new Map([
    [issue.id, { ...record, persisted: state ?? record.persisted }],
  ]);
  const claims = orders.flatMap(({ id, session }) => (session === undefined ? [] : [[id, session] as const]));
  const earlier = Object.entries(sessions).map(([id, session]) => [orderedId(id), session] as const);
  const signsOfLife = (): readonly HeardSession[] =>
    heard.map((each) => ({ id: "", heardAt: 0, hasEnded: false, leases: [], ...each }));
  return decided(
    [issue],
    {
      roles,
      records,
      orders: new Map([[issue.id, orders]]),
      claimSessions: new Map([...earlier, ...claims]),
    },
    { settings, now, signsOfLife },
  );
}

const stateOf = (decision: Decision): PersistedState | undefined => decision.records[0]?.persisted;
const answers = ({ answers: all }: Decision): readonly unknown[] => [...all.values()];
/** A task that the session S1 claimed by order 1. */
const held = stateOf(decide({ orders: [claimBy("1", "S1")] }));
const token = held?.lease?.token ?? 0;
const again = { state: held, sessions: { 1: "S1" } };

describe("AG17 a claim by the agent that holds the task", () => {
  test("in the same session has the same token", () => {
    const decision = decide({ ...again, orders: [claimBy("2", "S1")], heard: [{ id: "S1", heardAt: now }] });
    expect(answers(decision)).toEqual([{ type: "done" }]);
    expect(stateOf(decision)?.lease).toEqual(held?.lease);
  });

  test("in another session is refused while the first one lives", () => {
    const decision = decide({
      ...again,
      orders: [claimBy("2", "S2")],
      heard: [{ id: "S1", heardAt: now - 89_000 }],
    });
    expect(answers(decision)).toEqual([
      { type: "refused", because: "another session of ada holds it and is alive", fault: "task" },
    ]);
    expect(stateOf(decision)?.lease).toEqual(held?.lease);
  });

  test("in another session has a new token once the first one was silent for 90 seconds", () => {
    const heard = [{ id: "S1", heardAt: now - 90_000 }];
    const decision = decide({ ...again, orders: [claimBy("2", "S2")], heard });
    expect(answers(decision)).toEqual([{ type: "done" }]);
    expect(stateOf(decision)?.lease?.token).toBeGreaterThan(token);
    expect(stateOf(decision)?.lease?.claim).toBe(orderedId("2"));
    expect(stateOf(decision)?.lastLease).toMatchObject({
      token,
      how: "moved",
      because: "Another session of ada took it over: the earlier one was not heard from.",
    });
    // The account stays the same, so nothing changes on GitHub but what the award shows.
    expect(decision.effects.map(({ effect }) => effect.type)).not.toContain("RemoveAssignees");
    expect(decision.effects.map(({ effect }) => effect.type)).not.toContain("AddComment");
  });

  test("goes on under the same token after the first session said that it left", () => {
    const heard = [{ id: "S1", heardAt: now - 1_000, hasEnded: true }];
    const decision = decide({ ...again, orders: [claimBy("2", "S2")], heard });
    expect(stateOf(decision)?.lease).toMatchObject({ token, claim: orderedId("2") });
  });

  test("without a session is the agent's word, and has the same token", () => {
    const decision = decide({ ...again, orders: [claimBy("2", undefined)] });
    expect(stateOf(decision)?.lease).toEqual(held?.lease);
  });

  test("in two sessions at the same moment: the first holds it", () => {
    const heard = [
      { id: "S1", heardAt: now },
      { id: "S2", heardAt: now },
    ];
    const decision = decide({ orders: [claimBy("1", "S1"), claimBy("2", "S2")], heard });
    expect(answers(decision).map((answer) => JSON.stringify(answer))).toEqual([
      expect.stringContaining("done"),
      expect.stringContaining("refused"),
    ]);
    expect(stateOf(decision)?.lease?.claim).toBe(orderedId("1"));
  });

  test("of a task that it holds by a comment binds the session, and another is refused", () => {
    const { lease } = held ?? {};
    if (held === undefined || lease === undefined) throw new Error("not held");
    const byComment = { ...held, lease: { ...lease, claim: "IC_1" } };
    const bound = stateOf(decide({ orders: [claimBy("2", "S2")], state: byComment }));
    expect(bound?.lease).toMatchObject({ token, claim: orderedId("2") });
    const heard = [{ id: "S2", heardAt: now }];
    const refused = decide({ orders: [claimBy("3", "S3")], state: bound, sessions: { 2: "S2" }, heard });
    expect(answers(refused)).toMatchObject([{ type: "refused" }]);
  });

  test("may change how long the agent may be silent", () => {
    const decision = decide({ ...again, orders: [claimBy("2", "S1", "/claim as ada for 2h")] });
    expect(stateOf(decision)?.lease).toEqual({ ...held?.lease, ttlMs: 7_200_000 });
  });

  test("counts lapses in a row over a take-over: the agent finished nothing", () => {
    const lapses = { count: 2, token: token - 1, at: now - 1 };
    const decision = decide({
      orders: [claimBy("2", "S2")],
      sessions: { 1: "S1" },
      state: held && { ...held, lapses },
    });
    expect(stateOf(decision)?.lapses).toEqual(lapses);
  });
});

describe("AG19 a release with the token of a lease", () => {
  const block = (given: number): string =>
    `/release as ada\n\n\`\`\`signalbox\nv: 1.1\nlease: ${given}\n\`\`\``;

  test("that has ended is refused, with the time and who holds the task now", () => {
    const silent = [{ id: "S1", heardAt: 0 }];
    const over = stateOf(decide({ ...again, orders: [claimBy("2", "S2")], heard: silent }));
    const decision = decide({ state: over, orders: [claimBy("3", "S1", block(token))] });
    expect(answers(decision)).toEqual([
      {
        type: "refused",
        fault: "task",
        because: expect.stringMatching(/^your lease ended at .* UTC; ada holds it$/),
      },
    ]);
    expect(stateOf(decision)?.lease).toEqual(over?.lease);
  });

  test("in force is carried out", () => {
    const decision = decide({ state: held, orders: [claimBy("2", "S1", block(token))] });
    expect(answers(decision)).toEqual([{ type: "done" }]);
    expect(stateOf(decision)?.lease).toBeUndefined();
  });
});

describe.each([
  ["a lock", "/lock as ada docs"],
  ["an unlock", "/unlock as ada"],
])("AG19 %s with the token of a lease", (_, line) => {
  const withToken = (given: number): string => `${line}\n\n\`\`\`signalbox\nv: 1.1\nlease: ${given}\n\`\`\``;
  const silent = [{ id: "S1", heardAt: 0 }];
  const over = stateOf(decide({ ...again, orders: [claimBy("2", "S2")], heard: silent }));
  const locked = over && {
    ...over,
    locks: [{ globs: ["web"], token: over.lease?.token, askedAt: 0, since: 1 }],
  };

  test("that has ended is refused, with the time and who holds the task now, and changes nothing", () => {
    const decision = decide({ state: locked, orders: [claimBy("3", "S1", withToken(token))] });
    expect(answers(decision)).toEqual([
      {
        type: "refused",
        fault: "task",
        because: expect.stringMatching(/^your lease ended at .* UTC; ada holds it$/),
      },
    ]);
    expect(stateOf(decision)?.locks).toEqual(locked?.locks);
  });

  test("in force is carried out", () => {
    const order = claimBy("3", "S2", withToken(over?.lease?.token ?? 0));
    const decision = decide({ state: locked, orders: [order] });
    expect(answers(decision)).toEqual([{ type: "done" }]);
    expect(stateOf(decision)?.locks).not.toEqual(locked?.locks);
  });
});
