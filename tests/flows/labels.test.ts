/**
 * Tests what people do to labels: the App's own are restored, people's are left alone, and a rename is
 * followed.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "../support/actor.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { blockedPair, openTask } from "../support/freeing.ts";

let bus: TestBus;
let alice: Actor;
let bob: Actor;
let maria: Actor;
beforeAll(async () => {
  bus = await startBus({ hasLabels: false });
  [alice, bob, maria] = [bus.as("alice"), bus.as("bob"), bus.as("maria")];
});
afterAll(() => bus.stop());

const labelsOf = async (issue: number): Promise<readonly string[]> => (await alice.see(issue)).labels;
const called = (name: string) => ({ ...maria.repository, name });

describe("labels that a person changes", () => {
  test("D13 one of the App's labels removed from an issue comes back, and a person's stays away", async () => {
    const task = await openTask(alice);
    await alice.label(task, "bug");
    await bus.settled();
    await bob.unlabel(task, "status:ready");
    await bob.unlabel(task, "bug");
    await bob.unlabel(task, "kind:task");
    await bus.settled();
    expect(await labelsOf(task)).toEqual(["kind:task", "status:ready"]);
  });

  test("D13 labels deleted from the repository are recreated and no task is lost", async () => {
    const body = "### Goal\n\nPeople can sign in.";
    const task = await alice.open("Sign in", body, ["kind:task"]);
    await bus.settled();
    await maria.octokit.rest.issues.deleteLabel(called("kind:task"));
    await maria.octokit.rest.issues.deleteLabel(called("status:ready"));
    await bus.settled();
    expect(await labelsOf(task)).toEqual(["kind:task", "status:ready"]);
  });

  test("D13 a label deleted and recreated by a person under the same name becomes ours, and no other is created", async () => {
    const { task, question } = await blockedPair(bus);
    await maria.octokit.rest.issues.deleteLabel(called("status:ready"));
    await maria.octokit.rest.issues.createLabel({ ...called("status:ready"), color: "00ff00" });
    await bus.settled();
    await bob.comment(question, "/answer Opaque tokens.");
    await bus.settled();
    expect(await labelsOf(task)).toEqual(["kind:task", "status:ready"]);
    const { data } = await maria.octokit.rest.issues.getLabel(called("status:ready"));
    expect(data.color).toBe("00ff00");
  });

  test("D13 a renamed label is followed by its id, also after a restart", async () => {
    const { task, question } = await blockedPair(bus);
    await maria.octokit.rest.issues.updateLabel({ ...called("status:blocked"), new_name: "waiting" });
    await bus.settled();
    expect(await labelsOf(task)).toEqual(["kind:task", "waiting"]);
    await bus.stopServer();
    await bus.startServer();
    expect(await labelsOf(task)).toEqual(["kind:task", "waiting"]);
    await bob.comment(question, "/answer Opaque tokens.");
    await bus.settled();
    expect(await labelsOf(task)).toEqual(["kind:task", "status:ready"]);
    const all = await maria.octokit.paginate(maria.octokit.rest.issues.listLabelsForRepo, maria.repository);
    expect(all.map(({ name }) => name)).not.toContain("status:blocked");
  });
});
