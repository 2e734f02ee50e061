/**
 * Tests setting up a repository through the API, as its owner: the dry run's plan, the pull request, and a
 * second run.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { defaultLabels } from "../../src/protocol/label.ts";
import { signalbox } from "../cli/terminal.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { inHubsFolder } from "../support/gh.ts";
import { questionBody, taskBody } from "../support/story.ts";

let bus: TestBus;
afterEach(() => bus.stop());

const outcome = z.object({
  written: z.boolean(),
  pullRequest: z.url().optional(),
  changes: z.array(z.object({ path: z.string(), action: z.string() })),
  labels: z.array(z.string()),
  history: z
    .object({
      issues: z.number(),
      isCut: z.boolean(),
      untouched: z.number(),
      kinds: z.record(z.string(), z.number()),
      needsFix: z.array(z.number()),
      needsApproval: z.array(z.number()),
    })
    .optional(),
});

async function init(login: string, ...flags: readonly string[]) {
  const env = { ...inHubsFolder(bus), GH_TOKEN: bus.hub.tokenOf(login) };
  return signalbox(["init", "--repo", "acme/demo", "--json", ...flags], env);
}

const read = async (login: string, ...flags: readonly string[]) =>
  outcome.parse(JSON.parse((await init(login, ...flags)).out));

test("M04 a dry run on a repository with history predicts what the App then does, and writes nothing", async () => {
  bus = await startBus({ hasLabels: false, startsServer: false });
  const maria = bus.as("maria");
  const alice = bus.as("alice");
  const mallory = bus.as("mallory");
  const ordinary = [
    await alice.open("It crashes", "### Steps\n\nOpen it.\n\n```\n### Goal\n```\n"),
    await alice.open("Q: is a title enough?", "I wonder."),
  ];
  const task = await alice.open("Sign in", taskBody("People can sign in."), ["kind:task"]);
  const asked = await alice.open("Q: Which?", questionBody(`#${task}`));
  const broken = await alice.open("Task: broken", "Nothing here.", ["kind:task"]);
  const strange = await mallory.open("Q: Mine?", questionBody(`#${task}`));
  const closed = await alice.open("Done", taskBody("It is done."), ["kind:task"]);
  await alice.close(closed);
  await bus.settled();

  const before = await maria.octokit.rest.issues.listLabelsForRepo(maria.repository);
  const { written, labels, history } = await read("maria", "--dry-run");
  expect(written).toBe(false);
  const missing = defaultLabels.filter(({ name }) => name !== "kind:task");
  expect(labels).toEqual(missing.map(({ name }) => name));

  expect(history).toEqual({
    issues: 7,
    isCut: false,
    untouched: 2,
    kinds: { task: 3, question: 2 },
    needsFix: [broken],
    needsApproval: [strange],
  });
  expect((await maria.octokit.rest.issues.listLabelsForRepo(maria.repository)).data).toEqual(before.data);

  await bus.startServer();
  const labelsOf = async (issue: number) => (await alice.see(issue)).labels;
  for (const issue of ordinary) {
    expect(await labelsOf(issue)).toEqual([]);
    expect(await alice.comments(issue)).toEqual([]);
  }
  for (const issue of [task, asked, closed])
    expect(await labelsOf(issue)).not.toEqual(expect.arrayContaining(["needs-fix"]));
  expect(await labelsOf(broken)).toContain("needs-fix");
  expect(await labelsOf(strange)).toContain("needs-approval");
});

test("a pull request brings everything, a second run continues it, and the App's token is not used", async () => {
  bus = await startBus({ hasLabels: false, startsServer: false });
  const maria = bus.as("maria");
  const first = await read("maria", "--pull-request", "--yes");
  expect(first).toMatchObject({ written: true, pullRequest: expect.stringContaining("/acme/demo/pull/") });
  const { data: pulls } = await maria.octokit.rest.pulls.list(maria.repository);
  expect(pulls).toMatchObject([
    { user: { login: "maria" }, head: { ref: "signalbox/init" }, base: { ref: "main" } },
  ]);
  const names = await maria.octokit.paginate(maria.octokit.rest.issues.listLabelsForRepo, maria.repository);
  expect(names.map(({ name }) => name)).toEqual(
    expect.arrayContaining(defaultLabels.map(({ name }) => name)),
  );
  const { data: main } = await maria.octokit.rest.repos.getContent({ ...maria.repository, path: "" });
  expect(JSON.stringify(main)).not.toContain("AGENTS.md");

  const second = await read("maria", "--pull-request", "--yes");
  expect(second).toMatchObject({ written: false, labels: [] });
  expect(new Set(second.changes.map(({ action }) => action))).toEqual(new Set(["same"]));

  const at = { ...maria.repository, pull_number: pulls[0]?.number ?? 0 };
  await maria.octokit.rest.pulls.merge(at);
  expect(await read("maria", "--dry-run")).toMatchObject({
    labels: [],
    history: { issues: 0, untouched: 0 },
  });

  const file = { ...maria.repository, path: "AGENTS.md" };
  const { data: written } = await maria.octokit.rest.repos.getContent(file);
  const sha = "sha" in written ? written.sha : "";
  const content = Buffer.from("# Ours\n").toString("base64");
  await maria.octokit.rest.repos.createOrUpdateFileContents({ ...file, message: "Ours", content, sha });
  const third = await read("maria", "--pull-request", "--yes");
  const changed = third.changes.filter(({ action }) => action !== "same");
  expect(changed).toEqual([{ path: "AGENTS.md", action: "update" }]);
  const { data: open } = await maria.octokit.rest.pulls.list(maria.repository);
  expect(open.map(({ head }) => head.ref)).toEqual(["signalbox/init-2"]);
});

test("without a token init uses the login of gh, and without either it says what to set", async () => {
  bus = await startBus({ hasLabels: false, startsServer: false });
  const bin = mkdtempSync(join(tmpdir(), "signalbox-gh-"));
  onTestFinished(() => rmSync(bin, { recursive: true }));
  const host = { GHE_HOST: new URL(bus.hub.url).host, GHE_PROTOCOL: "http", PATH: bin };
  const words = ["init", "--repo", "acme/demo", "--dry-run", "--json"];
  expect(await signalbox(words, { ...host, GH_TOKEN: "of github.com" })).toMatchObject({
    code: 4,
    err: expect.stringContaining("Set GH_ENTERPRISE_TOKEN"),
  });
  const script = `#!/bin/sh\n[ "$*" = "auth token --hostname ${host.GHE_HOST}" ] && echo ${bus.hub.tokenOf("maria")}\n`;
  writeFileSync(join(bin, "gh"), script, { mode: 0o755 });
  expect(await signalbox(words, host)).toMatchObject({ code: 0, err: "" });
});

test("a user without write access sees what GitHub answered, and nothing is left half done", async () => {
  bus = await startBus({ hasLabels: false, startsServer: false });
  const { code, err } = await init("mallory", "--pull-request", "--yes");
  expect(code).toBe(3);
  expect(err).toContain("GitHub could not create the label");
  expect(err).toContain("may need write access to its contents, pull requests and issues");
  const { data } = await bus.as("maria").octokit.rest.git.getRef({
    ...bus.as("maria").repository,
    ref: "heads/main",
  });
  expect(data.ref).toBe("refs/heads/main");
  expect(await init("maria")).toMatchObject({
    code: 1,
    err: expect.stringContaining("--json does not ask for confirmation"),
  });
});

test("what a pull request brought is removed by another one, which lists the labels that stay", async () => {
  bus = await startBus({ hasLabels: false, startsServer: false });
  const maria = bus.as("maria");
  const { pullRequest } = await read("maria", "--pull-request", "--yes");
  await maria.octokit.rest.pulls.merge({ ...maria.repository, pull_number: numberIn(pullRequest) });

  const removed = JSON.parse((await init("maria", "--remove", "--pull-request", "--yes")).out);
  expect(removed.leaves).toContain("Labels that stay, each removable by `gh label delete`: ");
  expect(removed.leaves).toContain("kind:question");
  await maria.octokit.rest.pulls.merge({ ...maria.repository, pull_number: numberIn(removed.pullRequest) });
  const again = JSON.parse((await init("maria", "--remove", "--dry-run")).out);
  expect(again.changes.map(({ action }: { readonly action: string }) => action)).not.toContain("remove");
});

function numberIn(pullRequest: string | undefined): number {
  return Number(/\d+$/.exec(pullRequest ?? "")?.[0]);
}
