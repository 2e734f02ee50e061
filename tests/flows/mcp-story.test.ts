/**
 * An agent that has nothing but the tools of MCP and git: it finds a task, asks the coordinator and a person, pushes
 * its work and hands it over.
 */
import { afterEach, beforeEach, expect, test } from "vitest";
import { startBus, type TestBus } from "../support/bus.ts";
import { nameCrew } from "../support/crew.ts";
import { inHubsFolder } from "../support/gh.ts";
import { cloneFrom, type Git } from "../support/git.ts";
import { type McpProcess, startMcp } from "../support/mcp-client.ts";
import { seedWithStore } from "../support/seeds.ts";

let bus: TestBus;
let git: Git;
beforeEach(async () => {
  bus = await startBus({ seed: seedWithStore("store", "agents: {}\n") });
  await nameCrew(bus, { ada: { login: "alice" } }, "coordinator: {mode: auto}\n");
  git = await cloneFrom(bus.hub, {
    login: "alice",
    token: bus.hub.tokenOf("alice"),
    repository: "acme/demo",
  });
});
afterEach(async () => {
  git.close();
  await bus.stop();
});

/** Branch, commit, push, pull request, and a workflow that finds nothing wrong. @returns the pull request's number */
async function work(task: number): Promise<number> {
  await git.run("checkout", "--quiet", "-b", "export", "origin/main");
  const sha = await git.commit("Export the ledger", { "src/export.ts": "write(time, 'Z');\n" });
  await git.run("push", "--quiet", "--set-upstream", "origin", "export");
  const { octokit, repository } = bus.as("alice");
  const { data } = await octokit.rest.pulls.create({
    ...repository,
    title: "Export the ledger",
    head: "export",
    base: "main",
    body: `Fixes #${task}`,
  });
  const bot = await bus.testHub.asInstallation();
  const run = { name: "npm test", head_sha: sha, status: "completed", conclusion: "success" };
  expect((await bot("POST", "/repos/acme/demo/check-runs", run)).status).toBe(201);
  await bus.settled();
  return data.number;
}

const numberIn = (text: string): number => Number(/acme\/demo#(\d+)/.exec(text)?.[1]);

/** Asks, and waits for the decision while `meanwhile` happens. */
async function ask(
  { call }: McpProcess,
  task: number,
  question: string,
  meanwhile: () => Promise<void>,
): Promise<string> {
  const given = { task: `${task}`, question, context: "The exporter needs to know." };
  const asked = await call("ask", { ...given, category: "implementation", urgency: "blocking" });
  expect(asked).toMatchObject({ isError: false });
  const waiting = call("wait", { issue: `${numberIn(asked.text)}`, timeout: "55s" });
  await meanwhile();
  await bus.settled();
  return (await waiting).text;
}

test("IF19 an agent works by MCP alone, from `ready` to `hand_over`, and its task is closed", async () => {
  const maria = bus.as("maria");
  const task = await maria.open(
    "Export the ledger",
    "### Goal\n\nThe ledger can be exported.",
    ["kind:task"],
    [],
  );
  await bus.settled();
  const mcp = await startMcp({
    ...inHubsFolder(bus),
    GH_TOKEN: bus.hub.tokenOf("alice"),
    SIGNALBOX_AGENT: "ada",
  });
  const { call } = mcp;

  expect((await call("ready")).text).toContain(`> acme/demo#${task}\tExport the ledger`);
  expect((await call("claim", { action: "take", files: ["src/export.ts"] })).text).toContain("It is yours.");
  expect((await call("brief", { issue: `${task}` })).text).toContain("The ledger can be exported.");

  const zone = "Which time zone do timestamps in the ledger have?";
  expect(await ask(mcp, task, zone, async () => {})).toMatch(/> acme\/demo#\d+ is answered .*: .*UTC/);

  const paper = "How is the queue printed on paper?";
  const decided = await ask(mcp, task, paper, async () => {
    await bus.settled();
    const { data } = await maria.octokit.rest.issues.listForRepo({
      ...maria.repository,
      labels: "kind:escalation",
      state: "open",
    });
    await maria.comment(data[0]?.number ?? 0, "/answer As on the screen, it is close enough.");
  });
  expect(decided).toMatch(/> acme\/demo#\d+ is answered .*: As on the screen/);
  expect((await call("wait", { timeout: "0s" })).text).toContain("As on the screen");
  expect((await call("claim", { issue: `${task}`, action: "keep" })).text).toContain("ada still holds");

  const pull = await work(task);
  const handed = await call("hand_over", {
    task: `${task}`,
    status: "complete",
    pull_request: `${pull}`,
    changes: ["src/export.ts: writes the ledger with its time zone"],
    verified: ["npm test: passed, 12 tests"],
    context: "Times are in UTC, as ADR 4 wants it.",
    next_steps: "Nothing is left to do.",
  });
  expect(handed).toMatchObject({ isError: false });
  await bus.settled();
  const { data: handover } = await maria.octokit.rest.issues.get({
    ...maria.repository,
    issue_number: numberIn(handed.text),
  });
  expect(handover).toMatchObject({ user: { login: "alice" }, state: "closed" });
  expect(handover.body).toMatch(/"from": "ada"/);
  expect(handover.body).toMatch(/"lease": "?\d+/);
  expect(await maria.see(task)).toMatchObject({ state: "closed", reason: "completed" });
  const shown = await call("signalbox", { operation: "show", arguments: { issue: `${task}` } });
  expect(shown.text).toContain(`> acme/demo#${task}  task, closed`);
  expect((await call("ready")).text).toContain("No task is ready.");
  expect(mcp.log()).toBe("");
});
