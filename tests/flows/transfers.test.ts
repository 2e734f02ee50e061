/** Tests issues that are transferred to another repository of the installation. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../support/actor.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { keysOf } from "../support/chronicle.ts";
import { botLogin, openTask, questionText } from "../support/freeing.ts";
import { twoRepositories } from "../support/seeds.ts";

let bus: TestBus;
let alice: Actor;
let there: Actor;
beforeAll(async () => {
  bus = await startBus({ seed: twoRepositories });
  [alice, there] = [bus.as("alice"), bus.as("alice", "acme/api")];
});
afterAll(() => bus.stop());

/** Resolves to the number in `acme/api`. */
async function transfer(number: number): Promise<number> {
  const { graphql, rest } = bus.as("maria").octokit;
  const issue = await rest.issues.get({ owner: "acme", repo: "demo", issue_number: number });
  const target = await rest.repos.get({ owner: "acme", repo: "api" });
  const document = `mutation($issue: ID!, $to: ID!) {
    transferIssue(input: { issueId: $issue, repositoryId: $to }) { issue { number } }
  }`;
  const { transferIssue } = await graphql<{ transferIssue: { issue: { number: number } } }>(document, {
    issue: issue.data.node_id,
    to: target.data.node_id,
  });
  return transferIssue.issue.number;
}

const ownOf = async (actor: Actor, issue: number) =>
  (await actor.comments(issue)).filter(({ author }) => author === botLogin);

test("D07 a transferred answered question is the same one: labelled again, answered once, its task unblocked", async () => {
  const task = await openTask(alice);
  const question = await alice.open("Q: Tokens?", questionText(`acme/demo#${task}`), ["kind:question"]);
  await bus.settled();
  await bus.as("bob").comment(question, "/answer Opaque tokens.");
  await bus.settled();
  const moved = await transfer(question);
  await bus.settled();
  const { state, labels } = await there.see(moved);
  expect(state).toBe("closed");
  expect(labels).toEqual(expect.arrayContaining(["answered", "kind:question"]));
  const own = await ownOf(there, moved);
  expect(keysOf(own)).toEqual(["status"]);
  expect(own[0]?.body).toContain("> Opaque tokens.");
  expect((await alice.see(task)).labels).toEqual(["kind:task", "status:ready"]);
  expect(keysOf(await ownOf(alice, task)).filter((key) => key.startsWith("wake:"))).toHaveLength(1);
});

test("D07 a transferred open blocker still blocks, and its end unblocks the task", async () => {
  const blocker = await openTask(alice);
  const task = await openTask(alice, { blockedBy: `#${blocker}` });
  await bus.settled();
  const moved = await transfer(blocker);
  await bus.settled();
  expect((await alice.see(task)).labels).toContain("status:blocked");
  expect((await ownOf(alice, task))[0]?.body).toContain(`acme/api#${moved} Sign in: open`);
  expect((await there.see(moved)).labels).toEqual(["kind:task", "status:ready"]);
  await there.close(moved);
  await bus.settled();
  expect((await alice.see(task)).labels).toEqual(["kind:task", "status:ready"]);
});
