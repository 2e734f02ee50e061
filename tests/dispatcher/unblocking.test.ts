import { afterEach, describe, expect, test } from "vitest";
import type { NodeId } from "../../src/engine/model/fact.ts";
import { describeEffect } from "../../src/engine/presentation/description.ts";
import { openDesk, type PassContext } from "../support/dispatch-desk.ts";
import { answer, bob, completed, demo, question, start, task } from "../support/issues.ts";
import { memoryStore } from "../support/memory-store.ts";

let desk: PassContext;
afterEach(() => desk.stop());

function labels(id: NodeId): readonly string[] {
  return desk.github.issues.get(id)?.labels.filter((label) => label.startsWith("status:")) ?? [];
}

function wakes(id: NodeId): readonly string[] {
  const own = desk.github.issues.get(id)?.own ?? [];
  return own.map(({ key }) => key).filter((key) => key.startsWith("wake:"));
}

/** Task 12, blocked by question 40, all by the App. */
async function blockedTask(): Promise<void> {
  desk = await openDesk();
  desk.github.put(task(12));
  await desk.deliver(["I_12"]);
  await desk.settled();
  desk.github.put(question(40, "#12"));
  await desk.deliver(["I_40"]);
  await desk.settled();
}

describe("a task and what it waits for", () => {
  test("a question blocks its task", async () => {
    await blockedTask();
    expect(labels("I_12")).toEqual(["status:blocked"]);
    expect([...(desk.github.blockers.get("I_12") ?? [])]).toEqual(["I_40"]);
  });

  test("an accepted answer closes its question, unblocks the task and notifies its author once", async () => {
    await blockedTask();
    const at = desk.github.second();
    desk.github.put(answer(41, "#40", { author: bob, createdAt: at, updatedAt: at }));
    await desk.deliver(["I_41"]);
    await desk.settled();
    expect(desk.github.issues.get("I_40")).toMatchObject({ issueState: completed });
    expect(desk.github.issues.get("I_40")?.labels).toContain("answered");
    expect(desk.github.issues.get("I_41")).toMatchObject({ issueState: completed });
    expect(labels("I_12")).toEqual(["status:ready"]);
    expect(wakes("I_12")).toHaveLength(1);
  });

  test("an answerer whose role could not be read at first unblocks the task of a question closed by hand", async () => {
    await blockedTask();
    desk.github.roles.set("bob", "unknown");
    desk.github.close("I_40", completed);
    const at = desk.github.second();
    desk.github.put(answer(41, "#40", { author: bob, createdAt: at, updatedAt: at }));
    await desk.deliver(["I_40", "I_41"]);
    await desk.settled();
    expect(labels("I_12")).toEqual(["status:blocked"]);
    desk.github.roles.set("bob", "write");
    for (let n = 0; n < 3; n++) await desk.later(3_000);
    expect(labels("I_12")).toEqual(["status:ready"]);
  });

  test("a question closed by hand frees its task when its answerer's role becomes readable, though no list shows it", async () => {
    await blockedTask();
    desk.github.roles.set("bob", "unknown");
    desk.github.close("I_40", completed);
    const at = desk.github.second();
    desk.github.put(answer(41, "#40", { author: bob, createdAt: at, updatedAt: at }));
    await desk.deliver(["I_40", "I_41"]);
    await desk.settled();
    expect(labels("I_12")).toEqual(["status:blocked"]);
    desk.github.roles.set("bob", "write");
    for (let n = 0; n < 3; n++) await desk.later(3_000);
    expect(labels("I_12")).toEqual(["status:ready"]);
    expect(wakes("I_12")).toHaveLength(1);
  });

  test("nothing is left to do once the state is as it should be", async () => {
    await blockedTask();
    const written = desk.github.writes.length;
    await desk.deliver(["I_12", "I_40"]);
    await desk.settled();
    expect(desk.github.writes.length).toBe(written);
    expect(desk.store.refreshes().filter(({ dueAt }) => dueAt <= desk.clock.now())).toEqual([]);
  });

  test("every effect leaves a row in the ledger that names its delivery", async () => {
    await blockedTask();
    const done = desk.store.ledger.filter(({ kind }) => kind === "done");
    expect(done.map(({ issueId, what }) => `${issueId} ${what}`)).toEqual(
      desk.github.writes.map(({ issueId, effect }) => `${issueId} ${describeEffect(effect)}`),
    );
    const edge = done.find(({ rule }) => rule === "make-edges");
    expect(edge?.delivery).toMatch(/^guid-/);
  });
});

describe("blockers that close", () => {
  async function twoBlockers(): Promise<void> {
    desk = await openDesk();
    for (const number of [1, 2, 3]) desk.github.put(task(number));
    desk.github.block("I_1", "I_2");
    desk.github.block("I_1", "I_3");
    await desk.deliver(["I_1", "I_2", "I_3"]);
    await desk.settled();
    expect(labels("I_1")).toEqual(["status:blocked"]);
  }

  test("E01 a task with one of two blockers closed stays blocked", async () => {
    await twoBlockers();
    desk.github.close("I_2", completed);
    await desk.deliver(["I_2"]);
    await desk.settled();
    expect(labels("I_1")).toEqual(["status:blocked"]);
    expect(wakes("I_1")).toEqual([]);
  });

  test("E01 a task with one of two blockers closed is announced once when the edge to the other is removed", async () => {
    await twoBlockers();
    desk.github.close("I_2", completed);
    await desk.deliver(["I_2"]);
    await desk.settled();
    desk.clock.advance(60_000);
    desk.github.blockers.get("I_1")?.delete("I_3");
    for (let n = 0; n < 3; n++) {
      await desk.deliver(["I_1"]);
      await desk.later(60_000);
    }
    expect(labels("I_1")).toEqual(["status:ready"]);
    expect(wakes("I_1")).toEqual(["wake:unlinked-0"]);
    const { github, clock } = desk;
    await desk.stop();
    desk = await openDesk({ before: { github, clock, store: memoryStore() } });
    await desk.dispatch.rebuild();
    desk.dispatcher.wake();
    await desk.settled();
    expect(desk.github.issues.get("I_1")?.own.map(({ key }) => key)).toEqual(["wake:unlinked-0"]);
    desk.github.change("I_2", { issueState: { state: "open", reopened: true }, closedAt: undefined });
    await desk.deliver(["I_2"]);
    await desk.later(60_000);
    expect(labels("I_1")).toEqual(["status:blocked"]);
    desk.github.close("I_2", completed);
    await desk.deliver(["I_2"]);
    await desk.settled();
    expect(wakes("I_1")).toEqual(["wake:unlinked-0", expect.stringMatching(/^wake:I_2@/)]);
  });

  test("E02 two blockers closed in the same second, with racing deliveries, unblock their task exactly once", async () => {
    await twoBlockers();
    desk.github.close("I_2", completed);
    desk.github.close("I_3", completed);
    await Promise.all([desk.deliver(["I_2"]), desk.deliver(["I_3"]), desk.deliver(["I_3"])]);
    await desk.settled();
    expect(labels("I_1")).toEqual(["status:ready"]);
    expect(wakes("I_1")).toHaveLength(1);
  });

  test("E03 with both deliveries lost, the repository's next reconcile pass unblocks the task", async () => {
    await twoBlockers();
    desk.clock.advance(60_000);
    desk.github.close("I_2", completed);
    desk.github.close("I_3", completed);
    desk.github.put(task(9, { createdAt: start, updatedAt: desk.github.second() }));
    await desk.deliver(["I_9"]);
    await desk.settled();
    expect(labels("I_1")).toEqual(["status:ready"]);
    expect(wakes("I_1")).toHaveLength(1);
  });

  test("E08 a task that waits for an issue in another repository is unblocked when that closes", async () => {
    const api = { ...demo, id: "R_api", name: "api" };
    desk = await openDesk({ repositories: [demo, api] });
    desk.github.put(task(1));
    desk.github.put(task(2, { id: "I_api2", repositoryId: api.id }));
    desk.github.block("I_1", "I_api2");
    await desk.deliver(["I_1"]);
    await desk.settled();
    expect(labels("I_1")).toEqual(["status:blocked"]);
    desk.github.close("I_api2", completed);
    await desk.deliver(["I_api2"], { repositoryId: api.id });
    await desk.settled();
    expect(labels("I_1")).toEqual(["status:ready"]);
    expect(desk.store.refreshes()).toEqual([]);
  });
});
