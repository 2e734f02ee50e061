/** The roster by its commands: agents are added by a pull request, take effect, and are listed. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readSettings } from "../../src/protocol/settings/read-settings.ts";
import { signalbox } from "../cli/terminal.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { inHubsFolder } from "../support/gh.ts";
import { adaKey, bobKey } from "../support/public-keys.ts";
import { settingsStory } from "../support/settings-story.ts";

let bus: TestBus;
let folder: string;
let keyFile: string;
beforeEach(async () => {
  bus = await startBus();
  folder = mkdtempSync(join(tmpdir(), "signalbox-roster-"));
  keyFile = join(folder, "ada.pub");
  writeFileSync(keyFile, `${adaKey} ada@laptop\n`);
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await bus.stop();
});

const run = (argv: readonly string[], ask?: (question: string) => Promise<string>) =>
  signalbox(argv, { ...inHubsFolder(bus), GH_TOKEN: bus.hub.tokenOf("maria") }, () => {}, ask);
const add = (...flags: readonly string[]) => run(["agents", "add", ...flags]);
const settingsIn = (): string => readFileSync(join(folder, ".github/signalbox.yml"), "utf8");

test("an agent is added by a pull request, takes effect once it is merged, and is listed", async () => {
  const flags = ["ada", "--account", "alice", "--key", keyFile, "--with-person", "--role", "implementer"];
  const remote = ["--can", "go,review", "--repo", "acme/demo"];
  expect(await run(["agents"])).toMatchObject({ out: expect.stringContaining("name no agent") });
  expect(await add(...flags, ...remote, "--dry-run")).toMatchObject({ code: 0, err: "" });
  const { code, out, err } = await add(...flags, ...remote, "--yes");
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toContain("+  ada:");
  const maria = bus.as("maria");
  const { data } = await maria.octokit.rest.pulls.list({ ...maria.repository, state: "open" });
  expect(data.map(({ title }) => title)).toEqual(["Add ada to the agents"]);
  await maria.octokit.rest.pulls.merge({ ...maria.repository, pull_number: data[0]?.number ?? 0 });
  await bus.settled();
  expect(settingsStory(bus).effectiveText()).toContain("with_person: true");

  const listed = await run(["agents"]);
  expect(listed.out).toMatch(/^ada\timplementer\tcan go, review\talice: signs with its key\n$/);
  const one = JSON.parse((await run(["agents", "ADA", "--json"])).out);
  expect(one).toMatchObject({
    repository: "acme/demo",
    agents: [{ name: "ada", keys: [adaKey], can: ["go", "review"], withPerson: true, provenBy: "key" }],
  });
  expect(await run(["agents", "bea"])).toMatchObject({
    code: 1,
    err: expect.stringContaining("They name ada."),
  });
});

test("AG07 a name that is another account's login is refused, and so is what the settings would not accept", async () => {
  const to = ["--dir", folder, "--yes"];
  const refused = async (because: string, ...flags: readonly string[]) => {
    const { code, err } = await add(...flags, ...to);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(because) });
  };
  await refused("bob is the login of another account", "bob", "--account", "alice");
  await refused("has no account nobody-here", "ada", "--account", "nobody-here");
  await refused("ADA is no agent's name", "ADA", "--account", "alice");
  await refused("Name the public key", "ada", "--account", "alice", "--key", join(folder, "ada"));
  await refused("lower-case letters", "ada", "--account", "alice", "--can", "Go!");
  expect(await add("ada", "--account", "alice", "--key", keyFile, ...to)).toMatchObject({ code: 0 });
  await refused("an agent ada already. To give it a key, add --key FILE", "ada", "--account", "alice");
  await refused("because `ada` has this one", "bea", "--account", "alice", "--key", keyFile);
  expect(await add("alice", "--account", "alice", ...to)).toMatchObject({ code: 0 });
  expect(settingsIn()).toMatch(/^agents:\n {2}ada:\n {4}account: U_\S+ {2}# alice\n/);
});

test("an agent that the settings have gets another key, or this one instead, after the difference is shown; everything else stays", async () => {
  const to = ["--dir", folder, "--yes"];
  const second = join(folder, "second.pub");
  writeFileSync(second, `${bobKey} ada@desk\n`);
  const keysNow = () => {
    const read = readSettings(settingsIn());
    return read.ok ? read.settings.agents.ada?.key : undefined;
  };
  const unknown = await add("ada", "--key", keyFile, ...to);
  expect(unknown).toMatchObject({
    code: 1,
    err: expect.stringContaining("no agent ada yet. Name the account"),
  });
  expect(await add("ada", "--account", "alice", "--role", "implementer", ...to)).toMatchObject({ code: 0 });

  const preview = await add("ada", "--key", keyFile, "--dir", folder, "--dry-run");
  expect(preview).toMatchObject({ code: 0, out: expect.stringContaining(`+    key: ${adaKey}`) });
  expect(preview.out).toContain("# alice");
  expect(keysNow()).toBeUndefined();
  expect(await add("ada", "--key", keyFile, ...to)).toMatchObject({ code: 0 });
  expect(keysNow()).toEqual([adaKey]);
  const again = await add("ada", "--account", "alice", "--key", keyFile, ...to);
  expect(again).toMatchObject({ code: 0, out: expect.stringContaining("Nothing to do") });

  expect(await add("ada", "--account", "alice", "--key", second, ...to)).toMatchObject({ code: 0 });
  expect(keysNow()).toEqual([adaKey, bobKey]);
  expect(await add("ada", "--key", second, "--replace-key", ...to)).toMatchObject({ code: 0 });
  expect(keysNow()).toEqual([bobKey]);
  expect(settingsIn()).toContain("role: implementer");
  for (const [because, ...flags] of [
    ["writes as alice (U_", "--account", "bob", "--key", keyFile],
    ["gives it a key only", "--account", "alice", "--key", keyFile, "--role", "reviewer"],
    ["--replace-key needs the new one", "--account", "alice", "--replace-key"],
  ])
    expect(await add("ada", ...flags, ...to)).toMatchObject({
      code: 1,
      err: expect.stringContaining(because ?? ""),
    });
});

test("in a checkout it says that nobody has committed the file, and what does", async () => {
  const { code, out } = await add("ada", "--account", "alice", "--dir", folder, "--yes");
  expect(code).toBe(0);
  expect(out).toContain(".github/signalbox.yml is changed there, and nobody has committed it");
  const line = /Next: (git .*), and push\./.exec(out)?.[1] ?? "";
  const git = (...words: readonly string[]) =>
    execFileSync("git", ["-C", folder, ...words], { encoding: "utf8" });
  git("init", "--quiet");
  const author = { GIT_AUTHOR_NAME: "m", GIT_AUTHOR_EMAIL: "m@example.com" };
  const committer = { GIT_COMMITTER_NAME: "m", GIT_COMMITTER_EMAIL: "m@example.com" };
  execFileSync("sh", ["-c", line], { env: { ...process.env, ...author, ...committer } });
  expect(git("show", "--name-only", "--format=%s", "HEAD").trim()).toBe(
    "Change the agent ada\n\n.github/signalbox.yml",
  );
  const gone = await add("ada", "--account", "alice", "--dir", folder, "--pull-request", "--yes");
  expect(gone).toMatchObject({
    code: 1,
    err: expect.stringContaining("--pull-request needs the repository"),
  });
});

test("with a repository it asks before it opens the pull request", async () => {
  const asked: string[] = [];
  const answer = async (question: string) => {
    asked.push(question);
    return "n";
  };
  const words = ["agents", "add", "ada", "--account", "alice", "--repo", "acme/demo"];
  expect(await run(words, answer)).toMatchObject({
    code: 1,
    err: expect.stringContaining("Nothing was written."),
  });
  expect(asked).toEqual(["Open a pull request with this in acme/demo? [y/N] "]);
  expect(await run(words)).toMatchObject({ code: 1, err: expect.stringContaining("run it with --yes") });
  const { octokit, repository } = bus.as("maria");
  expect((await octokit.rest.pulls.list({ ...repository })).data).toEqual([]);
});

test("init asks how many agents share a login, and writes them as ones of a person's account", async () => {
  const answers = ["3", "alice", "y"];
  const { code, out } = await run(["init", "--dir", folder], async () => answers.shift() ?? "");
  expect({ code, left: answers }).toEqual({ code: 0, left: [] });
  expect(out).toContain("+  alice-agent-3:");
  expect(settingsIn()).toMatch(
    /#paused: false\n\nagents:\n {2}alice-agent-1:\n {4}account: U_\S+ {2}# alice\n {4}with_person: true\n/,
  );
});

test("init takes the agents as flags, and a second run adds only those that are new", async () => {
  const init = (agents: string) =>
    run(["init", "--dir", folder, "--yes", "--agents", agents, "--account", "alice"]);
  expect(await init("ada,bea")).toMatchObject({ code: 0, err: "" });
  const before = settingsIn();
  expect((await init("ada,bea")).out).toContain("Nothing to do");
  expect(settingsIn()).toBe(before);
  expect(await init("bea,cleo")).toMatchObject({ code: 0 });
  expect(settingsIn().match(/^ {2}\w+:$/gm)).toEqual(["  ada:", "  bea:", "  cleo:"]);
  expect(await init("maria")).toMatchObject({ code: 1, err: expect.stringContaining("another account") });
  const alone = await run(["init", "--dir", folder, "--yes", "--agents", "2"]);
  expect(alone).toMatchObject({ code: 1, err: expect.stringContaining("--account alice") });
});
