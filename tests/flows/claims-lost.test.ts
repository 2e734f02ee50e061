/** Leases through what can happen to an index: it is lost, it is rebuilt, another installation reads beside it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { silentLogger } from "../../src/base/logger.ts";
import { portionsOf } from "../../src/base/portions.ts";
import type { Held } from "../../src/operations/ports.ts";
import { startServer } from "../../src/server/main.ts";
import { readContact } from "../../src/server/maintenance/data-folder.ts";
import type { Actor } from "../support/actor.ts";
import type { TestBus } from "../support/bus.ts";
import { type Crew, nameCrew, startCrew } from "../support/crew.ts";
import { botLogin } from "../support/freeing.ts";
import { readLedger } from "../support/ledger.ts";
import { secondApp } from "../support/second-app.ts";
import { loseIndex } from "../support/store-of-flows.ts";

const crew: Crew = {
  ada: { login: "ada" },
  bea: { login: "bea" },
  cleo: { login: "crew" },
  dan: { login: "crew" },
};

/** At each task. */
const racers = Number(process.env.SIGNALBOX_RACERS ?? 20);

let bus: TestBus;
const secondHome = mkdtempSync(join(tmpdir(), "signalbox-passive-"));
afterEach(async () => {
  await bus.stop();
  rmSync(secondHome, { recursive: true, force: true });
});

const openFree = (actor: Actor, title: string): Promise<number> =>
  actor.open(title, "### Goal\n\nPeople can sign in.", ["kind:task"], []);

async function holderOf(issue: number): Promise<Held | undefined> {
  return (await bus.server().board.card("acme", "demo", issue))?.holder;
}

async function rebuild(): Promise<unknown> {
  const contact = readContact(bus.home);
  const headers = { authorization: `Bearer ${contact?.token}` };
  return (await fetch(`${contact?.url}/control/rebuild`, { method: "POST", headers })).json();
}

test("AG27 the index is rebuilt, and lost, while tasks are held: the same holders, and tokens that never shrink", async () => {
  bus = await startCrew(crew);
  const ada = bus.as("ada");
  const bea = bus.as("bea");
  const shared = bus.as("crew");
  const tasks = [
    await openFree(ada, "One"),
    await openFree(ada, "Two"),
    await openFree(ada, "Three"),
  ] as const;
  const [assigned, claimed, named] = tasks;
  await bus.settled();
  await ada.assign(assigned, ["ada"]);
  await bea.comment(claimed, "/claim");
  await shared.comment(named, "/claim as dan");
  await bus.settled();
  const before = await Promise.all(tasks.map(holderOf));
  expect(before.map((held) => held?.name)).toEqual(["ada", "bea", "dan"]);

  expect(await rebuild()).toMatchObject({ differences: [] });
  await bus.settled();
  expect(await Promise.all(tasks.map(holderOf))).toEqual(before);

  await bus.stopServer();
  await loseIndex(bus.home);
  bus.clock.advance(60_000);
  await bus.startServer();
  const after = await Promise.all(tasks.map(holderOf));
  expect(after.map((held) => held?.name)).toEqual(["ada", "bea", "dan"]);
  expect(after[0]?.token).toBeGreaterThan(before[0]?.token ?? Infinity);
  expect(after.slice(1)).toEqual(before.slice(1));

  // The holder never heard of the new token.
  const block = JSON.stringify({ v: "1.1", from: "ada", lease: before[0]?.token });
  const sections = [
    "Completes",
    `#${assigned}`,
    "Status",
    "complete",
    "Changes",
    "- src/a.ts: signs in",
    "Verified",
    "- npm test: passed",
    "Context",
    "It was easy.",
    "Next steps",
    "1. Log out.",
  ].map((text, at) => (at % 2 === 0 ? `### ${text}` : text));
  const body = `${sections.join("\n\n")}\n\n\`\`\`signalbox\n${block}\n\`\`\`\n`;
  const handover = await ada.open("Handover: One", body, ["kind:handover"]);
  await bus.settled();
  const said = (await ada.comments(handover)).filter(({ author }) => author === botLogin);
  expect(said).toHaveLength(1);
  expect(said[0]?.body).not.toMatch(/lease|holds/);

  const again = await ada.comment(assigned, "/claim");
  await bus.settled();
  expect(await holderOf(assigned)).toEqual(after[0]);
  const { data } = await ada.octokit.rest.reactions.listForIssueComment({
    ...ada.repository,
    comment_id: again,
  });
  expect(data.map(({ content }) => content)).toEqual(["+1"]);
});

test("AG25 of two installations on one repository only the leader gives tasks away", async () => {
  bus = await startCrew(crew);
  const alice = bus.as("alice");
  const ada = bus.as("ada");
  const { data } = await alice.octokit.rest.users.getByUsername({ username: botLogin });
  await nameCrew(bus, crew, `leader: ${data.node_id}\n`);
  const task = await openFree(alice, "Sign in");
  await bus.settled();
  const github = await secondApp(bus, { issues: "write", metadata: "read", contents: "read" });
  await bus.stopServer();
  await ada.comment(task, "/claim");
  const outside = { clock: bus.clock, random: Math.random, logger: silentLogger, onStep: () => {} };
  const second = await startServer(
    { ...bus.serverOptions(), github, home: secondHome, databaseUrl: undefined },
    outside,
  );
  await second.whenReady;
  await second.idle();
  expect(await second.health()).toMatchObject({ passive: 1, effects: { pending: 0 } });
  expect((await second.board.card("acme", "demo", task))?.holder).toBeUndefined();
  await second.close();
  expect(readLedger(secondHome).filter(({ kind }) => kind === "lease")).toEqual([]);
  await bus.startServer();
  expect((await holderOf(task))?.name).toBe("ada");
});

test(
  "AG10 of the agents that claim tasks at once by comments, one holds each and the others get a reaction",
  async () => {
    const names = Array.from({ length: racers }, (_, i) => `agent-${i}`);
    const entries = names.map((name) => [name, { login: "crew", parallel: 100 }]);
    bus = await startCrew(Object.fromEntries(entries));
    const shared = bus.as("crew");
    const tasks: number[] = [];
    for (let round = 0; round < 50; round++) tasks.push(await openFree(shared, `Round ${round}`));
    await bus.settled();
    // A hundred comments at a time: a server's backlog does not take a thousand connections.
    for (const some of portionsOf([...tasks.entries()], Math.max(1, 100 / racers)))
      await Promise.all(
        some.flatMap(([round, task]) =>
          names.map((_, i) => shared.comment(task, `/claim as agent-${(i + round) % names.length}`)),
        ),
      );
    await bus.settled();
    const repository = bus.as("alice");
    for (const task of tasks) {
      const comments = await repository.comments(task);
      const claims = comments.filter(({ body }) => body.startsWith("/claim"));
      const answers = await Promise.all(
        claims.map(async ({ id }) => {
          const { data } = await repository.octokit.rest.reactions.listForIssueComment({
            ...repository.repository,
            comment_id: id,
          });
          return data.map(({ content }) => content).join();
        }),
      );
      expect(answers.toSorted()).toEqual([
        "+1",
        ...Array.from({ length: names.length - 1 }, () => "confused"),
      ]);
      const winner = claims[answers.indexOf("+1")]?.body.slice("/claim as ".length);
      expect((await holderOf(task))?.name).toBe(winner);
      expect(comments.filter(({ author }) => author === botLogin)).toHaveLength(1);
    }
  },
  12_000 * racers,
);
