/** Plays a story in a repository whose node ids have GitHub's older format, as those made before 2021. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../support/actor.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { botLogin, openQuestion, openTask } from "../support/freeing.ts";

let bus: TestBus;
let alice: Actor;
let bob: Actor;
beforeAll(async () => {
  bus = await startBus({ hasOlderIds: true });
  [alice, bob] = [bus.as("alice"), bus.as("bob")];
});
afterAll(() => bus.stop());

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
