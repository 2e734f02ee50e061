/** A discovery, from one agent's issue to another agent's task. */
import { afterEach, expect, test } from "vitest";
import { startBus, type TestBus } from "../support/bus.ts";

let bus: TestBus;
afterEach(() => bus.stop());

test("S3.41 a discovery for a track is told once in each of its tasks, and gone when it is closed", async () => {
  bus = await startBus();
  const [alice, bob] = [bus.as("alice"), bus.as("bob")];
  const body = "### Goal\n\nServe sessions.\n\n### Track\n\nbackend\n";
  const mine = await alice.open("Serve sessions", body, ["kind:task"]);
  await bus.settled();
  const sections = {
    "Found by": "bob",
    "Relevant to": "backend",
    Finding: "Tokens never end.",
    "Action needed": "fix",
  };
  const text = Object.entries(sections)
    .map(([label, value]) => `### ${label}\n\n${value}\n`)
    .join("\n");
  const found = await bob.open("Discovery: Tokens", text, ["kind:discovery"]);
  await bus.settled();
  await bus.sweep();

  const [told, status, ...more] = (await alice.comments(mine)).map((comment) => comment.body);
  expect(told).toContain(
    `@alice, somebody found something that concerns this task and asks you to fix: #${found}`,
  );
  expect(told).toContain("> Tokens never end.");
  expect(status).toContain(`**Worth knowing:**\n\n- #${found} Discovery: Tokens (action needed: fix)`);
  expect(more).toEqual([]);
  expect((await bob.comments(found))[0]?.body).toContain(`**Told.** It is shown in #${mine}`);

  await bob.close(found);
  await bus.settled();
  const after = (await alice.comments(mine)).map((comment) => comment.body);
  expect(after).toHaveLength(2);
  expect(after[1]).not.toContain("Worth knowing");
});
