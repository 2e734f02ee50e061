/** Orders are carried out while a pass over deliveries is still reading. */
import { afterEach, expect, test } from "vitest";
import type { OrderResult } from "../../../src/dispatcher/orders/place.ts";
import { noEvidence } from "../../../src/handover/evidence.ts";
import { type DeskOptions, openDesk, type PassContext } from "../../support/dispatch-desk.ts";
import { holdNextRead, until } from "../../support/held-read.ts";
import { demo, handover, task } from "../../support/issues.ts";
import { claimOf, rosterText } from "../../support/orders.ts";
import { recordIn } from "../../support/store-questions.ts";

let desk: PassContext;
afterEach(() => desk.stop());

async function open(numbers: readonly number[], options: DeskOptions = {}): Promise<void> {
  desk = await openDesk(options);
  const text = rosterText({ ada: "U_alice", bea: "U_bob" });
  await desk.store.index.saveSettings(demo.id, { commit: "c", text, problem: undefined });
  for (const number of numbers) desk.github.put(task(number, { assignees: [] }));
  await desk.deliver(numbers.map((number) => `I_${number}`));
  await desk.settled();
}

const holderOf = async (id: string): Promise<string | undefined> =>
  (await recordIn(desk.store.index, id))?.persisted.lease?.holder.agent;

/** While a pass runs, the store is asked for more only some milliseconds after a wake-up. */
async function claimMeanwhile(): Promise<OrderResult | undefined> {
  let told: OrderResult | undefined;
  void desk.dispatch.placeOrder(claimOf(12, "ada", 1)).then((answer) => {
    told = answer;
  });
  await until(() => {
    desk.clock.advance(1);
    return told !== undefined;
  });
  return told;
}

test("a claim is answered while a pass waits for GitHub", async () => {
  await open([12, 13]);
  const read = holdNextRead(desk);
  await desk.deliver(["I_13"]);
  await until(read.isHeld);
  expect(await claimMeanwhile()).toMatchObject({ type: "done", issue: 12 });
  read.letGo();
  await desk.settled();
  expect(await holderOf("I_12")).toBe("ada");
});

test("a pass that read the task before its claim takes nothing of it back", async () => {
  await open([12]);
  const read = holdNextRead(desk);
  await desk.deliver(["I_12"]);
  await until(read.isHeld);
  await claimMeanwhile();
  await until(() => desk.github.issues.get("I_12")?.labels.includes("status:in-progress") === true);
  read.letGo();
  await desk.settled();
  expect(await holderOf("I_12")).toBe("ada");
  expect(desk.github.issues.get("I_12")).toMatchObject({
    labels: expect.arrayContaining(["status:in-progress"]),
    assignees: [expect.objectContaining({ login: "alice" })],
  });
  const types = desk.github.writes.map(({ effect }) => effect.type);
  expect(types.filter((type) => type === "AddAssignees")).toHaveLength(1);
});

test("a task that a pass found closed, and that is claimed before the pass commits, ends without a holder", async () => {
  await open([12]);
  const read = holdNextRead(desk);
  desk.github.change("I_12", { issueState: { state: "closed", reason: "not_planned" } });
  await desk.deliver(["I_12"]);
  await until(read.isHeld);
  expect(await claimMeanwhile()).toMatchObject({ type: "refused" });
  read.letGo();
  await desk.settled();
  expect(await holderOf("I_12")).toBeUndefined();
});

test("claims are carried out while a delivery of their repository makes passes fail", async () => {
  await open([12, 13, 14], { pace: { maxAttempts: 3 } });
  const { tracker } = desk.github;
  const { readIssues } = tracker;
  Object.assign(tracker, {
    readIssues: async (...request: Parameters<typeof readIssues>) => {
      const isBad = request[1].some(({ target }) => "id" in target && target.id === "I_13");
      if (!isBad) return readIssues(...request);
      throw new Error("A defect in how we read this one.");
    },
  });
  const bad = await desk.deliver(["I_13"]);
  await desk.deliver(["I_14"]);
  for (const place of [1, 2, 3, 4]) {
    await desk.dispatch.placeOrder(claimOf(12, place % 2 === 0 ? "bea" : "ada", place));
    await desk.later(1_000);
  }
  expect(await holderOf("I_12")).toBe("ada");
  for (let n = 0; n < 5; n++) await desk.later(600_000);
  expect(desk.store.letters.get(bad)?.state).toBe("dead");
});

test("an order does not wait for the evidence of a handover that its pass meets, which another pass reads", async () => {
  await open([12]);
  desk.github.evidence.set("I_60", { ...noEvidence(0), candidates: [34] });
  desk.github.put(handover(60, "#12"));
  await desk.deliver(["I_60"]);
  await desk.settled();
  const { tracker } = desk.github;
  const { readEvidence } = tracker;
  const held = Promise.withResolvers<void>();
  let asked = 0;
  Object.assign(tracker, {
    readEvidence: async (...request: Parameters<typeof readEvidence>) => {
      asked += 1;
      await held.promise;
      return readEvidence(...request);
    },
  });
  desk.github.change("I_12", { title: "renamed", updatedAt: desk.clock.now() });
  expect(await claimMeanwhile()).toMatchObject({ issue: 12 });
  await until(() => {
    desk.clock.advance(1);
    return asked > 0;
  });
  held.resolve();
  await desk.settled();
  expect(asked).toBe(1);
});
