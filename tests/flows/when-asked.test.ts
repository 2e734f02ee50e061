/**
 * Tests when a question is escalated to people: at once only if no one else can answer it, else after others
 * had time.
 */
import { afterEach, expect, test } from "vitest";
import { demoSeed } from "../../src/hub/seed.ts";
import type { Actor } from "../support/actor.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";

let bus: TestBus;
afterEach(() => bus.stop());

const minute = 60_000;
const plotter = "Which pens does the plotter of the archive hold?";
const page = "# Architecture\n\nDeliveries are kept in SQLite.\n";
const [demo] = demoSeed.repositories;
const seed = {
  ...demoSeed,
  repositories: demo === undefined ? [] : [{ ...demo, files: { "context/architecture.md": page } }],
};

const helpers =
  "policy:\n  - {name: people, who: [people]}\n  - {name: helpers, who: [agents], categories: [tooling, clarification]}\n";

async function start(agents: readonly string[], more = ""): Promise<void> {
  bus = await startBus({ seed });
  const maria = bus.as("maria");
  const ids = await Promise.all(
    agents.map(async (username) => (await maria.octokit.rest.users.getByUsername({ username })).data.node_id),
  );
  await maria.octokit.rest.repos.createOrUpdateFileContents({
    ...maria.repository,
    path: ".github/signalbox.yml",
    message: "Name the agents",
    content: Buffer.from(`trust:\n  agents: [${ids.join(", ")}]\n${more}`).toString("base64"),
  });
  await bus.settled();
}

/** Resolves once everything is processed. */
async function ask(
  who: Actor,
  sections: Readonly<Record<string, string>>,
  title = "How wide is a column of the printed report?",
): Promise<number> {
  const task = await who.open("Print", form({ Goal: "Print it." }), ["kind:task"]);
  const asked = await who.open(
    `Q: ${title}`,
    form({
      "Blocking task": `#${task}`,
      Category: "implementation",
      Urgency: "blocking",
      Context: "The printer needs to know.",
      ...sections,
    }),
    ["kind:question"],
  );
  await bus.settled();
  return asked;
}

/** Titles and urgencies of open escalations. */
async function asked(who: Actor): Promise<readonly (string | undefined)[]> {
  const { data } = await who.octokit.rest.issues.listForRepo({
    ...who.repository,
    labels: "kind:escalation",
    state: "all",
  });
  return data.map(({ body }) => /### Urgency\s+(\S+)/.exec(body ?? "")?.[1]);
}

/** While no server runs, because its tokens last an hour by the machine's clock. */
async function passed(ms: number): Promise<void> {
  await bus.stopServer();
  bus.clock.advance(ms);
  await bus.startServer();
}

test.each([
  ["blocking", "blocking", 10 * minute],
  ["important", "important", 60 * minute],
  ["nice-to-have", "advisory", 24 * 60 * minute],
])(
  "N15 people are not asked about a question that is %s while an agent who is listed has time for it",
  async (urgency, asksAs, afterMs) => {
    await start(["alice", "bob"]);
    const alice = bus.as("alice");
    await ask(alice, { Urgency: urgency });
    expect(await asked(alice)).toEqual([]);
    await passed(afterMs - minute);
    expect(await asked(alice)).toEqual([]);
    await passed(2 * minute);
    expect(await asked(alice)).toEqual([asksAs]);
    await passed(24 * 60 * minute);
    expect(await asked(alice)).toEqual([asksAs]);
  },
);

test("N15 people are asked at once if no agent but the asker is listed, unless the question is nice-to-have", async () => {
  await start(["alice"]);
  const alice = bus.as("alice");
  await ask(alice, { Urgency: "nice-to-have" });
  expect(await asked(alice)).toEqual([]);
  await ask(alice, { Urgency: "important" }, plotter);
  expect(await asked(alice)).toEqual(["important"]);
});

test("N15 people are asked at once what the policy reserves for them, and not what a row leaves to agents", async () => {
  await start(["alice", "bob"], helpers);
  const alice = bus.as("alice");
  const reserved = { Urgency: "nice-to-have", "Decision class": "Breaking API change" };
  await ask(alice, { ...reserved, Category: "tooling" });
  expect(await asked(alice)).toEqual([]);
  await ask(alice, reserved, plotter);
  expect(await asked(alice)).toEqual(["advisory"]);
});

test("N15 after an answer in time no one is asked, and a later one makes the escalation obsolete", async () => {
  await start(["alice", "bob"], helpers);
  const alice = bus.as("alice");
  const bob = bus.as("bob");
  const soon = await ask(alice, { Category: "tooling" });
  await bob.comment(soon, "/answer Eighty characters.");
  await passed(60 * minute);
  expect(await asked(alice)).toEqual([]);
  const late = await ask(alice, { Category: "tooling" }, plotter);
  await passed(11 * minute);
  expect(await asked(alice)).toEqual(["blocking"]);
  await bob.comment(late, "/answer A hundred.");
  await bus.settled();
  const [raised] = (
    await alice.octokit.rest.issues.listForRepo({
      ...alice.repository,
      labels: "kind:escalation",
      state: "all",
    })
  ).data;
  expect(raised).toMatchObject({ state: "closed", state_reason: "not_planned" });
});

test("N15 a settings file of the earlier version, with deadlines.raise, is read as before", async () => {
  await start(["alice", "bob"], "deadlines: {raise: 30m}\n");
  const alice = bus.as("alice");
  const important = await ask(alice, { Urgency: "important" });
  await passed(31 * minute);
  expect((await alice.see(important)).labels).toContain("urgency:blocking");
  expect(await asked(alice)).toEqual([]);
  await passed(30 * minute);
  expect(await asked(alice)).toEqual(["blocking"]);
});
