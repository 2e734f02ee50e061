/**
 * Makes GitHub fail while a question is answered: afterwards the task is unblocked all the same, once, and
 * not too early. Each test breaks another part of the way from the answer to the unblock notice. Time runs
 * fast while the App has to wait.
 */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { FaultRule } from "../../src/hub/faults/rule.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { type Chronicle, chronicle } from "../support/chronicle.ts";
import {
  blockedPair,
  botLogin,
  freed,
  ledgerOf,
  openDiscovery,
  openQuestion,
  openTask,
  type Pair,
} from "../support/freeing.ts";
import { calm, hurry, pass } from "../support/hurry.ts";

type Effect = Extract<FaultRule, { on: "request" }>["effect"];

/** The App's writes and reads of issues. */
const writes = { operation: "Effects" } as const;
const reads = { operation: "Issues" } as const;
const anything = { login: botLogin } as const;

let bus: TestBus;
let events: Chronicle;
beforeEach(async () => {
  bus = await startBus();
  events = chronicle(bus);
});
afterEach(() => bus.stop());

function fault(match: Extract<FaultRule, { on: "request" }>["match"], effect: Effect, times: number): void {
  bus.hub.faults.add({ on: "request", match: { ...match }, effect, times });
}

function answer({ question }: Pair): Promise<number> {
  return bus.as("bob").comment(question, "/answer Opaque tokens.");
}

/** How often faults have been applied. */
function struck(): number {
  return bus.hub.faults.list().reduce((sum, rule) => sum + rule.struck, 0);
}

describe("a rate limit", () => {
  test("C01 a spent quota is waited for until its reset, while deliveries are accepted", async () => {
    const pair = await blockedPair(bus);
    fault(anything, { kind: "limit", limit: "primary", waitSeconds: 20 * 60 }, 1);
    await answer(pair);
    await calm(bus);
    const asked = events.asked().length;
    const accepted = (await bus.server().health()).ingress;
    await bus.as("alice").open("Nobody's business", "Later.");
    await pass(bus, 19 * 60_000);
    expect(struck()).toBe(1);
    expect(events.asked()).toHaveLength(asked);
    expect(await bus.server().health()).toMatchObject({ status: "ready", deliveries: { dead: 0 } });
    expect((await bus.server().health()).deliveries.pending).toBeGreaterThan(1);
    expect(sum((await bus.server().health()).ingress)).toBe(sum(accepted) + 1);
    await freed(bus, events, pair);
  });

  test("C01 in GraphQL's two shapes a spent quota is waited for, and nothing is refused or sent twice", async () => {
    const pair = await blockedPair(bus);
    const graphql = { method: "POST", path: "^/graphql$" };
    fault(graphql, { kind: "limit", limit: "primary", waitSeconds: 20 * 60 }, 4);
    await answer(pair);
    await calm(bus);
    expect(struck()).toBeGreaterThan(0);
    while (struck() < 4) {
      const before = [struck(), events.asked().length];
      await pass(bus, 17 * 60_000);
      expect([struck(), events.asked().length]).toEqual(before);
      await pass(bus, 3 * 60_000 + 5_000);
    }
    expect(await bus.server().health()).toMatchObject({ deliveries: { dead: 0 } });
    await freed(bus, events, pair);
  });

  test.each([
    ["C02 as a 403 with retry-after", 403, 60],
    ["C02 as a 429 with retry-after", 429, 60],
    ["C04 as a plain 429 with retry-after", 429, 7],
  ] as const)("%s is heeded to the second", async (_, status, waitSeconds) => {
    const pair = await blockedPair(bus);
    fault(writes, { kind: "limit", status, waitSeconds }, 1);
    const before = bus.clock.now();
    await answer(pair);
    await calm(bus);
    const after = bus.clock.now();
    const asked = events.asked().length;
    expect(struck()).toBe(1);
    await hurry(bus);
    const next = events.asked()[asked] ?? 0;
    expect(next).toBeGreaterThanOrEqual(before + waitSeconds * 1_000);
    expect(next).toBeLessThan(after + waitSeconds * 1_000 + 5_000);
    await freed(bus, events, pair);
  });

  test.each([
    ["reads", reads],
    ["writes", writes],
  ] as const)(
    "C03 of %s without a header is waited out for a minute, then twice as long each time",
    async (_, match) => {
      const pair = await blockedPair(bus);
      fault(match, { kind: "limit", headers: false }, 3);
      await answer(pair);
      await calm(bus);
      for (const [strikes, minutes] of [
        [1, 1],
        [2, 2],
        [3, 4],
      ] as const) {
        expect(struck()).toBe(strikes);
        await bus.as("alice").comment(pair.task, "Meanwhile there is more to read.");
        const asked = events.asked().length;
        await pass(bus, minutes * 60_000 - 20_000);
        expect([struck(), events.asked().length]).toEqual([strikes, asked]);
        await pass(bus, 25_000);
      }
      await freed(bus, events, pair);
    },
  );
});

describe("an outage", () => {
  test("C05 an outage of reads, whatever its status, delays the unblocking and nothing else", async () => {
    const pair = await blockedPair(bus);
    for (const status of [500, 502, 503, 504]) {
      fault(reads, { kind: "fail", status }, 2);
      fault({ ...anything, method: "GET" }, { kind: "fail", status }, 2);
    }
    await answer(pair);
    await hurry(bus);
    expect(struck()).toBe(16);
    await freed(bus, events, pair);
  });

  test.each([
    ["C06 a 502 after the write", { kind: "fail", when: "after" }],
    ["C07 a 502 before the write", { kind: "fail", when: "before" }],
    ["C08 a connection cut after the write", { kind: "cut", when: "after" }],
    ["C08 a connection cut before the write", { kind: "cut", when: "before" }],
    ["C20 HTML after the write", { kind: "garble", as: "html" }],
    ["C20 JSON cut short after the write", { kind: "garble", as: "truncated" }],
  ] as const satisfies readonly (readonly [string, Effect])[])("%s doubles nothing", async (_, effect) => {
    const pair = await blockedPair(bus);
    // The question's writes and then the task's, each in one request.
    fault(writes, effect, 2);
    await answer(pair);
    await hurry(bus);
    expect(struck()).toBe(2);
    await freed(bus, events, pair);
  });

  test.each([
    ["HTML", { kind: "garble", as: "html" }],
    ["JSON cut short", { kind: "garble", as: "truncated" }],
    ["a cut connection", { kind: "cut" }],
  ] as const satisfies readonly (readonly [string, Effect])[])(
    "C20 reads answered with %s are asked again",
    async (_, effect) => {
      const pair = await blockedPair(bus);
      fault(reads, effect, 2);
      fault({ ...anything, method: "GET" }, effect, 2);
      await answer(pair);
      await hurry(bus);
      expect(struck()).toBe(4);
      await freed(bus, events, pair);
    },
  );

  test.each([
    ["C09 a read that hangs", reads, "before"],
    ["C09 a write that hangs", writes, "before"],
    ["C08 C09 a write that hangs when it is done", writes, "after"],
  ] as const)("%s is given up after 15 seconds", async (_, match, when) => {
    const pair = await blockedPair(bus);
    const { timeout } = AbortSignal;
    const limits = new Set<number>();
    const sooner = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
      limits.add(ms);
      return timeout.call(AbortSignal, ms / 50);
    });
    fault(match, { kind: "hang", when }, 1);
    await answer(pair);
    await hurry(bus).finally(() => sooner.mockRestore());
    expect([struck(), [...limits]]).toEqual([1, [15_000]]);
    await freed(bus, events, pair);
  });
});

describe("a refused write", () => {
  test("C15 a refused label is reported once, is not retried, and affects nothing else", async () => {
    bus.hub.faults.add({
      on: "request",
      match: { method: "POST", path: "/labels$" },
      effect: { kind: "fail", status: 422 },
    });
    const alice = bus.as("alice");
    const task = await openTask(alice, { track: "backend" });
    const question = await openQuestion(alice, task);
    await hurry(bus);
    expect((await alice.see(task)).labels).toEqual(["kind:task", "status:blocked"]);
    const [status] = await alice.comments(task);
    expect(status?.body).toMatch(/\*\*GitHub rejected\*\*[\s\S]*"track:backend"/);
    expect((await bus.server().health()).effects).toEqual({ pending: 0, refused: 1, held: 0 });
    const before = [struck(), events.writes().length];
    await bus.sweep();
    expect([struck(), events.writes().length]).toEqual(before);
    expect((await ledgerOf(bus, task)).map(({ what }) => what)).toEqual(
      expect.arrayContaining([expect.stringMatching(/\+track:backend: The label .* could not be created/)]),
    );
    await answer({ task, question });
    await hurry(bus);
    expect((await alice.see(task)).labels).toEqual(["kind:task", "status:ready"]);
    expect(await alice.see(question)).toMatchObject({ state: "closed", reason: "completed" });
  });

  test("C15 a refused comment is reported in the ledger, and the task is unblocked without it", async () => {
    const pair = await blockedPair(bus);
    await openDiscovery(bus.as("alice"), pair.task);
    await bus.settled();
    // One comment shows the decision on the question; the next would notify alice. The task's own status is
    // an edit.
    const match = { ...writes, field: "addComment" };
    bus.hub.faults.add({ on: "request", match, effect: { kind: "fail", status: 422 }, skip: 1, times: 20 });
    await answer(pair);
    await hurry(bus);
    const strikes = struck();
    await bus.sweep();
    expect(struck()).toBe(strikes);
    const alice = bus.as("alice");
    expect((await alice.see(pair.task)).labels).toEqual(["kind:task", "status:ready"]);
    expect(await alice.see(pair.question)).toMatchObject({ state: "closed", reason: "completed" });
    const [status, wake] = await alice.comments(pair.task);
    expect([status?.body, wake]).toEqual([expect.stringContaining("**GitHub rejected**"), undefined]);
    expect(await ledgerOf(bus, pair.task)).toContainEqual(
      expect.objectContaining({ what: expect.stringContaining("post the unblock notice: Unprocessable") }),
    );
    expect((await bus.server().health()).effects).toEqual({ pending: 0, refused: 1, held: 0 });
  });
});

describe("a clock", () => {
  test("C13 a clock two hours off GitHub's, with an expired token, delays nothing", async () => {
    const pair = await blockedPair(bus);
    // GitHub's time and the server's, not the machine's, by which Octokit caches and signs.
    bus.clock.advance(2 * 60 * 60_000);
    await answer(pair);
    await calm(bus);
    expect(await bus.server().health()).toMatchObject({ status: "ready", unhealthy: 0 });
    await freed(bus, events, pair);
  });
});

function sum(counts: Readonly<Record<string, number>>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}
