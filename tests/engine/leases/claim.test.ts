/** Given a task and comments: who holds it then, what GitHub is to show, and what the others are told. */
import { describe, expect, test } from "vitest";
import type { Actor, CommentSeen, IssueSeen } from "../../../src/engine/model/fact.ts";
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
  mallory,
  maria,
  person,
  start,
  task,
  us,
} from "../../support/issues.ts";

const ada = person("ada");
const bea = person("bea");
const cleo: Actor = { id: "BOT_cleo", login: "cleo", type: "Bot" };

const settings = settingsSchema.parse({
  agents: {
    ada: { account: ada.id, can: ["typescript"], parallel: 2 },
    bea: { account: bea.id },
    cleo: { account: cleo.id },
    dan: { account: alice.id, with_person: true },
    eve: { account: alice.id, with_person: true },
  },
});
const roles = new Map(
  [ada, bea, cleo, alice, maria].map(({ id }) => [`${demo.id} ${id}`, id === maria.id ? "admin" : "write"]),
);
roles.set(`${demo.id} ${mallory.id}`, "none");

let ids = 0;
function says(author: Actor, text: string, at = 50_000): CommentSeen {
  ids += 1;
  return { id: `IC_${ids}`, commentNumber: ids, author, text, createdAt: start + at };
}

const free = (changes: Partial<IssueSeen> = {}): IssueSeen => task(12, { assignees: [], ...changes });

function decide(
  issues: readonly IssueSeen[],
  known: Partial<Context> = {},
  snapshot: Partial<Snapshot> = {},
): ReturnType<typeof decided> {
  return decided(issues, { roles, ...snapshot }, { settings, ...known });
}

function stateOf(decision: ReturnType<typeof decided>, number = 12): PersistedState | undefined {
  return decision.records.find(({ seen }) => seen.number === number)?.persisted;
}

function reactions(decision: ReturnType<typeof decided>, number = 12): readonly string[] {
  return [...effectsOn(decision, number).values()].flatMap((effect) =>
    effect.type === "AddReaction" ? `${effect.commentId} ${effect.content}` : [],
  );
}

describe("/claim", () => {
  test("the first to claim a ready task holds it: assigned, in progress, one reaction", () => {
    const claim = says(ada, "/claim");
    const decision = decide([free({ comments: [claim] })]);
    expect(stateOf(decision)?.lease).toEqual({
      holder: { agent: "ada", account: ada.id, login: "ada" },
      token: context.now,
      since: context.now,
      claim: claim.id,
    });
    expect(added(decision, 12)).toEqual(["status:in-progress"]);
    expect(effectsOn(decision, 12).get("assign")).toEqual({ type: "AddAssignees", assignees: [ada.id] });
    expect(reactions(decision)).toEqual([`${claim.id} THUMBS_UP`]);
  });

  test("an award is announced by no comment where the assignment alone tells who holds it", () => {
    const lone = free({ assignees: [ada], assignments: [{ assignee: ada.id, at: start, by: ada.id }] });
    const decision = decide([lone]);
    expect(stateOf(decision)?.lease?.holder.agent).toBe("ada");
    expect(effectsOn(decision, 12).has("status")).toBe(false);
  });

  test("AG14 of two in one second the lower number wins, whichever was delivered first; who was awarded keeps it", () => {
    const first = says(ada, "/claim");
    const second = says(bea, "/claim");
    for (const comments of [
      [first, second],
      [second, first],
    ])
      expect(stateOf(decide([free({ comments })]))?.lease?.claim).toBe(first.id);
    const awarded = decide([free({ comments: [second] })]).records;
    const later = decide([free({ comments: [second, first] })], {}, { records: byId(awarded) });
    expect(stateOf(later)?.lease?.claim).toBe(second.id);
    expect(reactions(later)).toEqual([`${first.id} CONFUSED`, `${second.id} THUMBS_UP`]);
  });

  test("a number beyond 32 bits and one with fewer digits are compared as numbers", () => {
    const late = { ...says(ada, "/claim"), id: "IC_a", commentNumber: 4_294_967_299 };
    const early = { ...says(bea, "/claim"), id: "IC_b", commentNumber: 999_999_999 };
    expect(stateOf(decide([free({ comments: [late, early] })]))?.lease?.claim).toBe("IC_b");
  });

  test("claiming it again gives the holder the same token", () => {
    const first = decide([free({ comments: [says(ada, "/claim")] })]);
    const held = stateOf(first)?.lease;
    const again = decide(
      [free({ comments: [says(ada, "/claim", 90_000)] })],
      { now: context.now + 60_000 },
      { records: byId(first.records) },
    );
    expect(stateOf(again)?.lease).toEqual(held);
    expect(reactions(again)).toContain(`IC_${ids} THUMBS_UP`);
  });

  test("several agents on a person's login say their names; without one the person speaks", () => {
    const dan = says(alice, "/claim as dan");
    expect(stateOf(decide([free({ comments: [dan] })]))?.lease).toMatchObject({
      holder: { agent: "dan", account: alice.id },
      isUntold: true,
    });
    const eve = says(alice, "/claim as eve");
    const decision = decide([free({ comments: [dan, eve] })]);
    expect(reactions(decision)).toEqual([`${dan.id} THUMBS_UP`, `${eve.id} CONFUSED`]);
    const own = decide([free({ comments: [says(alice, "/claim")] })]);
    expect(stateOf(own)?.lease?.holder).toEqual({ account: alice.id, login: "alice" });
  });

  test("GitHub assigns no App: its hold is told by the label and the status comment", () => {
    const decision = decide([free({ comments: [says(cleo, "/claim")] })]);
    expect(effectsOn(decision, 12).has("assign")).toBe(false);
    const status = effectsOn(decision, 12).get("status");
    expect(status?.type === "ShowStatus" && JSON.parse(status.text).data.holder.name).toBe("cleo");
  });

  describe("an App's bot whose login is an agent's name but for the suffix", () => {
    const helper: Actor = { id: "BOT_helper", login: "Helper[bot]", type: "Bot" };
    const known = { roles: new Map([...roles, [`${demo.id} ${helper.id}`, "write"]]) };
    const listing = (agents: object, listed: readonly string[] = [helper.id]) => ({
      settings: settingsSchema.parse({ agents, trust: { agents: listed }, leases: { parallel: 1 } }),
    });
    const claims = (changes: Partial<IssueSeen> = {}) =>
      free({ comments: [says(helper, "/claim")], ...changes });
    const namesake = { helper: { account: ada.id, can: ["typescript"], parallel: 2 } };

    test.each<[string, object]>([
      ["nobody's", {}],
      ["another account's in the roster", namesake],
    ])("holds on: the name is %s", (_, agents) => {
      const first = decide([claims()], listing(agents), known);
      expect(stateOf(first)?.lease?.holder).toMatchObject({ agent: "helper", account: helper.id });
      const records = byId(first.records);
      const next = decide([claims()], listing(agents), { ...known, records });
      expect(stateOf(next)?.lease).toEqual(stateOf(first)?.lease);
      const unlisted = decide([free()], listing(agents, []), { ...known, records });
      expect(stateOf(unlisted)?.lease).toBeUndefined();
      expect(stateOf(unlisted)?.lastLease).toMatchObject({ how: "settings" });
    });

    test("has neither the capabilities nor the limit of that agent", () => {
      const body = "### Goal\n\nBuild it.\n\n### Requires\n\n- typescript\n";
      expect(stateOf(decide([claims({ body })], listing(namesake), known))?.lease).toBeUndefined();
      const two = [12, 13].map((number) => claims({ id: `I_${number}`, number }));
      const both = decide(two, listing(namesake), known);
      expect(two.map(({ number }) => stateOf(both, number)?.lease !== undefined)).toEqual([true, false]);
    });
  });

  test("the token is greater than every earlier one, whatever the clock says", () => {
    const first = decide([free({ comments: [says(ada, "/claim")] })]);
    const token = stateOf(first)?.lease?.token ?? 0;
    const moved = decide(
      [free({ comments: [says(ada, "/release to bea", 90_000)] })],
      { now: context.now - 3_600_000 },
      { records: byId(first.records) },
    );
    expect(stateOf(moved)?.lease).toMatchObject({ holder: { agent: "bea" }, token: token + 1 });
  });

  test("AG10 a claim that lost stays lost until its reaction is there, also if the task is free again by then", () => {
    const won = says(ada, "/claim");
    const lost = says(bea, "/claim");
    const first = decide([free({ comments: [won, lost] })]);
    const release = says(ada, "/release", 90_000);
    const known = { records: byId(first.records) };
    const later = decide([free({ comments: [won, lost, release] })], {}, known);
    expect(stateOf(later)?.lease).toBeUndefined();
    expect(reactions(later)).toContain(`${lost.id} CONFUSED`);
    const told = later.records.map((record) => ({ ...record, reactedTo: [won.id, lost.id, release.id] }));
    const after = decide([free({ comments: [won, lost, release] })], {}, { records: byId(told) });
    expect(stateOf(after)?.declined).toEqual([]);
    expect(reactions(after)).toEqual([]);
  });

  test("AG25 a passive installation awards nothing and answers nothing", () => {
    const decision = decide([free({ comments: [says(ada, "/claim")] })], { isPassive: true });
    expect(stateOf(decision)?.lease).toBeUndefined();
    expect(reactions(decision)).toEqual([]);
  });

  test("AG10 of a hundred claims at once one holds it and the others are told, a thousand times", () => {
    const agents = Array.from({ length: 100 }, (_, i) => person(`agent-${i}`));
    const all = settingsSchema.parse({
      agents: Object.fromEntries(agents.map(({ login, id }) => [login, { account: id }])),
    });
    const trusted = new Map([alice, ...agents].map(({ id }) => [`${demo.id} ${id}`, "write"]));
    for (let round = 0; round < 1_000; round++) {
      const at = 50_000 + (round % 7) * 1_000;
      const order = agents.map((_, i) => (i * 37 + round * 11) % agents.length);
      const comments = order.map((i) => says(agents[i] ?? ada, "/claim", at - (i % 3) * 1_000));
      const decision = decide([free({ comments })], { settings: all }, { roles: trusted });
      const told = reactions(decision);
      const [first] = comments.toSorted((a, b) => a.createdAt - b.createdAt || number(a) - number(b));
      expect(stateOf(decision)?.lease?.claim).toBe(first?.id);
      expect(told.filter((each) => each.endsWith("THUMBS_UP"))).toEqual([
        `${stateOf(decision)?.lease?.claim} THUMBS_UP`,
      ]);
      expect(new Set(told).size).toBe(100);
      expect([...effectsOn(decision, 12).values()].filter(({ type }) => type === "AddComment")).toEqual([]);
    }
  }, 120_000);
});

describe("a claim is refused for a reason of its own", () => {
  const holder = { agent: "bea", account: bea.id, login: "bea" };
  const held = (number: number) =>
    record(free({ id: `I_${number}`, number }), {
      lease: { holder: { agent: "ada", account: ada.id, login: "ada" }, token: 1, since: 1 },
    });
  const requiring = (what: string): string => `### Goal\n\nBuild it.\n\n### Requires\n\n${what}\n`;
  const pull = { number: 30, createdAt: start, by: bea.id };

  test.each<readonly [string, string, readonly IssueSeen[], Partial<Snapshot>]>([
    ["is blocked", "blocked by #13", [free({ blockedBy: links(task(13)) }), task(13)], {}],
    ["is closed", "it is closed", [closed(free(), completed, start + 60_000)], {}],
    [
      "is not admitted",
      "nobody with write access wrote or approved its text",
      [free({ author: mallory })],
      {},
    ],
    [
      "is held",
      "held by bea since 2026-01-01 00:00 UTC",
      [free({ assignees: [bea] })],
      { records: byId([record(free(), { lease: { holder, token: 1, since: start } })]) },
    ],
    ["is a person's", "a person is assigned: maria", [free({ assignees: [maria] })], {}],
    [
      "was started by a person",
      "it is in progress already",
      [free({ labels: ["kind:task", "status:in-progress"] })],
      {},
    ],
    [
      "requires more than the agent can",
      "requires rust",
      [free({ body: requiring("- typescript\n- rust") })],
      {},
    ],
    [
      "is one too many",
      "2 of 2 leases held: #3, #7",
      [free()],
      { holdings: [{ id: "I_7", number: 7, agent: "ada" }], records: byId([held(3)]) },
    ],
    [
      "has somebody else's pull request",
      "someone else has a pull request for it: #30",
      [free({ linkedPulls: [pull] })],
      {},
    ],
  ])("AG15 a task that %s: %s", (_, because, issues, snapshot) => {
    const claim = says(ada, "/claim");
    const [first, ...others] = issues;
    if (first === undefined) throw new Error("no task");
    const decision = decide([{ ...first, comments: [claim] }, ...others], {}, snapshot);
    const refusal = decision.effects.find(({ effect }) => effect.type === "AddReaction");
    expect(refusal).toMatchObject({ effect: { commentId: claim.id, content: "CONFUSED" } });
    expect(refusal?.reason.because).toBe(`Not done: ${because}.`);
    expect(effectsOn(decision, 12).has("assign")).toBe(false);
    expect(stateOf(decision)?.lease?.holder.agent).not.toBe("ada");
  });

  test("AG15 a task of the person whose login the agent shares", () => {
    const claim = says(alice, "/claim as dan");
    const own = [{ assignee: alice.id, at: start, by: alice.id }];
    for (const assignments of [own, undefined]) {
      const decision = decide([free({ assignees: [alice], assignments, comments: [claim] })]);
      const refusal = decision.effects.find(({ effect }) => effect.type === "AddReaction");
      expect(refusal?.reason.because).toBe("Not done: a person is assigned: alice.");
      expect(stateOf(decision)?.lease).toBeUndefined();
    }
  });

  test("the person may claim what they are assigned to, and their agent what we assigned", () => {
    const own = [{ assignee: alice.id, at: start, by: alice.id }];
    const person = free({ assignees: [alice], assignments: own, comments: [says(alice, "/claim")] });
    expect(stateOf(decide([person]))?.lease?.holder).toEqual({ account: alice.id, login: "alice" });
    const ours = [{ assignee: alice.id, at: start, by: us.id }];
    const agent = free({ assignees: [alice], assignments: ours, comments: [says(alice, "/claim as dan")] });
    expect(stateOf(decide([agent]))?.lease?.holder.agent).toBe("dan");
  });

  test("AG15 tasks claimed together count against the same limit", () => {
    const tasks = [12, 13, 14].map((number) =>
      free({ id: `I_${number}`, number, comments: [says(ada, "/claim")] }),
    );
    const decision = decide(tasks);
    expect(tasks.map(({ number }) => stateOf(decision, number)?.lease !== undefined)).toEqual([
      true,
      true,
      false,
    ]);
  });

  test("AG15 a task that was held before is offered with the pull request that it has", () => {
    const lastLease = {
      holder,
      token: 5,
      since: start,
      endedAt: start,
      how: "released",
      because: ".",
    } as const;
    const before = record(free(), { lastLease });
    const decision = decide(
      [free({ linkedPulls: [pull], comments: [says(ada, "/claim")] })],
      {},
      { records: byId([before]) },
    );
    expect(stateOf(decision)?.lease).toMatchObject({ holder: { agent: "ada" } });
  });

  test("a name that is not the account's, and none where the account has several", () => {
    const shared = settingsSchema.parse({
      agents: { ...agentsAt(ada, "ada", "fay"), bea: { account: bea.id } },
    });
    const lost = says(ada, "/claim");
    const other = says(ada, "/claim as bea");
    const decision = decide([free({ comments: [lost, other] })], { settings: shared });
    const told = decision.effects.filter(({ effect }) => effect.type === "AddReaction");
    expect(told.map(({ reason }) => reason.because)).toEqual([
      "Not done: the account has several agents: say `as ada`.",
      "Not done: this account cannot speak for bea.",
    ]);
  });
});

function number({ commentNumber = 0 }: CommentSeen): number {
  return commentNumber;
}

function agentsAt({ id }: Actor, ...names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, { account: id }]));
}

function record(seen: IssueSeen, persisted: Partial<PersistedState>): IssueRecord {
  const [decidedRecord] = decide([seen]).records;
  if (decidedRecord === undefined) throw new Error("no record");
  return { ...decidedRecord, persisted: { ...decidedRecord.persisted, ...persisted } };
}

function byId(records: readonly IssueRecord[]): Snapshot["records"] {
  return new Map(records.map((each) => [each.seen.id, each]));
}
