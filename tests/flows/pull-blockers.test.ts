/**
 * Tests pull requests as blockers. GitHub has no relation between a task and a pull request, so a task waits
 * for the issue that the pull request closes; and a pull request that is to close a task marks its work as
 * started.
 */
import { afterEach, expect, test } from "vitest";
import type { Actor } from "../support/actor.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { botLogin, openTask } from "../support/freeing.ts";

let bus: TestBus;
afterEach(() => bus.stop());

/** Resolves to its number. */
async function openPull({ octokit, repository }: Actor, branch: string, body: string): Promise<number> {
  const { data: main } = await octokit.rest.git.getRef({ ...repository, ref: "heads/main" });
  await octokit.rest.git.createRef({ ...repository, ref: `refs/heads/${branch}`, sha: main.object.sha });
  await octokit.rest.repos.createOrUpdateFileContents({
    ...repository,
    path: `${branch}.md`,
    message: "Work",
    branch,
    content: Buffer.from(branch).toString("base64"),
  });
  const pull = { ...repository, title: "Work", head: branch, base: "main", body };
  return (await octokit.rest.pulls.create(pull)).data.number;
}

test("E07 a blocker that is a pull request means the issue that it closes, and the status asks if that is unclear", async () => {
  bus = await startBus();
  const alice = bus.as("alice");
  const said = async (issue: number): Promise<string> =>
    (await alice.comments(issue)).flatMap(({ author, body }) => (author === botLogin ? body : [])).join();
  const first = await openTask(alice);
  const second = await openTask(alice);
  const one = await openPull(alice, "one", `Closes #${first}.`);
  const both = await openPull(alice, "both", `Closes #${first}, closes #${second}.`);
  const task = await openTask(alice, { blockedBy: `#${one}` });
  const unclear = await openTask(alice, { blockedBy: `#${both}` });
  await bus.settled();
  expect(await alice.blockers(task)).toEqual([first]);
  expect((await alice.see(task)).labels).toEqual(["kind:task", "status:blocked"]);
  expect(await said(task)).toContain(`pull request #${one}`);
  expect(await alice.blockers(unclear)).toEqual([]);
  expect((await alice.see(unclear)).labels).toEqual(["kind:task", "needs-fix", "status:blocked"]);
  expect(await said(unclear)).toMatch(new RegExp(`It closes .*#${first}.*#${second}.*Use the issue`));

  const before = await said(unclear);
  await bus.sweep();
  expect(await said(unclear)).toBe(before);
  await alice.close(first);
  await bus.settled();
  expect((await alice.see(task)).labels).toEqual(["kind:task", "status:ready"]);
});

test("E07 a pull request by a user without write access means no issue until someone with write access edits its text", async () => {
  bus = await startBus();
  const alice = bus.as("alice");
  const maria = bus.as("maria");
  const said = async (issue: number): Promise<string> =>
    (await alice.comments(issue)).flatMap(({ author, body }) => (author === botLogin ? body : [])).join();
  const first = await openTask(alice);
  const second = await openTask(alice);
  const theirs = bus.testHub.as("mallory");
  expect((await theirs("POST", "/repos/acme/demo/forks", {})).status).toBe(202);
  await openPull(bus.as("mallory", "mallory/demo"), "theirs", "Only at home.");
  const proposed = { title: "Work", head: "mallory:theirs", base: "main", body: `Closes #${first}.` };
  const pull: number = (await theirs("POST", "/repos/acme/demo/pulls", proposed)).body.number;
  const task = await openTask(alice, { blockedBy: `#${pull}` });
  await bus.settled();
  expect(await alice.blockers(task)).toEqual([]);
  expect((await alice.see(task)).labels).toEqual(["kind:task", "needs-fix", "status:blocked"]);
  expect(await said(task)).toContain(
    "whose author has no write access but can change which issues it closes",
  );
  await theirs("PATCH", `/repos/acme/demo/pulls/${pull}`, { body: `Closes #${second}.` });
  await bus.settled();
  await bus.sweep();
  expect(await alice.blockers(task)).toEqual([]);
  await maria.octokit.rest.pulls.update({
    ...maria.repository,
    pull_number: pull,
    body: `This closes #${second}.`,
  });
  await bus.settled();
  await bus.sweep();
  expect(await alice.blockers(task)).toEqual([second]);
  expect((await alice.see(task)).labels).toEqual(["kind:task", "status:blocked"]);
});

test("D12 a pull request that closes a task marks it as started: a reopened blocker warns, until the pull request is closed", async () => {
  bus = await startBus();
  const alice = bus.as("alice");
  const labels = async (issue: number) => (await alice.see(issue)).labels;
  const blocker = await openTask(alice);
  const task = await openTask(alice, { blockedBy: `#${blocker}` });
  const other = await openTask(alice, { blockedBy: `#${blocker}` });
  await bus.settled();
  await alice.close(blocker);
  await bus.settled();
  bus.clock.advance(2_000);
  const pull = await openPull(alice, "work", `Closes #${task}.`);
  await bus.settled();
  bus.clock.advance(2_000);
  await alice.reopen(blocker);
  await bus.settled();
  expect(await labels(task)).toEqual(["kind:task", "status:ready"]);
  expect(await labels(other)).toEqual(["kind:task", "status:blocked"]);
  const status = (await alice.comments(task)).findLast(({ author }) => author === botLogin);
  expect(status?.body).toContain("**Check your work:** a blocker was reopened");
  await bus.sweep();
  expect(await labels(task)).toEqual(["kind:task", "status:ready"]);

  const change = { ...alice.repository, pull_number: pull, state: "closed" } as const;
  await alice.octokit.rest.pulls.update(change);
  await bus.settled();
  expect(await labels(task)).toEqual(["kind:task", "status:blocked"]);
});
