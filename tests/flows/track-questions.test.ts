/** Tests questions about a track's state, which are answered from the index at the time of each question. */
import { afterEach, expect, test } from "vitest";
import type { Actor } from "../support/actor.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";
import { seedWithStore } from "../support/seeds.ts";

let bus: TestBus;
afterEach(() => bus.stop());

const asksStatus = "What is the status of track login?";

async function ask(who: Actor, title: string, task: number): Promise<number> {
  const sections = { "Blocking task": `#${task}`, Category: "implementation", Urgency: "important" };
  const body = form({ ...sections, Context: "I plan what comes next." });
  const asked = await who.open(`Q: ${title}`, body, ["kind:question"]);
  await bus.settled();
  return asked;
}

async function opened(who: Actor, kind: string): Promise<readonly string[]> {
  const { data } = await who.octokit.rest.issues.listForRepo({
    ...who.repository,
    labels: `kind:${kind}`,
    state: "all",
    direction: "asc",
  });
  return data.map(({ body }) => body ?? "");
}

const decided = async (who: Actor, issue: number): Promise<string> =>
  (await who.comments(issue)).map(({ body }) => body).join("\n");

test("N19 a question about a track is answered with the track's state, and asked again with its state by then", async () => {
  bus = await startBus({ seed: seedWithStore("store", "coordinator: {mode: auto}") });
  const alice = bus.as("alice");
  const bob = bus.as("bob");
  const onTrack = form({ Goal: "Show a form.", Track: "login" });
  const first = await alice.open("Login form", onTrack, ["kind:task"]);
  const other = await alice.open("Login mail", onTrack, ["kind:task"]);
  const planning = await alice.open("Plan", form({ Goal: "Plan it." }), ["kind:task"]);
  await bus.settled();

  const asked = await ask(alice, asksStatus, planning);
  expect(await alice.see(asked)).toMatchObject({ state: "closed", reason: "completed" });
  expect(await decided(alice, asked)).toContain("0 of 2 tasks are done or dropped");
  expect(await decided(alice, asked)).toContain("Login form: ready");

  await alice.close(first);
  await bus.settled();
  const again = await ask(bob, asksStatus, planning);
  expect(await bob.see(again)).toMatchObject({ state: "closed", reason: "completed" });
  expect(await decided(bob, again)).toContain("1 of 2 tasks are done or dropped");
  expect(await decided(bob, again)).not.toContain("Login form");

  await alice.close(other, "not_planned");
  await bus.settled();
  // The same words by the same account within seconds are one message.
  bus.clock.advance(60_000);
  await ask(bob, asksStatus, planning);
  expect((await opened(bob, "answer")).at(-1)).toContain("2 of 2 tasks are done or dropped");
  expect(await opened(bob, "escalation")).toEqual([]);
});

test("N19 a question that asks leave for a step is not answered from the track's state", async () => {
  bus = await startBus({ seed: seedWithStore("store", "coordinator: {mode: auto}") });
  const alice = bus.as("alice");
  const task = await alice.open("Login form", form({ Goal: "Show a form.", Track: "login" }), ["kind:task"]);
  await bus.settled();
  const asked = await ask(alice, "May I delete the records of all remaining tasks of track login?", task);
  expect((await opened(alice, "answer")).join("\n")).not.toContain("tasks are done or dropped");
  expect(await alice.see(asked)).toMatchObject({ state: "open" });
});
