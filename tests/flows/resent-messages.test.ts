/** Tests an agent that is not sure whether its message arrived and sends it again. */
import { afterEach, expect, test } from "vitest";
import { writeEnvelope } from "../../src/protocol/envelope/envelope.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { ledgerOf, openTask, questionText } from "../support/freeing.ts";
import { loseIndex } from "../support/store-of-flows.ts";

let bus: TestBus;
afterEach(() => bus.stop());

test("N11 a question that its author sends again blocks nothing and is closed as a duplicate, after a rebuild, too", async () => {
  bus = await startBus();
  const alice = bus.as("alice");
  const bob = bus.as("bob");
  const tasks = [await openTask(alice), await openTask(alice)];
  await bus.settled();
  const envelope = writeEnvelope({ v: "1.0", id: "01JZ0000000000000000000000", from: "bob" });
  const send = (task = 0) =>
    bob.open("Q: Which token?", `${questionText(task)}\n\n${envelope}`, ["kind:question"]);
  const first = await send(tasks[0]);
  await bus.settled();
  await bus.sweep();
  const second = await send(tasks[1]);
  await bus.settled();
  expect(await alice.see(first)).toMatchObject({ state: "open" });
  expect(await alice.blockers(tasks[0] ?? 0)).toEqual([first]);
  expect(await alice.see(second)).toMatchObject({ state: "closed", reason: "duplicate" });
  expect(await alice.blockers(tasks[1] ?? 0)).toEqual([]);
  expect((await alice.see(tasks[1] ?? 0)).labels).toEqual(["kind:task", "status:ready"]);
  expect(await alice.comments(second)).toEqual([]);
  expect(await ledgerOf(bus, second)).toContainEqual(
    expect.objectContaining({ because: expect.stringContaining(`the same message as #${first}`) }),
  );

  await bus.stopServer();
  await loseIndex(bus.home);
  const third = await send(tasks[1]);
  await bus.startServer();
  expect(await alice.see(third)).toMatchObject({ state: "closed", reason: "duplicate" });
  expect(await alice.blockers(tasks[1] ?? 0)).toEqual([]);
});
