/** Orders through a reconcile pass, against a GitHub in memory: who holds a task then, and what it cost. */
import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { OrderResult, OrderWish } from "../../../src/dispatcher/orders/place.ts";
import { OrderEnded } from "../../../src/dispatcher/ports/agents/orders.ts";
import type { PassCommit } from "../../../src/dispatcher/ports/issue-index.ts";
import { RequestFailed } from "../../../src/dispatcher/request-failed.ts";
import type { IssueSeen } from "../../../src/engine/model/fact.ts";
import type { PersistedState } from "../../../src/engine/model/persisted-state.ts";
import { type DeskOptions, openDesk, type PassContext } from "../../support/dispatch-desk.ts";
import { completed, demo, person, task } from "../../support/issues.ts";
import type { MemoryStore } from "../../support/memory-store.ts";
import { claimOf, orderId, rosterText } from "../../support/orders.ts";

/** A thousand take some minutes. */
const races = Number(process.env.SIGNALBOX_RACES ?? 25);

let desk: PassContext;
afterEach(() => desk.stop());

const roster = rosterText({ ada: "U_alice", bea: "U_bob", mal: "U_mallory", typ: "MDQ6" });
const free = (number: number, changes: Partial<IssueSeen> = {}): IssueSeen =>
  task(number, { assignees: [], ...changes });

async function open(numbers: readonly number[], text = roster, options: DeskOptions = {}): Promise<void> {
  desk = await openDesk(options);
  await desk.store.index.saveSettings(demo.id, { commit: "c", text, problem: undefined });
  for (const number of numbers) desk.github.put(free(number));
  await desk.deliver(numbers.map((number) => `I_${number}`));
  await desk.settled();
}

const place = (wish: OrderWish) => desk.dispatch.placeOrder(wish);

async function leaseOf(number: number): Promise<PersistedState["lease"]> {
  const id = `I_${number}`;
  return (await desk.store.index.records([id])).get(id)?.persisted.lease;
}

const hash = (name: string, round: number): string =>
  createHash("sha256").update(`${name} ${round}`).digest("hex");

const assignments = (): number =>
  desk.github.writes.filter(({ effect }) => effect.type === "AddAssignees").length;

describe("an order", () => {
  beforeEach(() => open([12, 13]));

  test("AG10 gives the task to its agent, with a token, and costs one read and one write batch", async () => {
    const before = desk.github.reads.length;
    const batches = (): number => desk.steps.filter((step) => step === "effects sent").length;
    const sentBefore = batches();
    const told = await place(claimOf(12, "ada", 1));
    await desk.settled();
    expect(batches() - sentBefore).toBe(1);
    const lease = await leaseOf(12);
    expect(lease?.holder).toMatchObject({ agent: "ada", account: "U_alice", login: "alice" });
    expect(told).toEqual({ type: "done", issue: 12, lease: { token: lease?.token, since: lease?.since } });
    expect(desk.github.reads.length - before).toBe(1);
    expect(assignments()).toBe(1);
  });

  test("AG10 that another process ends during its pass is not carried out, and the pass goes on without it", async () => {
    const { github, store, clock } = desk;
    await desk.stop();
    let ended = 0;
    const index: MemoryStore["index"] = Object.assign(Object.create(store.index), {
      commit: async (result: PassCommit) => {
        const done = result.orders?.find((step) => "answer" in step && step.answer.type === "done");
        if (done === undefined) return store.index.commit(result);
        ended += 1;
        await store.orders.end(done.id, Number.POSITIVE_INFINITY);
        throw new OrderEnded(done.id);
      },
    });
    desk = await openDesk({ before: { github, store, clock }, ports: { index } });
    github.put(free(12));
    github.change("I_12", { title: "renamed", updatedAt: clock.now() });
    const told = place(claimOf(12, "ada", 1, { waitMs: 5_000 }));
    await desk.deliver(["I_12"]);
    await desk.settled();
    expect(ended).toBe(1);
    expect(await leaseOf(12)).toBeUndefined();
    expect((await store.index.records(["I_12"])).get("I_12")?.seen.title).toBe("renamed");
    clock.advance(5_000);
    expect(await told).toMatchObject({ type: "undecided" });
  });

  test("AG10 leaves no comment, no reaction and nothing of itself on the task", async () => {
    await place(claimOf(12, "ada", 1));
    await desk.settled();
    const types = desk.github.writes.map(({ effect }) => effect.type);
    expect(types).not.toContain("AddComment");
    expect(types).not.toContain("AddReaction");
    expect(types).not.toContain("ShowStatus");
    const record = (await desk.store.index.records(["I_12"])).get("I_12");
    expect(record?.seen.comments).toEqual([]);
    expect(record?.persisted.obeyed).toEqual([]);
  });

  test("AG10 of a hundred at once one holds the task, and the others are told whose it is", async () => {
    const names = Array.from({ length: 100 }, (_, at) => `a${at}`);
    await desk.stop();
    await open([12], rosterText(Object.fromEntries(names.map((name) => [name, "U_alice"]))));
    const before = desk.github.reads.length;
    const told = await Promise.all(names.map((name, at) => place(claimOf(12, name, at))));
    await desk.settled();
    const holder = (await leaseOf(12))?.holder.agent;
    expect(told.filter(({ type }) => type === "done")).toHaveLength(1);
    expect(told[names.indexOf(holder ?? "")]).toMatchObject({ type: "done" });
    for (const answer of told.filter(({ type }) => type !== "done"))
      expect(answer).toMatchObject({
        type: "refused",
        reason: expect.stringMatching(new RegExp(`^held by ${holder} since `)),
      });
    expect(assignments()).toBe(1);
    expect(desk.github.reads.length - before).toBeLessThanOrEqual(2);
  });

  test("AG10 in races of a hundred agents for a task there is one holder each, and nobody else is told that it holds it", {
    timeout: 90_000 + 500 * races,
  }, async () => {
    const names = Array.from({ length: 100 }, (_, at) => `a${at}`);
    const numbers = Array.from({ length: races }, (_, at) => 101 + at);
    await desk.stop();
    const many = rosterText(Object.fromEntries(names.map((name) => [name, "U_alice"])));
    await open(numbers, `${many}leases: { parallel: 100 }\n`);
    for (const [round, number] of numbers.entries()) {
      const shuffled = names.toSorted((a, b) => (hash(a, round) < hash(b, round) ? -1 : 1));
      const told = await Promise.all(
        shuffled.map(
          async (name, at) => [name, await place(claimOf(number, name, 100 * round + at))] as const,
        ),
      );
      const winners = told.filter(([, { type }]) => type === "done").map(([name]) => name);
      expect(winners).toEqual([(await leaseOf(number))?.holder.agent]);
    }
    await desk.settled();
    expect(assignments()).toBe(numbers.length);
  });

  test("AG17 of a task that its agent holds has the same token", async () => {
    const first = await place(claimOf(12, "ada", 1));
    expect(await place(claimOf(12, "ada", 2))).toEqual(first);
    await desk.settled();
    expect(assignments()).toBe(1);
  });

  test("AG12 sent three times is carried out once", async () => {
    const told = await Promise.all([1, 1, 1].map((id) => place(claimOf(12, "ada", id))));
    expect(new Set(told.map((answer) => JSON.stringify(answer))).size).toBe(1);
    await place(claimOf(12, "ada", 2, { text: "/release as ada" }));
    expect(await place(claimOf(12, "ada", 1))).toEqual(told[0]);
    expect(await leaseOf(12)).toBeUndefined();
  });

  test("gives a task back, and to another agent", async () => {
    await place(claimOf(12, "ada", 1));
    const text = "/release as ada to bea because it is late";
    expect(await place(claimOf(12, "ada", 2, { text }))).toEqual({ type: "done", issue: 12 });
    expect((await leaseOf(12))?.holder.agent).toBe("bea");
    expect(await place(claimOf(12, "bea", 3, { text: "/release as bea" }))).toMatchObject({ type: "done" });
    expect(await leaseOf(12)).toBeUndefined();
  });

  test("does not hold a task for an account without write access", async () => {
    expect(await place(claimOf(12, "mal", 1))).toEqual({
      type: "refused",
      issue: 12,
      isMistake: false,
      reason: "its account mallory has no write access here",
    });
    expect(await leaseOf(12)).toBeUndefined();
  });

  test.each<[string, OrderWish, string | RegExp]>([
    ["an unknown agent", claimOf(12, "eve", 1), /name no agent eve, but ada, bea, mal, typ$/],
    ["a repository that is not served", claimOf(12, "ada", 1, { repo: "else" }), /does not serve acme\/else/],
    ["an unknown issue", claimOf(99, "ada", 1), "there is no issue acme/demo#99"],
    [
      "another command",
      claimOf(12, "ada", 1, { text: "/block #13" }),
      /one \/claim, \/release, \/lock or \/unlock/,
    ],
    [
      "an account that GitHub does not have",
      claimOf(12, "typ", 1),
      "GitHub has no account MDQ6 for agent typ; correct `agents.typ.account` in the settings",
    ],
    ["two commands", claimOf(12, "ada", 1, { text: "/claim as ada\n/block #13" }), /one \/claim, /],
  ])("with %s is a mistake", async (_, wish, reason) => {
    expect(await place(wish)).toMatchObject({
      type: "refused",
      isMistake: true,
      reason: typeof reason === "string" ? reason : expect.stringMatching(reason),
    });
  });

  test("with the id of another order is a mistake", async () => {
    await place(claimOf(12, "ada", 1));
    const reason = `the id ${orderId(1)} is another order's`;
    expect(await place(claimOf(13, "ada", 1))).toEqual({ type: "refused", reason, isMistake: true });
  });

  test("of a closed task is refused", async () => {
    desk.github.close("I_12", completed);
    expect(await place(claimOf(12, "ada", 1))).toMatchObject({ reason: "it is closed", isMistake: false });
  });
});

describe("claiming the next task", () => {
  test("AG11 gives a hundred agents a hundred different tasks, in two reads", async () => {
    const names = Array.from({ length: 100 }, (_, at) => `a${at}`);
    const numbers = Array.from({ length: 100 }, (_, at) => 101 + at);
    await open(numbers, rosterText(Object.fromEntries(names.map((name) => [name, "U_alice"]))));
    const before = desk.github.reads.length;
    const told = await Promise.all(names.map((name, at) => place(claimOf(undefined, name, at))));
    expect(told.map(({ type }) => type)).toEqual(names.map(() => "done"));
    expect(new Set(told.flatMap((answer) => ("issue" in answer ? answer.issue : []))).size).toBe(100);
    expect(desk.github.reads.length - before).toBeLessThanOrEqual(2);
  });

  test("AG11 tells those for whom nothing is left", async () => {
    const names = Array.from({ length: 100 }, (_, at) => `a${at}`);
    const numbers = Array.from({ length: 60 }, (_, at) => 101 + at);
    await open(numbers, rosterText(Object.fromEntries(names.map((name) => [name, "U_alice"]))));
    const told = await Promise.all(names.map((name, at) => place(claimOf(undefined, name, at))));
    const held = told.flatMap((answer) => (answer.type === "done" ? answer.issue : []));
    expect(new Set(held).size).toBe(60);
    const left = told.filter(({ type }) => type !== "done");
    expect(left).toEqual(
      Array.from({ length: 40 }, () => ({ type: "refused", reason: "nothing ready", isMistake: false })),
    );
  });

  test("takes the next one where GitHub shows that the first cannot be had", async () => {
    await open([12, 13]);
    desk.github.close("I_12", completed);
    expect(await place(claimOf(undefined, "ada", 1))).toMatchObject({ type: "done", issue: 13 });
  });

  test.each<[string, (number: number) => IssueSeen]>([
    ["that people are assigned to", (number) => task(number, { assignees: [person("bob")] })],
    [
      "that require what the agent cannot do",
      (number) => free(number, { body: `${free(number).body}\n\n### Requires\n\n- rust\n` }),
    ],
  ])("AG11 finds the task behind a hundred and twenty %s", async (_, unfit) => {
    const numbers = Array.from({ length: 120 }, (_each, at) => 101 + at);
    desk = await openDesk({});
    const text = rosterText({ ada: "U_alice" });
    await desk.store.index.saveSettings(demo.id, { commit: "c", text, problem: undefined });
    for (const number of numbers) desk.github.put(unfit(number));
    desk.github.put(free(900));
    await desk.deliver([...numbers, 900].map((number) => `I_${number}`));
    await desk.settled();
    const all = { limit: 1_000, offset: 0 };
    expect(await desk.store.index.readyTasks(demo.id, undefined, all)).toHaveLength(numbers.length + 1);
    expect(await place(claimOf(undefined, "ada", 1))).toMatchObject({ type: "done", issue: 900 });
    expect(await place(claimOf(undefined, "ada", 2))).toMatchObject({ reason: "nothing ready" });
  });

  test("tries five tasks at most", async () => {
    const numbers = [12, 13, 14, 15, 16, 17];
    await open(numbers);
    for (const number of numbers.slice(0, 5)) desk.github.close(`I_${number}`, completed);
    expect(await place(claimOf(undefined, "ada", 1))).toEqual({
      type: "refused",
      issue: 16,
      isMistake: false,
      reason: "it is closed",
    });
  });

  test("is told at once that the agent holds as many as it may", async () => {
    await open([12, 13, 14, 15], `${roster}leases: { parallel: 2 }\n`);
    for (const id of [1, 2]) await place(claimOf(undefined, "ada", id));
    const before = desk.github.reads.length;
    expect(await place(claimOf(undefined, "ada", 3))).toMatchObject({
      reason: "2 of 2 leases held: #12, #13",
    });
    expect(desk.github.reads.length - before).toBeLessThanOrEqual(1);
  });
});

describe("an order that GitHub's absence holds up", () => {
  beforeEach(() => open([12]));

  async function placeInOutage(wish: OrderWish): Promise<{ readonly asked: Promise<OrderResult> }> {
    for (let n = 0; n < 20; n++)
      desk.github.readFaults.push(
        new RequestFailed({ type: "wait", scope: "request", retryAt: 0, message: "HTTP 502" }),
      );
    const asked = place(wish);
    while (desk.github.readFaults.length === 20) await new Promise((resolve) => setImmediate(resolve));
    return { asked };
  }

  test("is not decided, is not carried out later, and can be sent again", async () => {
    const { asked } = await placeInOutage(claimOf(12, "ada", 1));
    await desk.later(10_000);
    expect(await asked).toMatchObject({ type: "undecided" });
    desk.github.readFaults.length = 0;
    await desk.later(60_000);
    expect(await leaseOf(12)).toBeUndefined();
    const again = place(claimOf(12, "ada", 1));
    await desk.settled();
    expect(await again).toMatchObject({ type: "done", issue: 12 });
  });

  test("AG12 AG85 of one that cannot be ended, as on a full disk, its sender is told that it may be carried out", async () => {
    const { github, store, clock } = desk;
    await desk.stop();
    const end = async (): Promise<void> => Promise.reject(new Error("could not extend file"));
    const orders: MemoryStore["orders"] = Object.assign(Object.create(store.orders), { end });
    desk = await openDesk({ before: { github, store, clock }, ports: { orders } });
    const { asked } = await placeInOutage(claimOf(12, "ada", 1, { waitMs: 1_000 }));
    await desk.later(1_000);
    expect(await asked).toEqual({ type: "unknown", id: orderId(1) });
  });

  test("AG12 is waited for only as long as its sender still waits", async () => {
    const { asked } = await placeInOutage(claimOf(12, "ada", 1, { waitMs: 1_000 }));
    await desk.later(1_000);
    expect(await asked).toMatchObject({ type: "undecided" });
  });

  test("AG12 is waited for as long as its sender wants, and the reason names that time", async () => {
    const { asked } = await placeInOutage(claimOf(12, "ada", 1, { waitMs: 12_000 }));
    let isOver = false;
    void asked.then(() => {
      isOver = true;
    });
    await desk.later(11_000);
    expect(isOver).toBe(false);
    await desk.later(1_000);
    expect(await asked).toMatchObject({ type: "undecided", why: expect.stringMatching(/within 12 s$/) });
  });

  test("AG12 is over once its sender was told so, also if the clock then goes back", async () => {
    const { asked } = await placeInOutage(claimOf(12, "ada", 1));
    const before = desk.clock.now();
    await desk.later(10_000);
    expect(await asked).toMatchObject({ type: "undecided" });
    expect(await desk.store.orders.awaited([orderId(1)], before)).toEqual(new Set());
  });
});
