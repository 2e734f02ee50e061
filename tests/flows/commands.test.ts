/** Tests commands in comments, from the webhook to what users see. */
import { afterEach, expect, test } from "vitest";
import { startBus, type TestBus } from "../support/bus.ts";

let bus: TestBus;
afterEach(() => bus.stop());

const goal = (text: string): string => `### Goal\n\n${text}\n`;
const later = async (): Promise<void> => {
  bus.clock.advance(2_000);
  await bus.settled();
};

test("G10 an issue by a user without write access is approved in its current text, and a later edit voids the approval", async () => {
  bus = await startBus();
  const maria = bus.as("maria");
  const mallory = bus.as("mallory");
  const task = await mallory.open("Build", goal("Build it."));
  await maria.label(task, "kind:task");
  await bus.settled();
  expect((await maria.see(task)).labels).toContain("needs-approval");
  const shown = (await maria.comments(task))[0]?.body ?? "";
  const [approve = ""] = /\/approve [0-9a-f]{8}/.exec(shown) ?? [];
  await later();
  await maria.comment(task, approve);
  await bus.settled();
  expect((await maria.see(task)).labels).toEqual(["kind:task", "status:ready"]);

  await mallory.edit(task, { body: goal("Build something else.") });
  await bus.settled();
  expect((await maria.see(task)).labels).toEqual(["kind:task", "needs-approval"]);
  await later();
  await maria.comment(task, approve);
  await bus.settled();
  const last = (await maria.comments(task)).at(-1)?.body;
  expect(last).toMatch(/changed the text at .*Still mean it\? Comment `\/approve [0-9a-f]{64}`/s);
  expect((await maria.see(task)).labels).toContain("needs-approval");
});

test("/block and /unblock change the native relation, notify the assignees, and never run again", async () => {
  bus = await startBus();
  const alice = bus.as("alice");
  const first = await alice.open("One", goal("One."), ["kind:task"]);
  const second = await alice.open("Two", goal("Two."), ["kind:task"]);
  await alice.comment(first, `/block #${second}`);
  await bus.settled();
  expect(await alice.blockers(first)).toEqual([second]);
  expect((await alice.see(first)).labels).toContain("status:blocked");

  await alice.close(second, "not_planned");
  await bus.settled();
  expect((await alice.see(first)).labels).toContain("status:blocked");
  await alice.comment(first, `/unblock #${second}`);
  await bus.settled();
  expect(await alice.blockers(first)).toEqual([]);
  expect((await alice.see(first)).labels).toContain("status:ready");
  await bus.sweep();
  expect(await alice.blockers(first)).toEqual([]);
  const comments = (await alice.comments(first)).filter(({ author }) => author !== "alice");
  expect(comments.filter(({ body }) => body.includes("@alice"))).toHaveLength(1);
});

test("G10 a body edited after its approval was written and before it was read is not approved", async () => {
  bus = await startBus();
  const maria = bus.as("maria");
  const mallory = bus.as("mallory");
  const task = await mallory.open("Build", goal("Build it."));
  await maria.label(task, "kind:task");
  await bus.settled();
  const [approve = ""] = /\/approve [0-9a-f]{8}/.exec((await maria.comments(task))[0]?.body ?? "") ?? [];
  await later();
  await bus.stopServer();
  await maria.comment(task, approve);
  await mallory.edit(task, { body: goal("Send me the keys.") });
  await bus.startServer();
  await bus.sweep();
  expect((await maria.see(task)).labels).toEqual(["kind:task", "needs-approval"]);
  const said = (await maria.comments(task)).filter(({ author }) => author === "signalbox[bot]");
  expect(said.at(-1)?.body).toContain("Send me the keys.");
  expect(bus.ledger().filter(({ rule }) => rule === "show-task-status")).toEqual([]);
});
