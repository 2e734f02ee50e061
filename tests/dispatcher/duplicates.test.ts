/** Tasks that wait for a duplicate, as deliveries, sweeps and a rebuild find them. */
import { afterEach, describe, expect, test } from "vitest";
import type { NodeId } from "../../src/engine/model/fact.ts";
import { openDesk, type PassContext } from "../support/dispatch-desk.ts";
import { answer, bob, completed, demo, question, task } from "../support/issues.ts";
import { memoryStore } from "../support/memory-store.ts";

let desk: PassContext;
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
  await desk.dispatch.sweeper(() => desk.dispatcher.wake()).sweep();
  await desk.settled();
}

/** Task 12 waits for 5, which turns out to be a duplicate of 7. */
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
  test("D11 a task whose blocker is closed as a duplicate waits for the original, which unblocks it once", async () => {
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

  test("D11 a task is handed over to the original by a sweep if the delivery was lost", async () => {
    await waitingForFive();
    desk.clock.advance(60_000);
    desk.github.closeAsDuplicate("I_5", "I_7");
    await sweep();
    expectMoved();
    await finishSeven();
  });

  test("D11 a task is handed over to the original by a rebuild from scratch, before and after the edge has moved", async () => {
    await waitingForFive();
    await desk.stop();
    desk.github.closeAsDuplicate("I_5", "I_7");
    for (let n = 0; n < 2; n++) {
      const written = desk.github.writes.length;
      desk = await openDesk({ before: { ...desk, store: memoryStore() } });
      await desk.dispatch.rebuild();
      desk.dispatcher.wake();
      await desk.settled();
      expectMoved();
      if (n > 0) expect(desk.github.writes.length).toBe(written);
      expect((await desk.dispatch.rebuild()).differences).toEqual([]);
      await desk.settled();
      if (n === 0) await desk.stop();
    }
    await finishSeven();
  });

  test("D11 a task is unblocked at once if the original is done already", async () => {
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

  test("D11 a task follows the original if that is later closed as a duplicate", async () => {
    await waitingForFive();
    desk.github.put(task(9));
    desk.github.closeAsDuplicate("I_5", "I_7");
    await settle("I_5");
    desk.github.closeAsDuplicate("I_7", "I_9");
    await settle("I_7");
    expect(blockers("I_12")).toEqual(["I_9"]);
    expect(labels("I_12")).toEqual(["status:blocked"]);
  });

  test("D11 blockers closed as duplicates of each other leave the task blocked, and a person is asked once", async () => {
    await waitingForFive();
    desk.github.closeAsDuplicate("I_5", "I_7");
    desk.github.closeAsDuplicate("I_7", "I_5");
    await settle("I_5", "I_7");
    await sweep();
    expect(blockers("I_12")).toEqual(["I_5"]);
    expect(labels("I_12")).toEqual(["status:blocked"]);
    expect(opened()).toHaveLength(1);
  });

  test("D11 a task keeps waiting while the new edge cannot be written, and the original still unblocks it", async () => {
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

  test("D11 E08 a task is handed over to an original in another repository", async () => {
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
    expect(desk.store.refreshes()).toEqual([]);
  });

  test("D11 a question closed as a duplicate of an earlier one leaves its task to the earlier one's answer", async () => {
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
