/** Dependencies show the state of both ends, and GitHub reports a change of one of them only. */
import { afterEach, expect, test } from "vitest";
import { readContact } from "../../src/server/maintenance/data-folder.ts";
import type { Actor } from "../support/actor.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { blockedPair } from "../support/freeing.ts";

let bus: TestBus;
afterEach(() => bus.stop());

async function rebuild(): Promise<unknown> {
  const contact = readContact(bus.home);
  const headers = { authorization: `Bearer ${contact?.token}` };
  return (await fetch(`${contact?.url}/control/rebuild`, { method: "POST", headers })).json();
}

const openTask = (actor: Actor, title: string): Promise<number> =>
  actor.open(title, "### Goal\n\nPeople can sign in.", ["kind:task"], []);

test.each(["closed", "closed and opened again"])(
  "a task shows what waits for it, once that is %s",
  async (how) => {
    bus = await startBus();
    const alice = bus.as("alice");
    const blocker = await openTask(alice, "One");
    const waiting = await openTask(alice, "Two");
    await bus.settled();
    await alice.block(waiting, blocker);
    await bus.settled();
    await alice.close(waiting);
    await bus.settled();
    if (how !== "closed") {
      await alice.reopen(waiting);
      await bus.settled();
    }
    expect(await rebuild()).toMatchObject({ differences: [] });
  },
);

test("a closed task shows what it waited for, once that is answered", async () => {
  bus = await startBus();
  const { task, question } = await blockedPair(bus);
  await bus.as("alice").close(task);
  await bus.settled();
  await bus.as("bob").comment(question, "/answer Opaque tokens.");
  await bus.settled();
  expect((await bus.as("alice").see(question)).state).toBe("closed");
  expect(await rebuild()).toMatchObject({ differences: [] });
});
