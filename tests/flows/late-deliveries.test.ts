/**
 * Tests deliveries that arrive in another order than the events. Each delivery only requests a refresh; what
 * counts is GitHub's state at that moment, never the payload's.
 */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startBus, type TestBus } from "../support/bus.ts";
import { botLogin } from "../support/freeing.ts";
import { handOn } from "../support/hand-on.ts";
import type { Received } from "../support/hub.ts";

let bus: TestBus;
beforeEach(async () => {
  bus = await startBus({ keepsDeliveries: true });
});
afterEach(() => bus.stop());

const body = (blockedBy = "") =>
  `### Goal\n\nBuild.\n\n### Blocked by\n\n${blockedBy === "" ? "_No response_" : blockedBy}`;

/** Deliveries of an issue so far, by event and action. */
async function toldOf(issue: number, event: string, action: string): Promise<readonly Received[]> {
  await bus.hub.idle();
  const found = bus.testHub.received.filter(
    ({ event: of, payload }) => of === event && payload.action === action && payload.issue?.number === issue,
  );
  expect(found).not.toEqual([]);
  return found;
}

/** Hands them on one after the other, and waits for the effect of each. */
async function hear(...deliveries: readonly Received[]): Promise<void> {
  for (const delivery of deliveries) {
    expect(await handOn(bus.server().url, delivery)).toBe(202);
    await bus.settled();
  }
}

async function shown(issue: number) {
  const alice = bus.as("alice");
  const { labels } = await alice.see(issue);
  const own = (await alice.comments(issue)).filter(({ author }) => author === botLogin);
  return { labels: labels.filter((label) => label !== "kind:task"), comments: own.map(({ body }) => body) };
}

describe("late deliveries", () => {
  test("B03 a blocker's closing that arrives before its opening, and before its task's, is no error", async () => {
    const alice = bus.as("alice");
    const part = await alice.open("Part", body(), ["kind:task"]);
    const task = await alice.open("Whole", body(`#${part}`), ["kind:task"]);
    await alice.close(part);
    await hear(...(await toldOf(part, "issues", "closed")));
    await hear(...(await toldOf(part, "issues", "opened")), ...(await toldOf(task, "issues", "opened")));
    const woken = expect.stringMatching(/^@alice, this task is ready: #\d+ Part is done\.\n/);
    expect(await shown(task)).toEqual({ labels: ["status:ready"], comments: [woken] });
    expect(await alice.see(part)).toMatchObject({ state: "closed", labels: ["kind:task"] });
    expect(bus.ledger().filter(({ kind }) => kind === "refused")).toEqual([]);
  });

  test("B04 a label's addition that arrives after its removal does not bring back the label or its effect", async () => {
    const alice = bus.as("alice");
    const task = await alice.open("Task", body(), ["kind:task"]);
    const plain = await alice.open("Plain", "### Goal\n\nNo task.");
    await hear(...(await toldOf(task, "issues", "opened")));
    for (const [issue, label] of [
      [task, "status:in-progress"],
      [plain, "kind:task"],
    ] as const) {
      await alice.label(issue, label);
      await alice.unlabel(issue, label);
    }
    for (const issue of [task, plain]) {
      const set = (await toldOf(issue, "issues", "labeled")).filter(
        ({ payload }) => payload.sender.login === "alice",
      );
      await hear(...(await toldOf(issue, "issues", "unlabeled")), ...set);
    }
    expect(await shown(task)).toEqual({ labels: ["status:ready"], comments: [] });
    expect(await shown(plain)).toEqual({ labels: [], comments: [] });
  });
});
