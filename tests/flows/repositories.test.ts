/** Tests what happens when repositories and the App's installation change while work is in progress. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { demoSeed } from "../../src/hub/seed.ts";
import type { Actor } from "../support/actor.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { type Chronicle, chronicle } from "../support/chronicle.ts";
import { blockedPair, openTask } from "../support/freeing.ts";
import { twoRepositories } from "../support/seeds.ts";

let bus: TestBus;
let events: Chronicle;
let alice: Actor;
let bob: Actor;
let maria: Actor;
beforeEach(async () => {
  bus = await startBus({
    hasLabels: false,
    seed: { ...demoSeed, app: { ...demoSeed.app, repositories: ["acme/demo"] } },
  });
  events = chronicle(bus);
  [alice, bob, maria] = [bus.as("alice"), bus.as("bob"), bus.as("maria")];
});
afterEach(() => bus.stop());

const labelsOf = async (issue: number): Promise<readonly string[]> => (await alice.see(issue)).labels;
const change = (repo: string, changes: { name?: string; archived?: boolean }) =>
  maria.octokit.rest.repos.update({ owner: "acme", repo, ...changes });
const kinds = (): readonly string[] => bus.ledger().map(({ kind }) => kind);

describe("a repository", () => {
  test("D15 an archived repository is not written to, and continues where it was when it is unarchived", async () => {
    const { task, question } = await blockedPair(bus);
    await change("demo", { archived: true });
    await bus.settled();
    const before = events.writes().length;
    await bus.sweep();
    expect(events.writes()).toHaveLength(before);
    await change("demo", { archived: false });
    await bob.comment(question, "/answer Opaque tokens.");
    await bus.settled();
    expect(await labelsOf(task)).toEqual(["kind:task", "status:ready"]);
  });

  test("D15 a repository archived while a write is pending gets that write when it is unarchived", async () => {
    const { task, question } = await blockedPair(bus);
    bus.hub.faults.put({ on: "delivery", match: { event: "repository" }, skip: 0, effect: { kind: "drop" } });
    await bus.stopServer();
    await bob.comment(question, "/answer Opaque tokens.");
    await change("demo", { archived: true });
    await bus.startServer();
    expect(await labelsOf(task)).toContain("status:blocked");
    await change("demo", { archived: false });
    bus.hub.faults.clear();
    await bus.sweep();
    expect(await labelsOf(task)).toEqual(["kind:task", "status:ready"]);
  });

  test("D15 a renamed repository is the same one: its work continues under the new name", async () => {
    const { task, question } = await blockedPair(bus);
    await change("demo", { name: "renamed" });
    await bus.settled();
    const there = bus.as("bob", "acme/renamed");
    await there.comment(question, "/answer Opaque tokens.");
    await bus.settled();
    expect((await there.see(task)).labels).toEqual(["kind:task", "status:ready"]);
    const next = await openTask(bus.as("alice", "acme/renamed"), { blockedBy: `acme/renamed#${task}` });
    await bus.settled();
    expect((await there.see(next)).labels).toEqual(["kind:task", "status:blocked"]);
  });
});

describe("the App", () => {
  const select = async (isSelected: boolean): Promise<void> => {
    const { data } = await maria.octokit.rest.repos.get({ owner: "acme", repo: "demo" });
    const path = `/user/installations/${bus.hub.app.installationId}/repositories/${data.id}`;
    const { status } = await bus.testHub.as("maria")(isSelected ? "PUT" : "DELETE", path);
    expect(status).toBe(204);
  };
  const suspended = `/app/installations/0/suspended`;
  const suspend = (method: "PUT" | "DELETE") =>
    bus.testHub.asApp()(method, suspended.replace("0", String(bus.hub.app.installationId)));

  test("I01 a suspended App asks GitHub for nothing, and catches up when it is resumed", async () => {
    const { task, question } = await blockedPair(bus);
    await suspend("PUT");
    await bus.settled();
    const before = events.asked().length;
    await bob.comment(question, "/answer Opaque tokens.");
    const late = await openTask(alice);
    await bus.sweep();
    expect(events.asked()).toHaveLength(before);
    await suspend("DELETE");
    await bus.settled();
    expect(await labelsOf(task)).toEqual(["kind:task", "status:ready"]);
    expect(await labelsOf(late)).toEqual(["kind:task", "status:ready"]);
  });

  test("I02 a repository removed from the installation and added again is not read meanwhile, and nothing known is lost", async () => {
    const { task, question } = await blockedPair(bus);
    await select(false);
    await bus.settled();
    const before = events.asked().length;
    await bob.comment(question, "/answer Opaque tokens.");
    await bus.sweep();
    expect(events.asked()).toHaveLength(before);
    await select(true);
    await bus.settled();
    expect(await labelsOf(task)).toEqual(["kind:task", "status:ready"]);
  });

  test("I02 the open issues of a repository added to the installation are processed at once", async () => {
    await bus.stop();
    const app = { ...demoSeed.app, repositories: ["acme/demo"] };
    bus = await startBus({ hasLabels: false, seed: { ...twoRepositories, app } });
    const there = bus.as("alice", "acme/api");
    const task = await openTask(there);
    await bus.sweep();
    expect((await there.see(task)).labels).toEqual(["kind:task"]);
    const { data } = await bus.as("maria").octokit.rest.repos.get({ owner: "acme", repo: "api" });
    const path = `/user/installations/${bus.hub.app.installationId}/repositories/${data.id}`;
    expect((await bus.testHub.as("maria")("PUT", path)).status).toBe(204);
    await bus.settled();
    expect((await there.see(task)).labels).toEqual(["kind:task", "status:ready"]);
  });

  test("I02 an uninstalled App stops, and keeps what it knows", async () => {
    const { task } = await blockedPair(bus);
    await bus.testHub.asApp()("DELETE", `/app/installations/${bus.hub.app.installationId}`);
    await bus.settled();
    const before = events.asked().length;
    await alice.comment(task, "Anybody there?");
    await bus.sweep();
    expect(events.asked()).toHaveLength(before);
    expect(bus.ledger().filter(({ kind }) => kind === "done")).not.toEqual([]);
  });

  test("I03 an App with read access only says so once, tries no writes, and continues when it may write again", async () => {
    const { permissions } = demoSeed.app;
    bus.hub.setPermissions({ ...permissions, issues: "read" });
    const first = await openTask(alice);
    await bus.settled();
    const before = events.writes().length;
    const second = await openTask(alice);
    await bus.sweep();
    await bus.sweep();
    expect(events.writes()).toHaveLength(before);
    expect(kinds().filter((kind) => kind === "degraded")).toHaveLength(1);
    bus.hub.setPermissions(permissions);
    await bus.settled();
    expect(await labelsOf(first)).toEqual(["kind:task", "status:ready"]);
    expect(await labelsOf(second)).toEqual(["kind:task", "status:ready"]);
  });
});
