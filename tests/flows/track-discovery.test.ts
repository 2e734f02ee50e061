/**
 * Tests a discovery for a track: whom it reaches, at once, and what its author is told if it reaches no one.
 */
import { afterEach, expect, test } from "vitest";
import type { Actor } from "../support/actor.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";

let bus: TestBus;
afterEach(() => bus.stop());

const onTrack = (track: string) => form({ Goal: "Build it.", Track: track });
const about = (whom: string, action = "fix") =>
  form({ "Found by": "bob", "Relevant to": whom, Finding: "Tokens never end.", "Action needed": action });

async function said(who: Actor, issue: number): Promise<string> {
  return (await who.comments(issue)).map(({ body }) => body).join("\n");
}

test("N18 a discovery for a track reaches its open tasks before any sweep, and one that moves to another track leaves them", async () => {
  bus = await startBus();
  const alice = bus.as("alice");
  const bob = bus.as("bob");
  const tasks: number[] = [];
  for (const title of ["A", "B", "C"]) tasks.push(await alice.open(title, onTrack("web"), ["kind:task"]));
  const other = await alice.open("D", onTrack("api"), ["kind:task"]);
  await bus.settled();
  const found = await bob.open("Discovery: Tokens", about("web"), ["kind:discovery"]);
  await bus.settled();
  for (const task of tasks) expect(await said(alice, task)).toContain(`#${found}`);
  const listed = tasks.map((task) => `#${task}`);
  expect(await said(bob, found)).toContain(`${listed[0]}, ${listed[1]} and ${listed[2]}`);
  expect(await said(alice, other)).toBe("");

  await bob.edit(found, { body: about("api") });
  await bus.settled();
  expect(await said(alice, other)).toContain(`#${found}`);
  for (const task of tasks) expect(await said(alice, task)).not.toContain("Worth knowing");
});

test("N18 the author of a discovery for everyone, or for a person, is told that no task has such a track", async () => {
  bus = await startBus();
  const alice = bus.as("alice");
  const bob = bus.as("bob");
  const task = await alice.open("A", onTrack("web"), ["kind:task"]);
  await bus.settled();
  for (const whom of ["*", "maria", "@maria"]) {
    const found = await bob.open("Discovery: Tokens", about(`${whom}, #${task}`), ["kind:discovery"]);
    await bus.settled();
    expect(await said(bob, found)).toContain("No open task has the track");
    expect(await said(bob, found)).toContain(`\`${whom}\``);
  }
  const heard = await bob.open("Discovery: Tokens", about("web"), ["kind:discovery"]);
  await bus.settled();
  expect(await said(bob, heard)).not.toContain("No open task");
});
