/**
 * Tests a merge queue's group: a commit that is not the head of any pull request, and for which Apps are
 * asked for checks.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { nameOf, startTestHub, type TestHub } from "../../support/hub.ts";

const repo = "/repos/acme/demo";
let world: TestHub;
let sha: string;
beforeAll(async () => {
  world = await startTestHub();
  const alice = world.as("alice");
  const main = (await alice("GET", `${repo}/git/ref/heads/main`)).body.object.sha;
  await alice("POST", `${repo}/git/refs`, { ref: "refs/heads/work", sha: main });
  const content = Buffer.from("x").toString("base64");
  const change = { message: "Work", branch: "work", content };
  sha = (await alice("PUT", `${repo}/contents/x.txt`, change)).body.commit.sha;
  await alice("POST", `${repo}/pulls`, { title: "Work", head: "work", base: "main" });
});
afterAll(() => world.close());

test("a user who can merge queues a pull request, and an App checks the commit that the base would become", async () => {
  const enqueue = (actor: string) => world.as(actor)("POST", `/_hub${repo}/pulls/1/merge-group`);
  expect((await enqueue("mallory")).status).toBe(403);
  const { body: group } = await enqueue("maria");
  await world.hub.idle();
  const told = world.received.find((one) => nameOf(one) === "merge_group.checks_requested");
  expect(told?.payload.merge_group).toMatchObject({ head_sha: group.head_sha, base_ref: "refs/heads/main" });
  const { body: trial } = await world.as("bob")("GET", `${repo}/git/commits/${group.head_sha}`);
  expect(trial.parents[1].sha).toBe(sha);
  const query =
    '{ repository(owner: "acme", name: "demo") { pullRequest(number: 1) { isInMergeQueue mergeQueueEntry { position headCommit { oid } } } } }';
  expect((await world.as("bob")("POST", "/graphql", { query })).body.data.repository.pullRequest).toEqual({
    isInMergeQueue: true,
    mergeQueueEntry: { position: 1, headCommit: { oid: group.head_sha } },
  });
  const bot = await world.asInstallation();
  const run = { name: "verify", head_sha: group.head_sha, status: "completed", conclusion: "success" };
  expect((await bot("POST", `${repo}/check-runs`, run)).status).toBe(201);
});
