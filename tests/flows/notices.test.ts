/**
 * Tests who is notified of an unblocked task and of a discovery: those who have something to do, not those
 * who planned the work.
 */
import { afterEach, expect, test } from "vitest";
import type { Actor } from "../support/actor.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";
import { botLogin } from "../support/freeing.ts";

let bus: TestBus;
afterEach(() => bus.stop());

async function ours(who: Actor, issue: number): Promise<readonly string[]> {
  return (await who.comments(issue)).filter(({ author }) => author === botLogin).map(({ body }) => body);
}

const taskOf = (sections: Readonly<Record<string, string>> = {}) => form({ Goal: "Build it.", ...sections });

test("N16 a planner who opens a chain of tasks is notified of none, and each assignee of their own only", async () => {
  bus = await startBus();
  const maria = bus.as("maria");
  const alice = bus.as("alice");
  const first = await maria.open("First", taskOf(), ["kind:task"], []);
  const free = await maria.open("Free", taskOf({ "Blocked by": `#${first}` }), ["kind:task"], []);
  const taken = await maria.open("Taken", taskOf({ "Blocked by": `#${first}` }), ["kind:task"], []);
  await maria.assign(taken, ["alice"]);
  await bus.settled();
  await maria.close(first);
  await bus.settled();
  expect((await maria.see(free)).labels).toContain("status:ready");
  expect(await ours(maria, free)).toEqual([]);
  const [notice = "", ...more] = await ours(maria, taken);
  expect(notice).toMatch(/^@alice\b/);
  expect(notice).not.toContain("@maria");
  expect(more).toEqual([]);

  // The user who takes the other task reads its brief.
  await alice.assign(free, ["alice"]);
  await bus.settled();
  await bus.sweep();
  expect(await ours(maria, free)).toEqual([]);
});

test("N16 a task without assignees notifies the author of the blocking question, not the task's", async () => {
  bus = await startBus();
  const maria = bus.as("maria");
  const alice = bus.as("alice");
  const bob = bus.as("bob");
  const planned = await maria.open("Planned", taskOf(), ["kind:task"], []);
  const sections = { Category: "tooling", Urgency: "blocking", Context: "Both would do." };
  const asked = await alice.open("Q: Which?", form({ "Blocking task": `#${planned}`, ...sections }), [
    "kind:question",
  ]);
  await bus.settled();
  await bob.comment(asked, "/answer The first.");
  await bus.settled();
  const [notice = "", ...more] = await ours(maria, planned);
  expect(notice).toMatch(/^@alice\b/);
  expect(notice).toContain("The first.");
  expect(notice).not.toContain("@maria");
  expect(more).toEqual([]);
});

test("N16 a discovery for a track of five tasks is announced in the assigned one, and is in the briefs of all", async () => {
  bus = await startBus();
  const maria = bus.as("maria");
  const bob = bus.as("bob");
  const tasks: number[] = [];
  for (const title of ["A", "B", "C", "D", "E"])
    tasks.push(await maria.open(title, taskOf({ Track: "web" }), ["kind:task"], []));
  const [taken = 0, free = 0] = tasks;
  await maria.assign(taken, ["alice"]);
  await bus.settled();
  const body = { "Found by": "bob", "Relevant to": "web", Finding: "The footer lacks the licence." };
  const found = await bob.open("Discovery: Licence", form({ ...body, "Action needed": "fix" }), [
    "kind:discovery",
  ]);
  await bus.settled();
  await bus.sweep();
  expect((await ours(maria, taken)).filter((text) => /^@alice\b/.test(text))).toHaveLength(1);
  for (const task of tasks.slice(1)) expect(await ours(maria, task)).toEqual([]);

  await bob.assign(free, ["bob"]);
  await maria.assign(tasks[2] ?? 0, ["alice"]);
  await bus.settled();
  const later = await ours(maria, tasks[2] ?? 0);
  expect(later.join("\n")).not.toMatch(/@alice\b/);
  expect(later.join("\n")).toContain(`#${found}`);
});
