/** The operator stops agents while the bus goes on. */
import { afterEach, expect, test } from "vitest";
import { type Ran, signalbox } from "../cli/terminal.ts";
import type { TestBus } from "../support/bus.ts";
import { type Crew, nameCrew, startCrew } from "../support/crew.ts";

const crew: Crew = { ada: { login: "ada" }, bea: { login: "bea" } };
const minute = 60_000;

let bus: TestBus;
afterEach(() => bus.stop());

const run = (line: string, agent?: string): Promise<Ran> =>
  signalbox(line.split(" "), {
    SIGNALBOX_HOME: bus.home,
    ...(agent === undefined ? {} : { SIGNALBOX_AGENT: agent }),
  });

async function openFree(title: string): Promise<number> {
  const issue = await bus.as("alice").open(title, "### Goal\n\nIt works.", ["kind:task"], []);
  await bus.settled();
  return issue;
}

async function pass(minutes: number): Promise<void> {
  for (let left = minutes; left > 0; left -= 5) {
    bus.clock.advance(5 * minute);
    while (!bus.clock.isSleptFor(minute)) await new Promise((resolve) => setTimeout(resolve, 5));
    await bus.settled();
  }
}

const labelsOf = async (issue: number): Promise<readonly string[]> =>
  (await bus.as("alice").see(issue)).labels.toSorted();
const held = ["kind:task", "status:in-progress"];
const free = ["kind:task", "status:ready"];

test("while claims are paused no agent gets a task and none loses one; afterwards assignments count and silence begins again", async () => {
  bus = await startCrew(crew);
  await nameCrew(bus, crew, "leases: { unheard: 30m }\n");
  const own = await openFree("Own");
  const wanted = await openFree("Wanted");
  const wished = await openFree("Wished");
  expect(await run(`claim ${own}`, "ada")).toMatchObject({ code: 0 });
  await bus.settled();
  expect(await run("pause --claims --reason moving")).toMatchObject({
    out: "Agents are given no tasks, and lose none, until `signalbox resume --claims`.\n",
  });
  expect(await bus.server().health()).toMatchObject({ status: "ready", paused: 0, claimsPaused: 1 });
  expect((await run("doctor")).out).toContain("Agents are given no tasks (moving).");

  const refused = "no tasks are given out at present: moving";
  expect(await run(`claim ${wanted}`, "bea")).toMatchObject({
    code: 2,
    out: `acme/demo#${wanted} is not yours: ${refused}.\n`,
  });
  expect(await run("claim --next", "bea")).toMatchObject({
    code: 2,
    out: expect.stringContaining(refused),
  });
  const dry = (issue: number, who: string) =>
    `Would not claim acme/demo#${issue} for ${who}: ${refused}. By the index alone: neither GitHub nor the account's role was checked.\n`;
  expect(await run(`claim ${wanted} --dry-run`, "bea")).toEqual({
    code: 2,
    err: "",
    out: dry(wanted, "bea"),
  });
  expect(await run("claim --next --dry-run", "bea")).toMatchObject({
    code: 2,
    out: expect.stringContaining(`for bea: ${refused}.`),
  });
  expect(await run(`claim ${own} --dry-run`, "ada")).toMatchObject({ code: 0 });
  expect(await run(`release ${own} --to bea`, "ada")).toMatchObject({ code: 2 });
  expect(await run(`claim ${own}`, "ada")).toMatchObject({ code: 0 });
  const bea = bus.as("bea");
  await bea.octokit.rest.issues.addAssignees({
    ...bea.repository,
    issue_number: wished,
    assignees: ["bea"],
  });
  await bea.comment(wanted, "/claim");
  await bus.settled();
  await pass(60);
  expect(await Promise.all([own, wanted, wished].map(labelsOf))).toEqual([held, free, free]);

  await bus.stopServer();
  await bus.startServer();
  expect(await run(`claim ${wanted}`, "bea")).toMatchObject({ code: 2 });
  expect(await run("resume --claims")).toMatchObject({ out: "Agents are given tasks again.\n" });
  await bus.settled();
  expect(await Promise.all([own, wished].map(labelsOf))).toEqual([held, held]);
  expect(await run(`claim ${wanted}`, "bea")).toMatchObject({ code: 0 });
  await pass(20);
  expect(await labelsOf(own)).toEqual(held);
  await pass(15);
  expect(await labelsOf(own)).toEqual(free);
});

test("a person's claim counts, one repository can be paused, and `resume` alone ends both pauses", async () => {
  bus = await startCrew(crew);
  const issue = await openFree("Store deliveries");
  expect(await run("pause --claims --repo acme/demo")).toMatchObject({
    out: expect.stringContaining("no tasks in acme/demo"),
  });
  expect(await run(`claim ${issue}`, "ada")).toMatchObject({ code: 2 });
  await bus.as("alice").comment(issue, "/claim");
  await bus.settled();
  expect(await labelsOf(issue)).toEqual(held);
  await run("pause --repo acme/demo");
  expect(await run("resume --repo acme/demo")).toMatchObject({ out: "Resumed acme/demo.\n" });
  expect(await bus.server().health()).toMatchObject({ paused: 0, claimsPaused: 0 });
});
