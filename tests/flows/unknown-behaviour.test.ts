/**
 * Plays what depends on behaviour that GitHub does not document with each setting of the hub's switches: what people see in the
 * end is right either way.
 */
import { afterEach, describe, expect, test } from "vitest";
import type { UnknownBehaviour } from "../../src/hub/unknown-behaviour.ts";
import type { Actor } from "../support/actor.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { botLogin, openQuestion, openTask } from "../support/freeing.ts";

let bus: TestBus;
let alice: Actor;
afterEach(() => bus.stop());

async function start(unknown: Partial<UnknownBehaviour>): Promise<void> {
  bus = await startBus({ unknown });
  alice = bus.as("alice");
}

const statusOf = async (task: number): Promise<readonly string[]> =>
  (await alice.see(task)).labels.filter((label) => label.startsWith("status:"));
const saidOn = async (issue: number): Promise<string> =>
  (await alice.comments(issue)).flatMap(({ author, body }) => (author === botLogin ? body : [])).join("\n");

describe("an edge that a person adds while ours is on its way", () => {
  test.each(["taken", "other words", "accepted"] as const)("%s", async (edgeAgain) => {
    await start({ edgeAgain });
    const blocker = await openTask(alice);
    await bus.settled();
    await bus.stopServer();
    const task = await openTask(alice, { blockedBy: `#${blocker}` });
    // The answer to our first attempt is lost, so that it is sent again.
    bus.hub.faults.add({
      on: "request",
      match: { field: "addBlockedBy" },
      effect: { kind: "cut", when: "after" },
      times: 1,
    });
    await bus.startServer();
    await bus.settled();
    expect(await alice.blockers(task)).toEqual([blocker]);
    expect(await statusOf(task)).toEqual(["status:blocked"]);
    expect(await saidOn(task)).not.toContain("relationship");
    await alice.close(blocker);
    await bus.settled();
    expect(await statusOf(task)).toEqual(["status:ready"]);
    expect(await saidOn(task)).not.toContain("relationship");
  });
});

test.each(["accepted", "refused"] as const)(
  "two tasks that name each other, where a cycle is %s",
  async (cycle) => {
    await start({ cycle });
    const first = await openTask(alice);
    const second = await openTask(alice, { blockedBy: `#${first}` });
    await bus.settled();
    await alice.comment(first, `/block #${second}`);
    await bus.settled();
    if (cycle === "accepted") {
      expect(await statusOf(first)).toEqual(["status:blocked"]);
      expect((await alice.see(second + 1)).title).toContain("comes first?");
    } else {
      expect(await saidOn(first)).toContain("GitHub refused it: ");
      expect(await statusOf(first)).toEqual(["status:ready"]);
    }
    expect(await statusOf(second)).toEqual(["status:blocked"]);
  },
);

test.each(["any", "50"] as const)(
  "a task that names 51 blockers waits for each, where it may have %s",
  async (edgesPerIssue) => {
    await start({ edgesPerIssue });
    const blockers: number[] = [];
    for (let n = 0; n < 51; n += 1) blockers.push(await alice.open(`Blocker ${n}`, "Plain.", []));
    const task = await openTask(alice, { blockedBy: blockers.map((number) => `#${number}`).join(", ") });
    await bus.settled();
    const native = await alice.blockers(task);
    expect(native).toHaveLength(edgesPerIssue === "any" ? 51 : 50);
    for (const blocker of native.slice(0, 50)) await alice.close(blocker);
    await bus.settled();
    expect(await statusOf(task)).toEqual(["status:blocked"]);
    if (edgesPerIssue === "50")
      expect(await saidOn(task)).toContain("cannot be blocked by more than 50 issues");
    for (const blocker of blockers)
      if ((await alice.see(blocker)).state === "open") await alice.close(blocker);
    await bus.settled();
    await bus.sweep();
    expect(await statusOf(task)).toEqual(["status:ready"]);
  },
);

describe.each(["neither", "both"] as const)("an edge that touches %s", (edgeTouches) => {
  test.each(["2", "1"] as const)(
    "and is told of by %s deliveries blocks and frees its task, even if they are lost",
    async (edgeDeliveries) => {
      await start({ edgeTouches, edgeDeliveries });
      const task = await openTask(alice);
      const question = await openQuestion(alice, task);
      const other = await openTask(alice);
      await bus.settled();
      await alice.block(other, question);
      await bus.settled();
      expect(await statusOf(other)).toEqual(["status:blocked"]);
      bus.hub.faults.add({
        on: "delivery",
        match: { event: "issue_dependencies" },
        effect: { kind: "drop" },
      });
      const late = await openTask(alice);
      await bus.settled();
      await alice.block(late, question);
      await bus.settled();
      await bus.sweep();
      expect(await statusOf(late)).toEqual(["status:blocked"]);
      await bus.as("bob").comment(question, "/answer Opaque tokens.");
      await bus.settled();
      for (const each of [task, other, late]) expect(await statusOf(each)).toEqual(["status:ready"]);
    },
  );
});
