/** Plays a story in a repository whose node ids have GitHub's older format, as those made before 2021. */
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Actor } from "../support/actor.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { botLogin, openQuestion, openTask, questionText } from "../support/freeing.ts";

let bus: TestBus;
let alice: Actor;
let bob: Actor;
beforeEach(async () => {
  bus = await startBus({ hasOlderIds: true });
  [alice, bob] = [bus.as("alice"), bus.as("bob")];
});
afterEach(() => bus.stop());

test("a question blocks its task, and its answer unblocks the task", async () => {
  const task = await openTask(alice);
  const question = await openQuestion(alice, task);
  await bus.settled();
  expect((await alice.see(task)).labels).toEqual(["kind:task", "status:blocked"]);
  await bob.comment(question, "/answer Opaque tokens.");
  await bus.settled();
  expect((await alice.see(task)).labels).toEqual(["kind:task", "status:ready"]);
  const said = (await alice.comments(task)).filter(({ author }) => author === botLogin);
  expect(said.map(({ body }) => body).join("\n")).toContain("@alice, this task is ready");
});

test("a host that changes its ids while we run breaks no wait, and nothing is said twice", async () => {
  const task = await openTask(alice);
  const question = await openQuestion(alice, task);
  await bus.settled();
  expect((await alice.see(task)).labels).toEqual(["kind:task", "status:blocked"]);
  bus.hub.setOlderIds(false);
  await bob.comment(question, "/answer Opaque tokens.");
  await bus.settled();
  expect((await alice.see(task)).labels).toEqual(["kind:task", "status:ready"]);
  expect((await alice.see(question)).state).toBe("closed");
  const about = questionText(task, "Minutes or days?");
  const next = await alice.open("Q: How long may a session last?", about, ["kind:question"]);
  await bus.settled();
  expect((await alice.see(task)).labels).toEqual(["kind:task", "status:blocked"]);
  await bob.comment(next, "/answer Thirty minutes.");
  await bus.settled();
  const said = (await alice.comments(task)).filter(({ author }) => author === botLogin);
  expect(said).toHaveLength(2);
  // The repository counts as new under its other id; what was said before is known by its marker.
  await bus.sweep();
  expect((await alice.comments(task)).filter(({ author }) => author === botLogin)).toHaveLength(2);
  expect(bus.ledger().filter(({ kind }) => kind === "forged-marker")).toEqual([]);
  for (const asked of [question, next])
    expect((await alice.comments(asked)).filter(({ author }) => author === botLogin)).toHaveLength(1);
});
