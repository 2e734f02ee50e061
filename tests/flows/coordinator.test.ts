/** Questions that the coordinator answers from the repository's own files, suggests an answer to, or takes to people. */
import { afterEach, expect, test } from "vitest";
import type { HubSeed } from "../../src/hub/seed.ts";
import { openBoard } from "../../src/store/open-board.ts";
import type { Actor } from "../support/actor.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";
import { seedWithStore } from "../support/seeds.ts";

let bus: TestBus;
afterEach(() => bus.stop());

const seedWith = (settings: string): HubSeed => seedWithStore("store", settings);

function ask(
  who: Actor,
  title: string,
  task: number,
  context = "The exporter needs to know.",
): Promise<number> {
  const sections = {
    "Blocking task": `#${task}`,
    Category: "implementation",
    Urgency: "blocking",
    Context: context,
  };
  return who.open(`Q: ${title}`, form(sections), ["kind:question"]);
}

async function ours(
  who: Actor,
  kind: string,
): Promise<readonly { number: number; body: string; state: string }[]> {
  const { data } = await who.octokit.rest.issues.listForRepo({
    ...who.repository,
    ...{ labels: `kind:${kind}`, state: "all", direction: "asc" },
  });
  return data.map(({ number, body, state }) => ({ number, body: body ?? "", state }));
}

const asksTimeZone = "Which time zone do timestamps in the ledger have?";

test("J01 J02 J09 a suggestion with its sources waits for a person, and the same question never reaches one again", async () => {
  bus = await startBus({ seed: seedWith("") });
  const [alice, bob, maria] = [bus.as("alice"), bus.as("bob"), bus.as("maria")];
  const task = await alice.open("Export", "### Goal\n\nExport it.", ["kind:task"]);
  const asked = await ask(alice, asksTimeZone, task);
  await bus.settled();
  const [suggestion, ...others] = await ours(alice, "answer");
  expect(others).toEqual([]);
  expect(suggestion?.body).toContain("UTC with a trailing Z");
  expect(suggestion?.body).toMatch(/`docs\/adr\/0004-write-dates-in-utc\.md@[0-9a-f]{40}#L11-L11`/);
  expect(suggestion?.body).toContain("<details>");
  expect(suggestion?.body).toContain("wait for approval: 0 of 0 suggestions were approved, lower bound 0.00");
  await maria.comment(asked, "/explain");
  await bus.settled();
  const told = (await alice.comments(asked)).at(-1)?.body ?? "";
  expect(told).toContain("passed policy:");
  expect(told).toMatch(/`docs\/adr\/0004-write-dates-in-utc\.md@[0-9a-f]{40}#L\d+-L\d+` .* \(\d\.\d\d\)/);
  expect((await alice.see(asked)).state).toBe("open");
  expect((await alice.see(task)).labels).toContain("status:blocked");
  const number = suggestion?.number ?? 0;
  const [shown] = await alice.comments(number);
  const approval = /\/approve [0-9a-f]{8}/.exec(shown?.body ?? "")?.[0] ?? "";
  expect((await alice.comments(asked))[0]?.body).toContain(`#${number} suggests an answer`);
  const board = openBoard(bus.home);
  const waiting = () => board.board.escalations({ repository: undefined, limit: 9 });
  expect(waiting()).toMatchObject([
    { number, urgency: "blocking", approve: approval, question: expect.stringContaining("UTC") },
  ]);

  bus.clock.advance(2_000);
  await alice.comment(number, approval);
  await bus.settled();
  expect((await alice.comments(number)).at(-1)?.body).toContain("Whoever asks a question does not settle it");
  await maria.comment(number, approval);
  await bus.settled();
  expect(await alice.see(asked)).toMatchObject({ state: "closed", reason: "completed" });
  expect(await alice.see(number)).toMatchObject({ state: "closed", reason: "completed" });
  expect((await alice.comments(number))[0]?.body).toContain(
    `**Approved by \`maria\` and accepted.** What stands above, as its body read then, is the answer to #${asked}`,
  );
  expect((await alice.see(task)).labels).toContain("status:ready");
  expect(waiting()).toEqual([]);
  expect((await alice.comments(asked))[0]?.body).not.toContain("suggests an answer");
  board.close();

  const again = await ask(bob, asksTimeZone, task);
  await bus.settled();
  expect(await bob.see(again)).toMatchObject({ state: "closed", reason: "completed" });
  expect((await ours(bob, "answer"))[1]?.body).toContain(`#${asked} asked the same`);
  expect(await ours(bob, "escalation")).toEqual([]);
  await bus.sweep();
  expect(await ours(bob, "answer")).toHaveLength(2);
});

test("J03 J07 what cannot be answered reaches a person once, and a suggestion stands down for an answer", async () => {
  bus = await startBus({ seed: seedWith("coordinator: {mode: suggest}") });
  const [alice, bob] = [bus.as("alice"), bus.as("bob")];
  const task = await alice.open("Export", "### Goal\n\nExport it.", ["kind:task"]);
  const unknown = await ask(alice, "How are leases of the queue printed on paper?", task);
  const known = await ask(alice, asksTimeZone, task);
  await bus.settled();
  const [raised, ...more] = await ours(alice, "escalation");
  expect(more).toEqual([]);
  expect(raised?.body).toContain(`#${unknown}`);
  expect(raised?.body).toMatch(/`docs\/\S+@[0-9a-f]{40}#L\d+-L\d+` says:/);
  expect((await alice.see(unknown)).labels).toContain("escalated");
  const [suggestion] = await ours(alice, "answer");

  await bob.comment(known, "/answer Local time.");
  await bob.comment(raised?.number ?? 0, "/decide 1 because it is close enough");
  await bus.settled();
  expect((await alice.comments(known))[0]?.body).toContain("Local time.");
  expect(await alice.see(suggestion?.number ?? 0)).toMatchObject({ state: "closed", reason: "not_planned" });
  expect(await alice.see(unknown)).toMatchObject({ state: "closed", reason: "completed" });
  await bus.sweep();
  expect(await ours(alice, "escalation")).toHaveLength(1);
});
