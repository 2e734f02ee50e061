/** Tests an unfinished handover with an index rebuilt from GitHub. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { readContact } from "../../src/server/maintenance/data-folder.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";

let bus: TestBus;
beforeAll(async () => {
  bus = await startBus();
});
afterAll(() => bus.stop());

async function rebuilt() {
  const contact = readContact(bus.home);
  const headers = { authorization: `Bearer ${contact?.token}` };
  const answer = await fetch(`${contact?.url}/control/rebuild`, { method: "POST", headers });
  await bus.settled();
  return Object(await answer.json()).differences;
}

test("N25 a rebuild after a partial handover with blockers finds what the index has, and so does the next one", async () => {
  const alice = bus.as("alice");
  const task = await alice.open("Log in", "### Goal\n\nPeople log in.\n", ["kind:task"]);
  const blocker = await alice.open("Store tokens", "### Goal\n\nTokens are stored.\n", ["kind:task"]);
  await bus.settled();
  const handover = await alice.open(
    "Handover: half of it",
    form({
      Completes: `#${task}`,
      Status: "partial",
      Changes: "None",
      Verified: "None",
      Blockers: `#${blocker}`,
      Context: "Tokens have to be stored first.",
      "Next steps": "1. Log in.",
    }),
    ["kind:handover"],
  );
  await bus.settled();
  expect(await alice.see(handover)).toMatchObject({ state: "closed" });
  expect(await alice.blockers(task)).toEqual([blocker]);
  expect(await rebuilt()).toEqual([]);
  expect(await rebuilt()).toEqual([]);
  await alice.close(blocker);
  await bus.settled();
  expect(await rebuilt()).toEqual([]);
  expect((await alice.see(task)).labels).toContain("status:ready");
  expect(await rebuilt()).toEqual([]);
});
