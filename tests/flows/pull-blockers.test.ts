/** A task that waits for a pull request: GitHub has no such relation, so it waits for the issue that this closes. */
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
    ...{ ...repository, path: `${branch}.md`, message: "Work", branch },
    content: Buffer.from(branch).toString("base64"),
  });
  const pull = { ...repository, title: "Work", head: branch, base: "main", body };
  return (await octokit.rest.pulls.create(pull)).data.number;
}

test("E07 a blocker that is a pull request is the issue that it closes; where that is not clear, the status asks", async () => {
  bus = await startBus();
  const alice = bus.as("alice");
  const said = async (issue: number): Promise<string> =>
    (await alice.comments(issue)).flatMap(({ author, body }) => (author === botLogin ? body : [])).join();
  const [first, second] = [await openTask(alice), await openTask(alice)];
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
  expect(await said(unclear)).toMatch(new RegExp(`It closes .*#${first}.*#${second}.*Name the issue`));

  const before = await said(unclear);
  await bus.sweep();
  expect(await said(unclear)).toBe(before);
  await alice.close(first);
  await bus.settled();
  expect((await alice.see(task)).labels).toEqual(["kind:task", "status:ready"]);
});
