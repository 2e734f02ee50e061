/** Tests that the tool `hand_over` reads lists as AGENTS.md writes them, and compares them with the client's checkout. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { startBus, type TestBus } from "../support/bus.ts";
import { nameCrew } from "../support/crew.ts";
import { openTask } from "../support/freeing.ts";
import { inHubsFolder } from "../support/gh.ts";
import { cloneFrom, type Git } from "../support/git.ts";
import { startMcp } from "../support/mcp-client.ts";
import { seedWithStore } from "../support/seeds.ts";

let bus: TestBus;
let git: Git;
beforeEach(async () => {
  bus = await startBus({ seed: seedWithStore("store", "agents: {}\n") });
  await nameCrew(bus, { ada: { login: "alice" } });
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

test("a tool's lists are those of AGENTS.md, and what contradicts the checkout's pull request is said first", async () => {
  const task = await openTask(bus.as("bob"));
  await git.run("checkout", "--quiet", "-b", "export");
  await git.commit("Export", { "src/a.ts": "a();\n", "src/b.ts": "b();\n" });
  await git.run("push", "--quiet", "origin", "export");
  const { octokit, repository } = bus.as("alice");
  const proposed = { ...repository, title: "Export", head: "export", base: "main", body: `Fixes #${task}` };
  const { data: pull } = await octokit.rest.pulls.create(proposed);
  await bus.settled();
  const variables = { ...inHubsFolder(bus), GH_TOKEN: bus.hub.tokenOf("alice"), GH_REPO: "acme/demo" };
  const env = { ...variables, SIGNALBOX_AGENT: "ada", PATH: process.env.PATH ?? "" };
  const { call } = await startMcp(env, { folder: git.folder });
  const said = {
    task: `${task}`,
    status: "complete",
    context: "The time is in UTC.",
    next_steps: "1. Import.",
  };

  const lacking = { ...said, changes: ["- `src/a.ts`: exports"], verified: ["- npm test: passed"] };
  const refused = await call("hand_over", lacking);
  expect(refused.isError).toBe(true);
  expect(refused.text).toContain('`src/b.ts` changed, but is not under "Changes".');

  const changes = "- `src/a.ts`: exports\n- src/b.ts: tests it";
  const opened = await call("hand_over", { ...said, changes, verified: ["- npm test: passed"] });
  expect(opened).toMatchObject({ isError: false, text: expect.stringContaining("Opened acme/demo#") });
  const number = Number(/acme\/demo#(\d+)/.exec(opened.text)?.[1]);
  const { data } = await octokit.rest.issues.get({ ...repository, issue_number: number });
  expect(data.body).toContain("- `src/a.ts`: exports\n- `src/b.ts`: tests it\n");
  expect(data.body).toContain("- `npm test`: passed\n");
  expect(data.body).toContain(`### Pull request\n\n#${pull.number}`);
  // What the shell says of it at once, the tool says, too.
  expect(opened.text).toContain(
    "\n> Not verified yet. It is judged again with every check, push and edit.\n> - ",
  );
  expect(opened.text).toContain('`npm test` is under "Verified", but no check run confirms it.');

  const asIs = await call("hand_over", { ...lacking, as_is: true });
  expect(asIs.text).toContain("Opened acme/demo#");
  expect(asIs.text).toContain("\n> `src/b.ts` changed");
});
