/** Tests native "blocked by" edges. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { demoSeed, type HubSeed } from "../../../src/hub/seed.ts";
import { nameOf, startTestHub, type TestHub } from "../../support/hub.ts";

const seed: HubSeed = {
  ...demoSeed,
  repositories: [
    ...demoSeed.repositories,
    { fullName: "acme/api", private: true, roles: { alice: "write" } },
  ],
};
const issues = "/repos/acme/demo/issues";
let world: TestHub;
let ids: number[];
beforeEach(async () => {
  world = await startTestHub({ seed });
  ids = [];
  for (const title of ["Task", "Question", "Other"])
    ids.push((await world.as("alice")("POST", issues, { title })).body.id);
  await world.hub.idle();
  world.received.length = 0;
});
afterEach(() => world.close());

const blockers = `${issues}/1/dependencies/blocked_by`;

test("an edge is two deliveries, one for each side, and does not change updated_at", async () => {
  const before = (await world.as("alice")("GET", `${issues}/1`)).body.updated_at;
  const made = await world.as("alice")("POST", blockers, { issue_id: ids[1] });
  expect(made.status).toBe(201);
  await world.inOrder();
  expect(world.received.map(nameOf)).toEqual([
    "issue_dependencies.blocked_by_added",
    "issue_dependencies.blocking_added",
  ]);
  expect(world.received[0]?.payload).toMatchObject({
    blocked_issue_id: ids[0],
    blocking_issue_id: ids[1],
    blocking_issue_repo: { full_name: "acme/demo" },
  });
  expect(world.received[1]?.payload.blocked_issue_repo).toMatchObject({ full_name: "acme/demo" });
  expect((await world.as("alice")("GET", `${issues}/1`)).body.updated_at).toBe(before);
  const removed = await world.as("alice")("DELETE", `${blockers}/${ids[1]}`);
  expect(removed.status).toBe(200);
  await world.inOrder();
  expect(world.received.slice(2).map(nameOf)).toEqual([
    "issue_dependencies.blocked_by_removed",
    "issue_dependencies.blocking_removed",
  ]);
});

test("a closed blocker stays listed, and counts include open ones only", async () => {
  await world.as("alice")("POST", blockers, { issue_id: ids[1] });
  await world.as("alice")("POST", blockers, { issue_id: ids[2] });
  await world.hub.idle();
  world.received.length = 0;
  await world.as("alice")("PATCH", `${issues}/2`, { state: "closed" });
  await world.inOrder();
  expect(world.received.map(nameOf)).toEqual(["issues.closed"]);
  const { body: listed } = await world.as("alice")("GET", blockers);
  expect(listed).toMatchObject([{ number: 2, state: "closed" }, { number: 3 }]);
  const { body: task } = await world.as("alice")("GET", `${issues}/1`);
  expect(task.issue_dependencies_summary).toEqual({
    blocked_by: 1,
    total_blocked_by: 2,
    blocking: 0,
    total_blocking: 0,
  });
  const { body: blocking } = await world.as("alice")("GET", `${issues}/2/dependencies/blocking`);
  expect(blocking).toMatchObject([{ number: 1 }]);
});

test.each([
  ["itself", () => ids[0], 422],
  ["something that is not there", () => 4711, 404],
  ["a number instead of an id", () => 2, 404],
  ["a string", () => "2", 422],
])("blocking by %s is refused", async (_what, id, status) => {
  expect((await world.as("alice")("POST", blockers, { issue_id: id() })).status).toBe(status);
});

test("adding an edge twice is refused, and so is removing one that does not exist", async () => {
  await world.as("alice")("POST", blockers, { issue_id: ids[1] });
  expect((await world.as("alice")("POST", blockers, { issue_id: ids[1] })).status).toBe(422);
  expect((await world.as("alice")("DELETE", `${blockers}/${ids[2]}`)).status).toBe(404);
  expect((await world.as("mallory")("DELETE", `${blockers}/${ids[1]}`)).status).toBe(403);
});

test("an edge may lead to another repository, and is hidden from users who cannot see it", async () => {
  const { body: far } = await world.as("alice")("POST", "/repos/acme/api/issues", { title: "Far" });
  await world.hub.idle();
  world.received.length = 0;
  expect((await world.as("bob")("POST", blockers, { issue_id: far.id })).status).toBe(404);
  expect((await world.as("alice")("POST", blockers, { issue_id: far.id })).status).toBe(201);
  await world.inOrder();
  expect(world.received.map(({ payload }) => payload.repository.full_name)).toEqual([
    "acme/demo",
    "acme/api",
  ]);
  expect((await world.as("alice")("GET", blockers)).body).toHaveLength(1);
  expect((await world.as("bob")("GET", blockers)).body).toHaveLength(0);
});

test("N28 a pull request can neither block, be blocked nor be a sub-issue: 422, and no webhook is sent", async () => {
  const alice = world.as("alice");
  const main = (await alice("GET", "/repos/acme/demo/git/ref/heads/main")).body.object.sha;
  await alice("POST", "/repos/acme/demo/git/refs", { ref: "refs/heads/work", sha: main });
  const file = { message: "Work", content: "d29yaw==", branch: "work" };
  await alice("PUT", "/repos/acme/demo/contents/work.txt", file);
  const { number } = (
    await alice("POST", "/repos/acme/demo/pulls", { title: "P", head: "work", base: "main" })
  ).body;
  const { id } = (await alice("GET", `${issues}/${number}`)).body;
  await world.hub.idle();
  world.received.length = 0;
  expect(await alice("POST", blockers, { issue_id: id })).toMatchObject({
    status: 422,
    body: { message: "Validation failed: Target issue may only be an issue" },
  });
  for (const [path, body] of [
    [`${issues}/${number}/dependencies/blocked_by`, { issue_id: ids[0] }],
    [`${issues}/1/sub_issues`, { sub_issue_id: id }],
    [`${issues}/${number}/sub_issues`, { sub_issue_id: ids[0] }],
  ] as const)
    expect((await alice("POST", path, body)).status).toBe(422);
  await world.inOrder();
  expect(world.received).toEqual([]);
});
