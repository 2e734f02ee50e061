/** Replies by mail, as GitHub delivers them: what the author refused above a quote is not decided. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";
import { loseIndex } from "../support/store-of-flows.ts";

let bus: TestBus;
beforeEach(async () => {
  bus = await startBus();
});
afterEach(() => bus.stop());

const quote =
  "From: alice <notifications@github.com>\nSent: Friday, November 27, 2026 10:12 AM\nSubject: Re: Redis?\n\n/decide 1 because it is cheaper";

async function escalate(): Promise<number> {
  const alice = bus.as("alice");
  const task = await alice.open("Store sessions", form({ Goal: "Store them." }), ["kind:task"]);
  const raised = await alice.open(
    "Escalation: Redis?",
    form({
      Regarding: `#${task}`,
      Urgency: "important",
      Context: "Two tasks wait.",
      Question: "May we depend on Redis?",
      Options: "1. Take Redis.\n2. Stay with SQLite.",
      "Impact of delay": "Both tasks stop.",
    }),
    ["kind:escalation"],
  );
  await bus.settled();
  return raised;
}

async function mails(issue: number, body: string): Promise<void> {
  await bus.testHub.as("maria")("POST", `/_hub/repos/acme/demo/issues/${issue}/mail`, { body });
  await bus.settled();
}

/** The App's replies about commands that were not read, without their markers. */
const lines = async (issue: number): Promise<readonly string[]> =>
  (await bus.as("maria").comments(issue))
    .filter(({ author, body }) => author.endsWith("[bot]") && body.startsWith("**Nothing is decided yet:**"))
    .map(({ body }) => body.replace(/\s*<!--[\s\S]*$/, ""));

test("a mail that refuses above a quoted command settles nothing, and its author is told how to decide, once", async () => {
  const raised = await escalate();
  await mails(raised, `No, not yet. Let us talk tomorrow.\n\n${quote}`);
  const told = [
    "**Nothing is decided yet:** `/decide` stands below what may be a quoted mail. Comment `/decide 1` (Take Redis.) or `/decide 2` (Stay with SQLite.) on GitHub, or `/answer <your decision>`.",
  ];
  expect(await lines(raised)).toEqual(told);
  expect(await bus.as("maria").see(raised)).toMatchObject({ state: "open" });
  await bus.stopServer();
  await loseIndex(bus.home);
  await bus.startServer();
  await bus.settled();
  expect(await lines(raised)).toEqual(told);
  expect(await bus.as("maria").see(raised)).toMatchObject({ state: "open" });
  await mails(raised, `/decide 2 because clients need it\n\n-- \nMaria\n\n${quote}`);
  expect(await bus.as("maria").see(raised)).toMatchObject({ state: "closed", reason: "completed" });
  const all = (await bus.as("maria").comments(raised)).map(({ body }) => body).join("\n");
  expect(all).toContain("Stay with SQLite.");
  expect(all).toContain("clients need it");
});

test("the same words on the web settle nothing either, and a command below a marked quote does", async () => {
  const raised = await escalate();
  await bus.as("maria").comment(raised, `No, not yet. Let us talk tomorrow.\n\n${quote}`);
  await bus.settled();
  expect(await lines(raised)).toHaveLength(1);
  expect(await bus.as("maria").see(raised)).toMatchObject({ state: "open" });
  const marked =
    "On Nov 27, 2026, at 10:12, alice <notifications@github.com> wrote:\n\n> /decide 1 because it is cheaper";
  await bus.as("maria").comment(raised, `${marked}\n\n/decide 2 because clients need it`);
  await bus.settled();
  expect(await bus.as("maria").see(raised)).toMatchObject({ state: "closed", reason: "completed" });
});
