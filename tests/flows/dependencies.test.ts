/**
 * Tests what a task waits for, by GitHub's own edges: several blockers, racing and lost deliveries,
 * dependency cycles, and more blockers than fit a page. "Not too early" is read from the order of events, not
 * from the final state.
 */
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { obstaclesOf } from "../../src/operations/show.ts";
import { sign } from "../server/delivery.ts";
import type { Actor } from "../support/actor.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { type Chronicle, chronicle, keysOf } from "../support/chronicle.ts";
import { botLogin, ledgerOf, openQuestion, openTask } from "../support/freeing.ts";
import { hurry } from "../support/hurry.ts";

let bus: TestBus;
let events: Chronicle;
let alice: Actor;
beforeEach(async () => {
  bus = await startBus();
  events = chronicle(bus);
  alice = bus.as("alice");
});
afterEach(() => bus.stop());

async function labelsOf(task: number): Promise<readonly string[]> {
  return (await alice.see(task)).labels.filter((label) => label !== "kind:task");
}

async function ownText(issue: number): Promise<string> {
  const own = (await alice.comments(issue)).filter(({ author }) => author === botLogin);
  return own[0]?.body ?? "";
}

async function wakesOf(task: number): Promise<readonly string[]> {
  return keysOf((await alice.comments(task)).filter(({ author }) => author === botLogin)).filter((key) =>
    key.startsWith("wake:"),
  );
}

/** A task of alice's with two blocking tasks, everything processed. */
async function twiceBlocked(): Promise<{
  readonly task: number;
  readonly blockers: readonly [number, number];
}> {
  const blockers = [await openTask(alice), await openTask(alice)] as const;
  const task = await openTask(alice, { blockedBy: blockers.map((number) => `#${number}`).join(", ") });
  await bus.settled();
  expect(await labelsOf(task)).toEqual(["status:blocked"]);
  expect((await alice.blockers(task)).toSorted()).toEqual(blockers.toSorted());
  return { task, blockers };
}

describe("two blockers", () => {
  test("E01 a task with two blockers is blocked until the second is closed", async () => {
    const { task, blockers } = await twiceBlocked();
    await alice.close(blockers[0]);
    await bus.settled();
    await bus.sweep();
    expect(await labelsOf(task)).toEqual(["status:blocked"]);
    expect(await wakesOf(task)).toEqual([]);
    await alice.close(blockers[1]);
    await bus.settled();
    expect(await labelsOf(task)).toEqual(["status:ready"]);
    expect(await wakesOf(task)).toHaveLength(1);
    expect((await ledgerOf(bus, task)).map(({ rule }) => rule)).toContain("wake-waiting");
  });

  test.each([1, 2, 3])(
    "E02 two blockers closed in one second, with racing deliveries (%i), unblock their task once",
    async (seed) => {
      const { task, blockers } = await twiceBlocked();
      bus.hub.faults.add({
        on: "delivery",
        effect: { kind: "duplicate", times: 2 },
        match: { action: "closed" },
      });
      bus.hub.faults.add({ on: "delivery", effect: { kind: "reorder", window: 4, seed, flushMs: 20 } });
      await Promise.all(blockers.map((blocker) => alice.close(blocker)));
      await hurry(bus);
      bus.hub.faults.clear();
      await bus.sweep();
      expect(await labelsOf(task)).toEqual(["status:ready"]);
      expect(await wakesOf(task)).toHaveLength(1);
      expect(events.commented(task)).toBe(1);
      expect(events.given(task).filter((label) => label === "status:ready").length).toBeLessThanOrEqual(2);
      for (const blocker of blockers)
        expect(events.lastGivenAt(task, "status:ready")).toBeGreaterThan(
          events.closedAt(blocker) ?? Infinity,
        );
    },
  );

  test("E03 two blockers whose deliveries are both lost unblock their task with the next sweep", async () => {
    const { task, blockers } = await twiceBlocked();
    bus.hub.faults.add({ on: "delivery", effect: { kind: "drop" } });
    for (const blocker of blockers) await alice.close(blocker);
    await bus.settled();
    expect(await labelsOf(task)).toEqual(["status:blocked"]);
    await bus.sweep();
    expect(await labelsOf(task)).toEqual(["status:ready"]);
    expect(await wakesOf(task)).toHaveLength(1);
  });
});

describe("a dependency cycle", () => {
  test.each([
    ["two", 2],
    ["three", 3],
  ] as const)(
    "E04 of %s is named to each member and escalated once, blocks nobody else, and ends with an edge",
    async (_, size) => {
      const ring: number[] = [];
      for (let member = 0; member < size; member++) ring.push(await openTask(alice));
      const bystander = await openTask(alice);
      const waiting = await openTask(alice, { blockedBy: `#${bystander}` });
      for (const [at, member] of ring.entries()) await alice.block(member, ring[(at + 1) % size] ?? 0);
      await bus.settled();
      const escalations = async () => {
        const filter = { ...alice.repository, state: "all", labels: "kind:escalation" } as const;
        const { data } = await alice.octokit.rest.issues.listForRepo(filter);
        return data.filter(({ body }) =>
          ring.some((member) => body?.includes(`### Regarding\n\n#${member}\n`)),
        );
      };
      expect(await escalations()).toMatchObject([{ state: "open", assignees: [{ login: "maria" }] }]);
      for (const member of ring) {
        expect(await labelsOf(member)).toContain("status:blocked");
        const text = await ownText(member);
        expect(text).toContain("**Blocked: a cycle.**");
        for (const other of ring) expect(text).toContain(`#${other}`);
        expect(keysOf((await alice.comments(member)).filter(({ author }) => author === botLogin))).toEqual([
          "status",
        ]);
      }
      await alice.close(bystander);
      await bus.settled();
      expect(await labelsOf(waiting)).toEqual(["status:ready"]);
      const written = events.writes().length;
      await bus.sweep();
      expect(events.writes()).toHaveLength(written);
      const [first = 0, second = 0] = ring;
      await alice.unblock(first, second);
      await bus.settled();
      expect(await labelsOf(first)).toEqual(["status:ready"]);
      for (const member of ring) expect(await ownText(member)).not.toContain("ring");
      expect(await escalations()).toMatchObject([{ state: "closed", state_reason: "not_planned" }]);
    },
  );

  test("E05 a dependency cycle through a parent is reported and escalated once, and ends when the child leaves its parent", async () => {
    const part = await openTask(alice);
    const parent = await openTask(alice);
    const { rest } = alice.octokit;
    const at = (issue_number: number) => ({ ...alice.repository, issue_number });
    const { id } = (await rest.issues.get(at(part))).data;
    await rest.issues.addSubIssue({ ...at(parent), sub_issue_id: id });
    await bus.settled();
    expect(await labelsOf(parent)).toEqual(["status:ready"]);
    await alice.block(part, parent);
    await bus.settled();
    const raised = async () => {
      const filter = { ...alice.repository, state: "all", labels: "kind:escalation" } as const;
      const { data } = await rest.issues.listForRepo(filter);
      return data.filter(({ body }) => body?.includes(`#${parent} is the parent of #${part}`));
    };
    expect(await raised()).toMatchObject([{ state: "open" }]);
    expect(await ownText(part)).toContain(`**Blocked: a cycle.** #${part} and #${parent}`);
    expect(await labelsOf(part)).toEqual(["escalated", "status:blocked"]);
    await rest.issues.removeSubIssue({ ...at(parent), sub_issue_id: id });
    await bus.settled();
    expect(await raised()).toMatchObject([{ state: "closed", state_reason: "not_planned" }]);
    expect(await ownText(part)).not.toContain("ring");
  });

  test("E04 a task that names itself is told what is wrong and is not ready", async () => {
    const task = await openTask(alice);
    await alice.edit(task, { body: `### Goal\n\nGo round.\n\n### Blocked by\n\n#${task}\n` });
    await bus.settled();
    expect(await labelsOf(task)).toEqual(["needs-fix", "status:blocked"]);
    expect(await ownText(task)).toContain("is this issue itself");
    expect(await alice.blockers(task)).toEqual([]);
  });
});

describe("many blockers", () => {
  test("E06 blockers on more than one page block their task until the last of them is closed", async () => {
    await bus.stopServer();
    const task = await openTask(alice);
    const parts = Array.from({ length: 101 }, (_, n) => alice.open(`Part ${n}`, "Something else."));
    const [last = 0, ...others] = await Promise.all(parts);
    await Promise.all([last, ...others].map((blocker) => alice.block(task, blocker)));
    await Promise.all(others.map((blocker) => alice.close(blocker)));
    await bus.startServer();
    expect(await labelsOf(task)).toEqual(["status:blocked"]);
    const card = await bus.server().board.card("acme", "demo", task);
    expect(card === undefined ? [] : obstaclesOf(card)).toEqual([expect.stringContaining(`#${last} `)]);
    await alice.close(last);
    await bus.settled();
    expect(await labelsOf(task)).toEqual(["status:ready"]);
    expect(events.given(task)).toEqual(["kind:task", "status:blocked", "status:ready"]);
  });

  test("E06 an edge that GitHub refuses is reported, and blocks the task all the same", async () => {
    bus.hub.faults.add({
      on: "request",
      match: { field: "addBlockedBy" },
      effect: { kind: "fail", status: 422 },
    });
    const task = await openTask(alice);
    const question = await openQuestion(alice, task);
    await hurry(bus);
    expect(await alice.blockers(task)).toEqual([]);
    expect(await labelsOf(task)).toEqual(["status:blocked"]);
    expect(await ownText(question)).toContain("**GitHub rejected**");
    const written = events.writes().length;
    await bus.sweep();
    expect(events.writes()).toHaveLength(written);
    await bus.as("bob").comment(question, "/answer Opaque tokens.");
    await hurry(bus);
    expect(await labelsOf(task)).toEqual(["status:ready"]);
  });
});

test("E12 a payload without a summary of dependencies does not make a blocked task ready", async () => {
  const task = await openTask(alice);
  const blocker = await alice.open("In the way", "Something else.");
  await alice.block(task, blocker);
  await bus.settled();
  expect(await labelsOf(task)).toEqual(["status:blocked"]);
  // Only the payload below reports it.
  bus.hub.faults.add({ on: "delivery", match: { event: "issues" }, effect: { kind: "drop" }, times: 1 });
  const { data: issue } = await alice.octokit.rest.issues.update({
    ...alice.repository,
    issue_number: task,
    title: "Edited by its author",
  });
  const { data: repository } = await alice.octokit.rest.repos.get(alice.repository);
  const { issue_dependencies_summary: _, ...bare } = issue;
  const { app } = bus.hub;
  const body = JSON.stringify({
    action: "edited",
    issue: bare,
    repository,
    installation: { id: app.installationId },
  });
  const response = await fetch(`${bus.server().url}/api/github/webhooks`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-github-event": "issues",
      "x-github-delivery": randomUUID(),
      "x-hub-signature-256": sign(body, app.webhookSecret),
    },
    body,
  });
  expect(response.status).toBe(202);
  await bus.settled();
  expect(await labelsOf(task)).toEqual(["status:blocked"]);
});
