/**
 * Tests that a refused command stays refused, whatever role its author gets later and however the index is
 * rebuilt.
 */
import { afterEach, expect, test } from "vitest";
import type { Actor } from "../support/actor.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { blockedPair, type Pair } from "../support/freeing.ts";
import { hurry } from "../support/hurry.ts";
import { loseIndex } from "../support/store-of-flows.ts";

let bus: TestBus;
afterEach(() => bus.stop());

async function giveWriteAccess(login: string): Promise<void> {
  const path = `/repos/acme/demo/collaborators/${login}`;
  expect((await bus.testHub.as("maria")("PUT", path, { permission: "push" })).status).toBe(204);
  bus.clock.advance(2 * 60_000);
}

async function rebuildFromNothing(): Promise<void> {
  await bus.stopServer();
  await loseIndex(bus.home);
  await bus.startServer();
}

async function expectBlocked(alice: Actor, { task, question }: Pair): Promise<void> {
  await hurry(bus);
  await bus.sweep();
  const { state, labels } = await alice.see(question);
  expect(state).toBe("open");
  expect(labels).toContain("urgency:blocking");
  expect(labels).not.toContain("answered");
  expect((await alice.see(task)).labels).toEqual(["kind:task", "status:blocked"]);
  expect(await alice.blockers(task)).toEqual([question]);
}

test("N06 G02 commands refused without write access stay refused once their author gets it, after a rebuild, too, until they are repeated", async () => {
  bus = await startBus();
  const alice = bus.as("alice");
  const mallory = bus.as("mallory");
  const pair = await blockedPair(bus);
  await mallory.comment(pair.question, "/answer Mine.");
  await mallory.comment(pair.question, "/urgency nice-to-have");
  await mallory.comment(pair.task, `/unblock #${pair.question}`);
  await expectBlocked(alice, pair);
  await giveWriteAccess("mallory");
  await expectBlocked(alice, pair);
  await rebuildFromNothing();
  await expectBlocked(alice, pair);
  await alice.comment(pair.question, "Anything new wakes us.");
  await expectBlocked(alice, pair);

  await mallory.comment(pair.question, "/answer Mine, said again.");
  await hurry(bus);
  expect(await alice.see(pair.question)).toMatchObject({ state: "closed", reason: "completed" });
  const bodies = (await alice.comments(pair.question)).map(({ body }) => body);
  expect(bodies).toContainEqual(expect.stringContaining("> Mine, said again."));
});

test("N06 a flood of commands by a user without write access is refused once each, and none of them runs later", {
  // Many comments and as many reactions, one after the other.
  timeout: 240_000,
}, async () => {
  bus = await startBus();
  const alice = bus.as("alice");
  const mallory = bus.as("mallory");
  const pair = await blockedPair(bus);
  await bus.stopServer();
  // More than a page of comments, and fewer than the reads that a stranger may cause in an hour: what is put off for that is
  // another test's.
  for (let n = 0; n < 140; n++) await mallory.comment(pair.question, `/answer Mine ${n}.`);
  await bus.startServer();
  await expectBlocked(alice, pair);
  let written = 0;
  bus.hub.observe((seen) => {
    if (seen.kind === "response" && JSON.stringify(seen.body ?? "").includes("addReaction")) written += 1;
  });
  await bus.sweep();
  expect(written).toBe(0);
  await giveWriteAccess("mallory");
  await expectBlocked(alice, pair);
});
