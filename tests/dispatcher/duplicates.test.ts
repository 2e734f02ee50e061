/** Whoever waits for a duplicate, as deliveries, sweeps and a rebuild find it. */
import { afterEach, describe, expect, test } from "vitest";
import { rebuild } from "../../src/dispatcher/rebuild.ts";
import { createSweeper } from "../../src/dispatcher/sweep.ts";
import type { NodeId } from "../../src/engine/model/fact.ts";
import { type Desk, openDesk } from "../support/dispatch-desk.ts";
import { answer, bob, completed, demo, question, task } from "../support/issues.ts";
import { memoryStore } from "../support/memory-store.ts";

let desk: Desk;
afterEach(() => desk.stop());

const labels = (id: NodeId): readonly string[] =>
  (desk.github.issues.get(id)?.labels ?? []).filter((label) => label.startsWith("status:"));
const blockers = (id: NodeId): readonly NodeId[] => [...(desk.github.blockers.get(id) ?? [])];
const ownKeys = (id: NodeId): readonly string[] =>
  (desk.github.issues.get(id)?.own ?? []).map(({ key }) => key);
const opened = (): readonly string[] =>
  [...desk.github.issues.values()].flatMap((issue) => issue.opened?.key ?? []);

async function settle(...ids: readonly NodeId[]): Promise<void> {
  await desk.deliver(ids);
  await desk.settled();
}

async function sweep(): Promise<void> {
  desk.clock.advance(60_000);
  await createSweeper(desk.parts, desk.dispatcher.wake).sweep();
  await desk.settled();
}

/** Task 12 waits for 5, and 7 is what 5 turns out to repeat. */
async function waitingForFive(): Promise<void> {
  desk = await openDesk();
  for (const number of [12, 5, 7]) desk.github.put(task(number));
  desk.github.block("I_12", "I_5");
  await settle("I_12", "I_5", "I_7");
  expect(labels("I_12")).toEqual(["status:blocked"]);
}

function expectMoved(): void {
  expect(blockers("I_12")).toEqual(["I_7"]);
  expect(labels("I_12")).toEqual(["status:blocked"]);
  expect(ownKeys("I_12")).toEqual([]);
  expect(opened()).toEqual([]);
}

async function finishSeven(): Promise<void> {
  desk.github.close("I_7", completed);
  await settle("I_7");
  expect(labels("I_12")).toEqual(["status:ready"]);
  expect(ownKeys("I_12")).toEqual([`wake:I_7@${desk.github.issues.get("I_7")?.closedAt}`]);
}

describe("a blocker closed as a duplicate", () => {
  test("D11 hands its task over to the original, which frees it once", async () => {
    await waitingForFive();
    desk.github.closeAsDuplicate("I_5", "I_7");
    await settle("I_5");
    expectMoved();
    const moves = desk.store.ledger.filter(({ kind, rule }) => kind === "done" && rule === "move-edges");
    expect(moves.map(({ because }) => because)).toEqual(Array(2).fill("#5 was closed as a duplicate of #7."));
    await finishSeven();
    const written = desk.github.writes.length;
    await sweep();
    expect(desk.github.writes.length).toBe(written);
  });

  test("D11 does so by a sweep where the delivery was lost", async () => {
    await waitingForFive();
    desk.clock.advance(60_000);
    desk.github.closeAsDuplicate("I_5", "I_7");
    await sweep();
    expectMoved();
    await finishSeven();
  });

  test("D11 does so by a rebuild from nothing, before and after the edge has moved", async () => {
    await waitingForFive();
    await desk.stop();
    desk.github.closeAsDuplicate("I_5", "I_7");
    for (let n = 0; n < 2; n++) {
      const written = desk.github.writes.length;
      desk = await openDesk({ before: { ...desk, store: memoryStore() } });
      await rebuild(desk.parts);
      desk.dispatcher.wake();
      await desk.settled();
      expectMoved();
      if (n > 0) expect(desk.github.writes.length).toBe(written);
      expect((await rebuild(desk.parts)).differences).toEqual([]);
      await desk.settled();
      if (n === 0) await desk.stop();
    }
    await finishSeven();
  });

  test("D11 frees its task at once where the original is done already", async () => {
    await waitingForFive();
    desk.github.close("I_7", completed);
    await settle("I_7");
    expect(labels("I_12")).toEqual(["status:blocked"]);
    desk.github.closeAsDuplicate("I_5", "I_7");
    await settle("I_5");
    expect(blockers("I_12")).toEqual(["I_7"]);
    expect(labels("I_12")).toEqual(["status:ready"]);
    await sweep();
    expect(ownKeys("I_12")).toEqual([expect.stringMatching(/^wake:I_7@/)]);
  });

  test("D11 follows the original when that is closed as a duplicate later", async () => {
    await waitingForFive();
    desk.github.put(task(9));
    desk.github.closeAsDuplicate("I_5", "I_7");
    await settle("I_5");
    desk.github.closeAsDuplicate("I_7", "I_9");
    await settle("I_7");
    expect(blockers("I_12")).toEqual(["I_9"]);
    expect(labels("I_12")).toEqual(["status:blocked"]);
  });

  test("D11 of one another they leave the task alone, and a person is asked once", async () => {
    await waitingForFive();
    desk.github.closeAsDuplicate("I_5", "I_7");
    desk.github.closeAsDuplicate("I_7", "I_5");
    await settle("I_5", "I_7");
    await sweep();
    expect(blockers("I_12")).toEqual(["I_5"]);
    expect(labels("I_12")).toEqual(["status:blocked"]);
    expect(opened()).toHaveLength(1);
  });

  test("D11 keeps its task waiting while the new edge cannot be written, and the original frees it all the same", async () => {
    await waitingForFive();
    const retryAt = desk.clock.now() + 3_600_000;
    const failure = { type: "wait", scope: "request", retryAt, message: "Later." } as const;
    desk.github.writeFaults.push({ on: "AddBlockedBy", applied: false, failure });
    desk.github.closeAsDuplicate("I_5", "I_7");
    await settle("I_5");
    expect(blockers("I_12")).toEqual(["I_5"]);
    expect(labels("I_12")).toEqual(["status:blocked"]);
    desk.github.close("I_7", completed);
    await settle("I_7");
    expect(labels("I_12")).toEqual(["status:ready"]);
  });

  test("D11 E08 in another repository it hands over to an original there", async () => {
    const api = { ...demo, id: "R_api", name: "api" };
    desk = await openDesk({ repositories: [demo, api] });
    desk.github.put(task(12));
    for (const number of [5, 7]) desk.github.put(task(number, { repositoryId: api.id }));
    desk.github.block("I_12", "I_5");
    await settle("I_12");
    desk.github.closeAsDuplicate("I_5", "I_7");
    await desk.deliver(["I_5"], { repositoryId: api.id });
    await desk.settled();
    expectMoved();
    desk.github.close("I_7", completed);
    await desk.deliver(["I_7"], { repositoryId: api.id });
    await desk.settled();
    expect(labels("I_12")).toEqual(["status:ready"]);
    expect(desk.store.looks()).toEqual([]);
  });

  test("D11 as a question that was asked before it leaves its task to the first one's answer", async () => {
    desk = await openDesk();
    desk.github.put(task(12));
    desk.github.put(task(30));
    desk.github.put(question(40, "#30"));
    desk.github.put(question(41, "#12"));
    await settle("I_12", "I_30", "I_40", "I_41");
    expect(blockers("I_12")).toEqual(["I_41"]);
    desk.github.closeAsDuplicate("I_41", "I_40");
    await settle("I_41");
    await sweep();
    expect(blockers("I_12")).toEqual(["I_40"]);
    expect([...ownKeys("I_12"), ...ownKeys("I_41")]).toEqual([]);
    const at = desk.github.second();
    desk.github.put(answer(42, "#40", { author: bob, createdAt: at, updatedAt: at }));
    await settle("I_42");
    expect(labels("I_12")).toEqual(["status:ready"]);
    const [wake, ...more] = desk.github.issues.get("I_12")?.own ?? [];
    expect(more).toEqual([]);
    expect(wake?.text).toContain("Decision 42");
  });
});
