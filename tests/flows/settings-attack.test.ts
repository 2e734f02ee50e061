/**
 * The attack on the settings, played to its end: an agent with write access brings a settings file by which it is no agent
 * and accepts its own work, hands over a task that shows nothing, and accepts it.
 */
import { afterEach, expect, test } from "vitest";
import { demoSeed } from "../../src/hub/seed.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";
import { type SettingsStory, settingsStory } from "../support/settings-story.ts";

let bus: TestBus;
let story: SettingsStory;
afterEach(() => bus.stop());

/** What both files say of merging: an accepted handover's pull request is merged at once. */
const merges = "merge: when accepted";
const lax = `handovers: {accept: write, ${merges}}\n`;

/** Bob is listed as an agent. Resolves to the effective settings. */
async function begin(): Promise<string> {
  const { app } = demoSeed;
  const permissions = { ...app.permissions, contents: "write", pull_requests: "write" } as const;
  bus = await startBus({ seed: { ...demoSeed, app: { ...app, permissions } } });
  story = settingsStory(bus);
  const { data: bob } = await bus.as("bob").octokit.rest.users.getAuthenticated();
  const strict = `trust: {agents: [${bob.node_id}]}\nhandovers: {accept: maintain, ${merges}}\n`;
  await story.put(bus.as("maria"), strict);
  expect(story.effectiveText()).toBe(strict);
  return strict;
}

async function branchOff(branch: string): Promise<void> {
  const { octokit, repository } = bus.as("bob");
  const sha = await story.head();
  await octokit.rest.git.createRef({ ...repository, ref: `refs/heads/${branch}`, sha });
}

async function propose(branch: string, body = ""): Promise<number> {
  const { octokit, repository } = bus.as("bob");
  const pull = { ...repository, title: "Work", head: branch, base: "main", body };
  return (await octokit.rest.pulls.create(pull)).data.number;
}

interface Work {
  readonly task: number;
  readonly handover: number;
  readonly pull: number;
}

/** Bob's work, whose claim no check run shows. */
async function handOver(): Promise<Work> {
  const bob = bus.as("bob");
  const task = await bob.open("Work", "### Goal\n\nIt works.", ["kind:task"]);
  await branchOff("work");
  await bob.octokit.rest.repos.createOrUpdateFileContents({
    ...bob.repository,
    path: "src/work.ts",
    branch: "work",
    message: "Work",
    content: Buffer.from("work();\n").toString("base64"),
  });
  const pull = await propose("work", `Fixes #${task}`);
  const sections = {
    Completes: `#${task}`,
    Status: "complete",
    Changes: "- src/work.ts: does it",
    Verified: "- npm test: passed",
    Context: "It was simple.",
    "Next steps": "None.",
  };
  const handover = await bob.open("Handover: work", form(sections), ["kind:handover"]);
  await bus.settled();
  return { task, handover, pull };
}

async function stateOf({ task, handover, pull }: Work) {
  const { octokit, repository, see } = bus.as("maria");
  const { data } = await octokit.rest.pulls.get({ ...repository, pull_number: pull });
  return {
    task: (await see(task)).state,
    handover: (await see(handover)).state,
    pull: data.merged ? "merged" : data.state,
  };
}

const nothingDone = { task: "open", handover: "open", pull: "open" };
const allDone = { task: "closed", handover: "closed", pull: "merged" };

/** Nothing that bob brought counts: the check on its commit says so, and one issue asks maria. */
async function holdsBack(strict: string, sha: string): Promise<void> {
  expect(story.effectiveText()).toBe(strict);
  const question = await story.onlyAsked();
  expect(question).toMatchObject({ state: "open", assignees: ["maria"] });
  expect(await story.checkOn(sha)).toBe(
    `action_required: Not in effect: an admin has to approve it in #${question.number}`,
  );
}

/** From bob's file on the default branch to maria's approval of it. */
async function playOut(strict: string, sha: string, between: () => Promise<void> = async () => {}) {
  await holdsBack(strict, sha);
  const work = await handOver();
  expect(await story.say("bob", work.handover, "/accept because it works")).toContain(
    "It takes a person with the role `maintain`",
  );
  const question = await story.onlyAsked();
  await story.say("bob", question.number, question.command);
  await between();
  expect(await stateOf(work)).toEqual(nothingDone);
  await holdsBack(strict, sha);

  await story.say("maria", question.number, question.command);
  expect(story.effectiveText()).toBe(lax);
  expect(await story.checkOn(sha)).toBe("success: The settings are in effect");
  expect(await stateOf(work)).toEqual(nothingDone);
  await story.say("bob", work.handover, "/accept because it works");
  expect(await stateOf(work)).toEqual(allDone);
}

test("N05 an agent pushes settings by which it could accept its own handover: its `/accept` does nothing before an admin approves them", async () => {
  const strict = await begin();
  await playOut(strict, await story.put(bus.as("bob"), lax));
});

test("N05 so it is where the agent merges its own pull request with those settings", async () => {
  const strict = await begin();
  await branchOff("settings");
  await story.put(bus.as("bob"), lax, "settings");
  const { octokit, repository } = bus.as("bob");
  await octokit.rest.pulls.merge({ ...repository, pull_number: await propose("settings") });
  await bus.settled();
  await playOut(strict, await story.head());
});

test("N05 so it is where the index is lost between the agent's push and the approval", async () => {
  const strict = await begin();
  await playOut(strict, await story.put(bus.as("bob"), lax), async () => {
    await bus.stopServer();
    await story.loseIndex();
    await bus.startServer();
  });
});

test("N05 so it is where the server is down while the agent pushes", async () => {
  const strict = await begin();
  await bus.stopServer();
  const sha = await story.put(bus.as("bob"), lax);
  await bus.startServer();
  await playOut(strict, sha);
});

test("N05 the issue that asks is opened again where an agent closes it, once a day, and stays closed where an admin does", async () => {
  const dayMs = 24 * 60 * 60_000;
  const strict = await begin();
  await story.put(bus.as("bob"), lax);
  const { number, command } = await story.onlyAsked();
  const closedBy = async (login: string, waitMs: number): Promise<string> => {
    await bus.as(login).close(number, "not_planned");
    await bus.settled();
    bus.clock.advance(waitMs);
    await bus.sweep();
    return (await story.onlyAsked()).state;
  };
  expect(await closedBy("bob", 0)).toBe("open");
  expect(await closedBy("bob", 0)).toBe("closed");
  bus.clock.advance(dayMs);
  await bus.sweep();
  expect(await story.onlyAsked()).toMatchObject({ state: "open" });
  expect(await closedBy("maria", dayMs)).toBe("closed");
  expect(story.effectiveText()).toBe(strict);

  await bus.as("maria").reopen(number);
  await story.say("maria", number, command);
  expect(story.effectiveText()).toBe(lax);
});
