/**
 * Tests GitHub Enterprise Server 3.17: no dependencies, no issue types. Edges come from the texts there.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Actor } from "../support/actor.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { botLogin, openQuestion, openTask } from "../support/freeing.ts";

let bus: TestBus;
let alice: Actor;
let bob: Actor;
beforeAll(async () => {
  bus = await startBus({ release: "3.17" });
  [alice, bob] = [bus.as("alice"), bus.as("bob")];
});
afterAll(() => bus.stop());

const labelsOf = async (issue: number): Promise<readonly string[]> => (await alice.see(issue)).labels;
const said = async (issue: number): Promise<string> =>
  (await alice.comments(issue))
    .filter(({ author }) => author === botLogin)
    .map(({ body }) => body)
    .join("\n");

describe("on a host without dependencies", () => {
  test("I06 a question blocks its task by its text, the status says so, and its answer unblocks the task", async () => {
    const task = await openTask(alice);
    const question = await openQuestion(alice, task);
    await bus.settled();
    expect(await labelsOf(task)).toEqual(["kind:task", "status:blocked"]);
    expect(await said(task)).toContain('This GitHub host has no "blocked by" dependencies');
    await bob.comment(question, "/answer Opaque tokens.");
    await bus.settled();
    expect(await labelsOf(task)).toEqual(["kind:task", "status:ready"]);
    expect(await said(task)).toContain("@alice, this task is ready");
  });

  test("I06 a task waits for what its text names, and a deleted blocker does not unblock it", async () => {
    const first = await openTask(bob);
    const second = await openTask(bob);
    const task = await openTask(alice, { blockedBy: `#${first}, #${second}` });
    await bus.settled();
    await bob.close(first);
    await bus.settled();
    expect(await labelsOf(task)).toContain("status:blocked");
    const maria = bus.as("maria");
    const { data } = await maria.octokit.rest.issues.get({ ...maria.repository, issue_number: second });
    const gone = "mutation($id: ID!) { deleteIssue(input: { issueId: $id }) { clientMutationId } }";
    await maria.octokit.graphql(gone, { id: data.node_id });
    await bus.sweep();
    expect(await labelsOf(task)).toContain("status:blocked");
    expect(await said(task)).toContain("`maria` has to decide in #");
  });

  test("I06 a deleted question blocks its task until a person unblocks it", async () => {
    const task = await openTask(alice);
    const question = await openQuestion(alice, task);
    await bus.settled();
    const maria = bus.as("maria");
    const { data } = await maria.octokit.rest.issues.get({ ...maria.repository, issue_number: question });
    const gone = "mutation($id: ID!) { deleteIssue(input: { issueId: $id }) { clientMutationId } }";
    await maria.octokit.graphql(gone, { id: data.node_id });
    await bus.settled();
    expect(await labelsOf(task)).toContain("status:blocked");
    await bob.comment(task, `/unblock #${question}`);
    await bus.settled();
    expect(await labelsOf(task)).toContain("status:ready");
  });

  test("I06 `/block` says what to do instead, and no request uses features that the host does not know", async () => {
    const refused: string[] = [];
    const stop = bus.hub.observe((seen) => {
      if (seen.kind === "response" && JSON.stringify(seen.body).includes("doesn't exist on type"))
        refused.push(seen.path);
    });
    const task = await openTask(alice);
    await bob.comment(task, `/block #${task - 1}`);
    await bus.settled();
    expect(await said(task)).toContain("Add the issue to the section");
    stop();
    expect(refused).toEqual([]);
  });
});
