/** A decision that only a person may make, from an agent's escalation to the tasks that waited for it. */
import { afterEach, expect, test } from "vitest";
import { demoSeed } from "../../src/hub/seed.ts";
import { openBoard } from "../../src/store/open-board.ts";
import { startBus, type TestBus } from "../support/bus.ts";

let bus: TestBus;
afterEach(() => bus.stop());

const body = (sections: Readonly<Record<string, string>>): string =>
  Object.entries(sections)
    .map(([label, value]) => `### ${label}\n\n${value}\n`)
    .join("\n");

test("an escalation decided by a person answers its question and frees two tasks in two repositories", async () => {
  const roles = { maria: "admin", alice: "write" } as const;
  bus = await startBus({
    seed: { ...demoSeed, repositories: [...demoSeed.repositories, { fullName: "acme/api", roles }] },
  });
  const [alice, there, maria] = [bus.as("alice"), bus.as("alice", "acme/api"), bus.as("maria")];
  const here = await alice.open("Store sessions", body({ Goal: "Store them." }), ["kind:task"]);
  const abroad = await there.open("Read sessions", body({ Goal: "Read them." }), ["kind:task"]);
  const asked = await alice.open(
    "Q: A new dependency?",
    body({
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
    body({
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
  const board = openBoard(bus.home);
  const waiting = () => board.board.escalations({ repository: undefined, limit: 9 });
  expect(waiting()).toMatchObject([
    { number: raised, urgency: "important", question: "May we depend on Redis?" },
  ]);

  await maria.comment(raised, "/decide 1 because it is enough");
  await bus.settled();
  expect(await alice.see(raised)).toMatchObject({ state: "closed", reason: "completed" });
  expect(await alice.see(asked)).toMatchObject({ state: "closed", reason: "completed" });
  expect((await alice.see(asked)).labels).toContain("answered");
  expect((await alice.see(asked)).labels).not.toContain("escalated");
  expect((await alice.see(here)).labels).toContain("status:ready");
  expect((await there.see(abroad)).labels).toContain("status:ready");
  expect((await alice.comments(asked))[0]?.body).toContain("> Stay with SQLite.");
  expect((await alice.comments(raised)).map(({ body }) => body).join()).toContain("> it is enough");
  expect(waiting()).toEqual([]);
  board.close();
});
