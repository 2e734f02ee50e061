/** Tests a discovery, from one agent's issue to another agent's task. */
import { afterEach, expect, test } from "vitest";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";

let bus: TestBus;
afterEach(() => bus.stop());

const taskOfTrack = "### Goal\n\nServe sessions.\n\n### Track\n\nbackend\n";

const discoveryBody = (action: string): string =>
  form({
    "Found by": "bob",
    "Relevant to": "backend",
    Finding: "Tokens never end.",
    "Action needed": action,
  });

test("S3.12 S3.41 S3.42 a discovery for a track is announced once in each of its tasks, and removed when it is closed", async () => {
  bus = await startBus();
  const alice = bus.as("alice");
  const bob = bus.as("bob");
  const mine = await alice.open("Serve sessions", taskOfTrack, ["kind:task"]);
  await bus.settled();
  const found = await bob.open("Discovery: Tokens", discoveryBody("fix"), ["kind:discovery"]);
  await bus.settled();
  await bus.sweep();

  const [told, status, ...more] = (await alice.comments(mine)).map((comment) => comment.body);
  expect(told).toContain(`@alice, \`bob\` found something to **fix** in this task: #${found}`);
  expect(told).toContain("> Tokens never end.");
  expect(status).toContain(`**Worth knowing:**\n\n- #${found} Tokens (action needed: fix)`);
  expect(more).toEqual([]);
  expect((await bob.comments(found))[0]?.body).toContain(`**Shown in** #${mine}`);

  await bob.close(found);
  await bus.settled();
  const after = (await alice.comments(mine)).map((comment) => comment.body);
  expect(after).toHaveLength(2);
  expect(after[1]).not.toContain("Worth knowing");
});

test("S3.41 a discovery without a requested action is closed with the last task that showed it, and stays open if reopened", async () => {
  bus = await startBus();
  const alice = bus.as("alice");
  const bob = bus.as("bob");
  const found = await bob.open("Discovery: Tokens", discoveryBody("none"), ["kind:discovery"]);
  const mine = await alice.open("Serve sessions", taskOfTrack, ["kind:task"]);
  await bus.settled();
  expect(await bob.see(found)).toMatchObject({ state: "open" });
  await alice.close(mine);
  await bus.settled();
  expect(await bob.see(found)).toMatchObject({ state: "closed", reason: "completed" });
  const saidOnce = async () => (await bob.comments(found)).map(({ body }) => body);
  expect(await saidOnce()).toEqual([
    expect.stringContaining("**Closed,** because every task that showed it is closed."),
  ]);
  await bob.reopen(found);
  await bus.settled();
  await bus.sweep();
  expect(await bob.see(found)).toMatchObject({ state: "open" });
  expect(await saidOnce()).toHaveLength(1);
});
