/** Tests a decision that only a person may make, from an agent's escalation to the waiting tasks. */
import { afterEach, expect, test } from "vitest";
import { openBoardHere } from "../../src/cli/local-index/board.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";
import { twoRepositories } from "../support/seeds.ts";

let bus: TestBus;
afterEach(() => bus.stop());

test("an escalation decided by a person answers its question and unblocks two tasks in two repositories", async () => {
  bus = await startBus({ seed: twoRepositories });
  const alice = bus.as("alice");
  const there = bus.as("alice", "acme/api");
  const maria = bus.as("maria");
  const here = await alice.open("Store sessions", form({ Goal: "Store them." }), ["kind:task"]);
  const abroad = await there.open("Read sessions", form({ Goal: "Read them." }), ["kind:task"]);
  const asked = await alice.open(
    "Q: A new dependency?",
    form({
      "Blocking task": `#${here}, acme/api#${abroad}`,
      Category: "architecture",
      Urgency: "blocking",
      Context: "SQLite is there, Redis is not.",
      "Decision class": "New dependency",
    }),
    ["kind:question"],
  );
  await bus.settled();
  expect((await there.see(abroad)).labels).toContain("status:blocked");
  const raised = await alice.open(
    "Escalation: Redis?",
    form({
      Regarding: `#${asked}`,
      Urgency: "important",
      Context: "Two tasks wait.",
      Question: "May we depend on Redis?",
      Options: "1. Stay with SQLite.\n2. Take Redis.",
      "Impact of delay": "Both tasks stop.",
    }),
    ["kind:escalation"],
  );
  await bus.settled();
  expect((await alice.see(asked)).labels).toContain("escalated");
  const board = await openBoardHere(bus.databaseUrl, bus.home);
  const waiting = () => board.board.escalations({ repository: undefined, limit: 9 });
  expect(await waiting()).toMatchObject([
    { number: raised, urgency: "important", question: "May we depend on Redis?" },
  ]);

  // The status that shows the question is older by a second.
  bus.clock.advance(1_100);
  await maria.comment(raised, "/decide 1 because it is enough");
  await bus.settled();
  expect(await alice.see(raised)).toMatchObject({ state: "closed", reason: "completed" });
  expect(await alice.see(asked)).toMatchObject({ state: "closed", reason: "completed" });
  expect((await board.board.card("acme", "demo", raised))?.decision).toBe("Stay with SQLite.");
  expect((await alice.see(asked)).labels).toContain("answered");
  expect((await alice.see(asked)).labels).not.toContain("escalated");
  expect((await alice.see(here)).labels).toContain("status:ready");
  expect((await there.see(abroad)).labels).toContain("status:ready");
  expect((await alice.comments(asked))[0]?.body).toContain("> Stay with SQLite.");
  expect((await alice.comments(raised)).map(({ body }) => body).join()).toContain("> it is enough");
  expect(await waiting()).toEqual([]);
  await board.close();
});

test("S3.96 a question past its deadline is escalated to a person, whose decision unblocks the task", async () => {
  bus = await startBus();
  const alice = bus.as("alice");
  const maria = bus.as("maria");
  await maria.octokit.rest.repos.createOrUpdateFileContents({
    ...maria.repository,
    path: ".github/signalbox.yml",
    message: "Remind sooner",
    content: Buffer.from("escalations:\n  remind: [10m]\n").toString("base64"),
  });
  const task = await alice.open("Sign in", form({ Goal: "People can." }), ["kind:task"]);
  const asked = await alice.open(
    "Q: Which token?",
    form({
      "Blocking task": `#${task}`,
      Category: "architecture",
      Urgency: "blocking",
      Context: "Both would do.",
      Options: "- Opaque tokens\n- Signed tokens",
    }),
    ["kind:question"],
  );
  await bus.settled();
  bus.clock.advance(31 * 60_000);
  await bus.settled();
  const { data } = await maria.octokit.rest.issues.listForRepo({ ...maria.repository, assignee: "maria" });
  expect(data).toMatchObject([{ title: "Escalation: Which token?", state: "open" }]);
  const raised = data[0]?.number ?? 0;
  expect((await alice.see(asked)).labels).toContain("escalated");

  bus.clock.advance(11 * 60_000);
  await bus.settled();
  const remarks = (await maria.comments(raised)).map((remark) => remark.body);
  expect(remarks.filter((text) => /^@maria, #\d+ needs your decision/.test(text))).toHaveLength(1);

  await maria.comment(raised, "/decide 1");
  await bus.settled();
  expect(await alice.see(raised)).toMatchObject({ state: "closed", reason: "completed" });
  expect((await alice.see(asked)).labels).toContain("answered");
  expect((await alice.comments(asked))[0]?.body).toContain("> Opaque tokens");
  expect((await alice.see(task)).labels).toContain("status:ready");
});
