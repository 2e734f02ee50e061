import { afterEach, describe, expect, test } from "vitest";
import type { Failure } from "../../src/dispatcher/ports/failure.ts";
import { RequestFailed } from "../../src/dispatcher/request-failed.ts";
import type { NodeId } from "../../src/engine/model/fact.ts";
import { openDesk, type PassContext } from "../support/dispatch-desk.ts";
import { demo, open, task } from "../support/issues.ts";

let desk: PassContext;
afterEach(() => desk.stop());

const elsewhere = { ...demo, id: "R_else", owner: "other", installationId: 2 };
const labels = (id: NodeId): readonly string[] => desk.github.issues.get(id)?.labels ?? [];
const fails = (failure: Failure): RequestFailed => new RequestFailed(failure);
const wait = (scope: "request" | "installation", retryAt: number): Extract<Failure, { type: "wait" }> => ({
  type: "wait",
  scope,
  retryAt,
  message: "slow down",
});

describe("when GitHub cannot be asked", () => {
  test("C01 a spent limit stops its installation until the reset, and the others continue", async () => {
    desk = await openDesk({ repositories: [demo, elsewhere] });
    desk.github.put(task(1));
    desk.github.put(task(2, { id: "I_else2", repositoryId: elsewhere.id }));
    const minutes = 60_000;
    desk.github.readFaults.push(fails(wait("installation", desk.clock.peek() + 20 * minutes)));
    const first = await desk.deliver(["I_1"]);
    await desk.settled();
    const reads = desk.github.reads.length;
    const second = await desk.deliver(["I_1"]);
    await desk.later(10 * minutes);
    expect(desk.github.reads.length).toBe(reads);
    expect([first, second].map((guid) => desk.store.letters.get(guid)?.state)).toEqual([
      "waiting",
      "waiting",
    ]);
    await desk.deliver(["I_else2"], { repositoryId: elsewhere.id, installationId: 2 });
    await desk.settled();
    expect(labels("I_else2")).toContain("status:ready");
    await desk.later(10 * minutes);
    expect(labels("I_1")).toContain("status:ready");
    expect(desk.store.letters.get(first)).toMatchObject({ state: "settled", attempts: 0 });
  });

  test("C01 a spent limit delays the listing of no other installation's repositories, and loses none", async () => {
    desk = await openDesk({ repositories: [demo, elsewhere] });
    desk.github.heldUp.add(elsewhere.installationId);
    const listed = await desk.dispatch.repositories.list.refresh();
    expect(listed.map(({ id }) => id)).toEqual([demo.id, elsewhere.id]);
    expect(desk.store.index.repository(elsewhere.id)).toEqual(elsewhere);
    await expect(desk.dispatch.rebuild()).rejects.toThrow(/hold up the installation 2/);
  });

  test("C01 a spent limit stops the other repositories of its installation too", async () => {
    const sibling = { ...demo, id: "R_sibling", name: "sibling" };
    desk = await openDesk({ repositories: [demo, sibling] });
    desk.github.readFaults.push(fails(wait("installation", desk.clock.peek() + 60_000)));
    await desk.deliver(["I_1"]);
    await desk.settled();
    const reads = desk.github.reads.length;
    const guid = await desk.deliver(["I_2"], { repositoryId: sibling.id });
    await desk.later(30_000);
    expect(desk.github.reads.length).toBe(reads);
    await desk.later(60_000);
    expect(desk.store.letters.get(guid)?.state).toBe("settled");
  });

  test("C13 an installation in which GitHub refuses every request is reported as unhealthy until it is tried again", async () => {
    desk = await openDesk({ repositories: [demo, elsewhere] });
    desk.github.put(task(1));
    const { backoff } = desk.dispatch.repositories;
    const refused = wait("installation", desk.clock.peek() + 300_000);
    desk.github.readFaults.push(fails({ ...refused, isUnhealthy: true }));
    await desk.deliver(["I_1"]);
    await desk.settled();
    expect(backoff.unhealthy()).toEqual([demo.installationId]);
    const reads = desk.github.reads.length;
    await desk.deliver(["I_1"]);
    await desk.later(200_000);
    expect(desk.github.reads.length).toBe(reads);
    await desk.later(200_000);
    expect(backoff.unhealthy()).toEqual([]);
    expect(labels("I_1")).toContain("status:ready");
  });

  test("C02 a write that meets a secondary limit is sent once more when the given time is over", async () => {
    desk = await openDesk();
    desk.github.put(task(1));
    const failure = wait("installation", desk.clock.peek() + 60_000);
    desk.github.writeFaults.push({ on: "SetLabels", applied: false, failure });
    await desk.deliver(["I_1"]);
    await desk.settled();
    const before = desk.github.writes.length;
    await desk.later(55_000);
    expect(desk.github.writes.length).toBe(before);
    await desk.later(10_000);
    expect(labels("I_1")).toContain("status:ready");
    expect(desk.github.writes.filter(({ effect }) => effect.type === "SetLabels")).toHaveLength(2);
  });

  test("C05 failing reads are repeated with growing delays, and no delivery becomes a dead letter", async () => {
    desk = await openDesk({ pace: { maxAttempts: 2 } });
    desk.github.put(task(1));
    for (let n = 0; n < 6; n++) desk.github.readFaults.push(fails(wait("request", 0)));
    const guid = await desk.deliver(["I_1"]);
    await desk.settled();
    const waits: number[] = [];
    while (desk.store.letters.get(guid)?.state === "waiting") {
      const due = (await desk.store.inbox.nextDueAt()) ?? 0;
      waits.push(Math.round((due - desk.clock.peek()) / 100) / 10);
      await desk.later(due - desk.clock.peek());
    }
    expect(waits.slice(0, 3)).toEqual([0.7, 1.5, 3]);
    expect(waits.toSorted((a, b) => a - b)).toEqual(waits);
    expect(labels("I_1")).toContain("status:ready");
    expect(desk.store.letters.get(guid)?.attempts).toBe(0);
  });

  test("what arrives during an outage waits with the rest instead of failing separately", async () => {
    desk = await openDesk();
    desk.github.put(task(1));
    desk.github.readFaults.push(fails(wait("request", 0)));
    await desk.deliver(["I_1"]);
    await desk.settled();
    desk.github.readFaults.push(fails(wait("request", 0)));
    for (let n = 0; n < 20; n++) {
      await desk.deliver(["I_1"]);
      await desk.settled();
    }
    expect(desk.github.readFaults).toHaveLength(1);
  });

  test("C14 a repository that is out of reach is given up after some attempts", async () => {
    desk = await openDesk({ pace: { maxAttempts: 3 } });
    for (let n = 0; n < 20; n++) desk.github.readFaults.push(fails({ type: "gone", message: "404" }));
    const guid = await desk.deliver(["I_1"]);
    for (let n = 0; n < 10; n++) await desk.later(600_000);
    expect(desk.store.letters.get(guid)).toMatchObject({ state: "dead", attempts: 3 });
  });
});

describe("when GitHub serves an older state", () => {
  test("C10 a read older than our own write changes nothing and is repeated a little later", async () => {
    desk = await openDesk();
    desk.github.put(task(1));
    const old = desk.github.show("I_1");
    await desk.deliver(["I_1"]);
    await desk.settled();
    const written = desk.github.writes.length;
    if (old !== undefined) desk.github.staleReads.push(old);
    await desk.deliver(["I_1"]);
    await desk.settled();
    expect(desk.github.writes.length).toBe(written);
    const [look] = desk.store.refreshes();
    expect(look?.because).toBe("GitHub showed an older state");
    expect((look?.dueAt ?? 0) - desk.clock.peek()).toBeGreaterThan(400);
    await desk.later(1_000);
    expect(desk.store.refreshes()).toEqual([]);
    expect(labels("I_1")).toEqual(["kind:task", "status:ready"]);
  });

  test("C11 a task whose new blocker is not found for a moment stays blocked by it, without a comment", async () => {
    desk = await openDesk();
    desk.github.put(task(1));
    await desk.deliver(["I_1"]);
    await desk.settled();
    desk.github.unfound.add("I_1");
    desk.github.put(task(2, { blockedByText: "#1" }));
    await desk.deliver(["I_2", "I_1"]);
    await desk.settled();
    expect((await desk.store.index.records(["I_1"])).has("I_1")).toBe(true);
    desk.github.unfound.clear();
    await desk.later(10_000);
    expect(labels("I_2")).toEqual(["kind:task", "status:blocked"]);
    expect(desk.github.show("I_2")?.blockedBy.issues.map(({ id }) => id)).toEqual(["I_1"]);
    expect(desk.github.writes.map(({ effect }) => effect.type)).not.toContain("ShowStatus");
  });

  test("an issue that is still not found after half a minute is gone", async () => {
    desk = await openDesk();
    desk.github.put(task(1));
    await desk.deliver(["I_1"]);
    await desk.settled();
    desk.github.unfound.add("I_1");
    await desk.deliver(["I_1"]);
    await desk.settled();
    expect(desk.store.refreshes()).toMatchObject([{ because: "GitHub showed an older state" }]);
    for (let n = 0; n < 6; n++) await desk.later(30_000);
    expect((await desk.store.index.records(["I_1"])).has("I_1")).toBe(false);
    expect(desk.store.refreshes()).toEqual([]);
  });

  test("C11 a list that misses a new issue at first is listed again from an earlier time", async () => {
    desk = await openDesk();
    desk.github.put(task(1, { updatedAt: desk.github.second() }));
    await desk.deliver(["I_1"]);
    await desk.settled();
    const late = desk.github.second();
    desk.clock.advance(4_000);
    desk.github.change("I_1", { issueState: open });
    await desk.deliver(["I_1"]);
    await desk.settled();
    desk.github.put(task(2, { createdAt: late, updatedAt: late }));
    desk.clock.advance(60_000);
    await desk.deliver(["I_1"]);
    await desk.settled();
    expect(labels("I_2")).toContain("status:ready");
  });

  test("C18 an issue of which only a part could be read stays blocked", async () => {
    desk = await openDesk();
    const part = { complete: false, unreadable: 0, issues: [] };
    const partly = task(1);
    desk.github.put(partly);
    for (let n = 0; n < 2; n++) desk.github.staleReads.push({ ...partly, blockedBy: part });
    await desk.deliver(["I_1"]);
    await desk.settled();
    expect(labels("I_1")).toContain("status:blocked");
  });
});
