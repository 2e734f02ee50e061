/**
 * Tests the merge queue of a branch: a commit that is not the head of any pull request, for which Apps are asked for
 * checks, and what becomes of it.
 */
import { afterEach, beforeEach, expect, test } from "vitest";
import { demoSeed } from "../../../src/hub/seed.ts";
import { nameOf, startTestHub, type TestHub } from "../../support/hub.ts";
import { mergeQueueRules } from "../../support/merge-queue-rules.ts";

const repo = "/repos/acme/demo";
const permissions = { ...demoSeed.app.permissions, merge_queues: "write", contents: "write" } as const;
let world: TestHub;
beforeEach(async () => {
  world = await startTestHub({ seed: { ...demoSeed, app: { ...demoSeed.app, permissions } } });
});
afterEach(() => world.close());

async function requireQueue(grouping: "ALLGREEN" | "HEADGREEN" = "ALLGREEN"): Promise<void> {
  const rules = mergeQueueRules(grouping, ["verify"]);
  expect((await world.as("maria")("POST", `${repo}/rulesets`, rules)).status).toBe(201);
}

/** A pull request whose head has passed. */
async function propose(
  branch: string,
): Promise<{ readonly id: string; readonly number: number; readonly sha: string }> {
  const alice = world.as("alice");
  const main = (await alice("GET", `${repo}/git/ref/heads/main`)).body.object.sha;
  await alice("POST", `${repo}/git/refs`, { ref: `refs/heads/${branch}`, sha: main });
  const content = Buffer.from("x").toString("base64");
  const change = { message: "Work", branch, content };
  const { sha } = (await alice("PUT", `${repo}/contents/${branch}.txt`, change)).body.commit;
  const { body } = await alice("POST", `${repo}/pulls`, { title: "Work", head: branch, base: "main" });
  await check(sha, "success");
  return { id: body.node_id, number: body.number, sha };
}

async function check(head_sha: string, conclusion: string): Promise<void> {
  const bot = await world.asInstallation();
  const run = { name: "verify", head_sha, status: "completed", conclusion };
  expect((await bot("POST", `${repo}/check-runs`, run)).status).toBe(201);
}

async function enqueue(as: ReturnType<TestHub["as"]>, id: string, head?: string) {
  const query =
    "mutation ($id: ID!, $head: GitObjectID) { enqueuePullRequest(input: { pullRequestId: $id, expectedHeadOid: $head }) { mergeQueueEntry { position headCommit { oid } } } }";
  return (await as("POST", "/graphql", { query, variables: { id, head } })).body;
}

async function queueOf(number: number) {
  const query = `{ repository(owner: "acme", name: "demo") { pullRequest(number: ${number}) { merged isInMergeQueue isMergeQueueEnabled
    mergeQueueEntry { position headCommit { oid } mergeQueue { entries(first: 10) { nodes { position pullRequest { number } } } } }
    timelineItems(last: 1, itemTypes: [REMOVED_FROM_MERGE_QUEUE_EVENT]) { nodes { ... on RemovedFromMergeQueueEvent { reason createdAt } } } } } }`;
  return (await world.as("bob")("POST", "/graphql", { query })).body.data.repository.pullRequest;
}

const told = (name: string) =>
  world.received.filter((one) => nameOf(one) === name).map(({ payload }) => payload);

test("a branch with a merge queue takes nothing past it", async () => {
  await requireQueue();
  const { number, sha } = await propose("work");
  const maria = world.as("maria");
  const merge = await maria("PUT", `${repo}/pulls/${number}/merge`, { sha });
  expect(merge).toMatchObject({
    status: 405,
    body: { message: "Changes must be made through the merge queue" },
  });
  expect(await queueOf(number)).toMatchObject({ isMergeQueueEnabled: true, isInMergeQueue: false });
});

test("a user or App who may adds a pull request, Apps check what the base would become, and it is merged", async () => {
  await requireQueue();
  const { id, number, sha } = await propose("work");
  const refused = await enqueue(world.as("mallory"), id);
  expect(refused.errors[0].type).toBe("FORBIDDEN");
  const stale = await enqueue(world.as("maria"), id, "0".repeat(40));
  expect(stale.errors[0].type).toBe("UNPROCESSABLE");
  const { data } = await enqueue(await world.asInstallation(), id, sha);
  const { position, headCommit } = data.enqueuePullRequest.mergeQueueEntry;
  expect(position).toBe(1);
  expect((await enqueue(world.as("maria"), id)).errors[0].message).toContain("already in the queue");

  await world.hub.idle();
  expect(told("pull_request.enqueued")).toHaveLength(1);
  const [group] = told("merge_group.checks_requested");
  expect(group?.merge_group).toMatchObject({ head_sha: headCommit.oid, base_ref: "refs/heads/main" });
  const { body: trial } = await world.as("bob")("GET", `${repo}/git/commits/${headCommit.oid}`);
  expect(trial.parents[1].sha).toBe(sha);

  await check(headCommit.oid, "success");
  await world.hub.idle();
  expect(await queueOf(number)).toMatchObject({ merged: true, isInMergeQueue: false, mergeQueueEntry: null });
  expect((await world.as("bob")("GET", `${repo}/git/ref/heads/main`)).body.object.sha).toBe(headCommit.oid);
  expect(told("pull_request.dequeued")).toMatchObject([{ reason: "MERGE" }]);
  expect(told("merge_group.destroyed")).toMatchObject([{ reason: "merged" }]);
});

test("a pull request whose merge fails its checks is removed, and those behind it are tested again without it", async () => {
  await requireQueue();
  const [first, second] = [await propose("one"), await propose("two")];
  await enqueue(world.as("maria"), first.id);
  await enqueue(world.as("maria"), second.id);
  const { mergeQueueEntry: behind } = await queueOf(second.number);
  expect(behind).toMatchObject({
    position: 2,
    mergeQueue: {
      entries: {
        nodes: [{ pullRequest: first }, { pullRequest: second }].map(({ pullRequest: { number } }, at) => ({
          position: at + 1,
          pullRequest: { number },
        })),
      },
    },
  });
  const { mergeQueueEntry: ahead } = await queueOf(first.number);
  await check(ahead.headCommit.oid, "failure");
  await world.hub.idle();
  const removed = await queueOf(first.number);
  expect(removed).toMatchObject({ merged: false, timelineItems: { nodes: [{ reason: "CI_FAILURE" }] } });
  expect(told("pull_request.dequeued")).toMatchObject([{ reason: "CI_FAILURE", number: first.number }]);
  const { mergeQueueEntry: again } = await queueOf(second.number);
  expect(again.headCommit.oid).not.toBe(behind.headCommit.oid);
  await check(again.headCommit.oid, "success");
  expect(await queueOf(second.number)).toMatchObject({ merged: true });
});

test("where the last commit of a group is enough, its checks merge what is before it, too", async () => {
  await requireQueue("HEADGREEN");
  const [first, second] = [await propose("one"), await propose("two")];
  await enqueue(world.as("maria"), first.id);
  await enqueue(world.as("maria"), second.id);
  const { mergeQueueEntry } = await queueOf(second.number);
  await check(mergeQueueEntry.headCommit.oid, "success");
  expect(await queueOf(first.number)).toMatchObject({ merged: true });
  expect(await queueOf(second.number)).toMatchObject({ merged: true });
});

test("a person takes a pull request out of the queue", async () => {
  await requireQueue();
  const { id, number } = await propose("work");
  await enqueue(world.as("maria"), id);
  const query = "mutation ($id: ID!) { dequeuePullRequest(input: { id: $id }) { mergeQueueEntry { id } } }";
  await world.as("maria")("POST", "/graphql", { query, variables: { id } });
  const { isInMergeQueue, timelineItems } = await queueOf(number);
  expect([isInMergeQueue, timelineItems.nodes[0].reason]).toEqual([false, "MANUAL"]);
});
