/** Tests milestones, requested reviewers and pins over REST and GraphQL, and their webhooks. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoSeed } from "../../../src/hub/seed.ts";
import { nameOf, startTestHub, type TestHub } from "../../support/hub.ts";

const repo = "/repos/acme/demo";
let world: TestHub;
beforeAll(async () => {
  const app = { ...demoSeed.app, events: [...demoSeed.app.events, "milestone"] };
  world = await startTestHub({ seed: { ...demoSeed, app } });
});
afterAll(() => world.close());

const as = (login: string) => (method: string, path: string, body?: unknown) =>
  world.as(login)(method, repo + path, body);

async function namesAfter(work: () => Promise<unknown>): Promise<readonly string[]> {
  await world.hub.idle();
  world.received.length = 0;
  await work();
  return (await world.inOrder()).map(nameOf);
}

async function graphql(login: string, query: string) {
  return (await world.as(login)("POST", "/graphql", { query })).body;
}

describe("milestones", () => {
  test("N34 milestones are created, changed, filled, listed and deleted, and each step sends a webhook", async () => {
    const alice = as("alice");
    expect((await as("mallory")("POST", "/milestones", { title: "M" })).status).toBe(403);
    const made = await alice("POST", "/milestones", { title: "v1", due_on: "2027-01-01T00:00:00Z" });
    expect(made).toMatchObject({ status: 201, body: { number: 1, state: "open", open_issues: 0 } });
    expect((await alice("POST", "/milestones", { title: "v1" })).status).toBe(422);
    const { body: issue } = await alice("POST", "/issues", { title: "In it", milestone: 1 });
    expect(issue.milestone).toMatchObject({ number: 1, title: "v1", open_issues: 1 });
    expect((await alice("POST", "/issues", { title: "T", milestone: 9 })).status).toBe(422);
    const dropped = await as("mallory")("POST", "/issues", { title: "Dropped", milestone: 1 });
    expect(dropped.body.milestone).toBeNull();
    const numbers = async (query: string) =>
      (await alice("GET", `/issues?milestone=${query}`)).body.map(({ number }: { number: number }) => number);
    expect(await numbers("1")).toEqual([issue.number]);
    expect(await numbers("*")).toEqual([issue.number]);
    expect(await numbers("none")).toEqual([dropped.body.number]);
    const q = encodeURIComponent("repo:acme/demo milestone:v1");
    expect((await world.as("alice")("GET", `/search/issues?q=${q}`)).body.total_count).toBe(1);
    const shown = await graphql(
      "alice",
      `{ repository(owner: "acme", name: "demo") { milestones(first: 5, states: [OPEN]) { nodes { title number } }
        issues(first: 5, filterBy: { milestoneNumber: "1" }) { nodes { milestone { title dueOn } } } } }`,
    );
    expect(shown.data.repository).toEqual({
      milestones: { nodes: [{ title: "v1", number: 1 }] },
      issues: { nodes: [{ milestone: { title: "v1", dueOn: "2027-01-01T00:00:00Z" } }] },
    });
    const one = `/issues/${issue.number}`;
    expect(await namesAfter(() => alice("PATCH", one, { milestone: null }))).toEqual(["issues.demilestoned"]);
    expect(await namesAfter(() => alice("PATCH", one, { milestone: 1 }))).toEqual(["issues.milestoned"]);
    expect(world.received[0]?.payload).toMatchObject({ milestone: { title: "v1" } });
    const changed = { title: "v2", state: "closed" };
    expect(await namesAfter(() => alice("PATCH", "/milestones/1", changed))).toEqual([
      "milestone.edited",
      "milestone.closed",
    ]);
    const { body: events } = await alice("GET", `${one}/events`);
    expect(events.map(({ event }: { event: string }) => event)).toEqual([
      "milestoned",
      "demilestoned",
      "milestoned",
    ]);
    expect(await namesAfter(() => alice("DELETE", "/milestones/1"))).toEqual(["milestone.deleted"]);
    expect((await alice("GET", one)).body.milestone).toBeNull();
  });
});

describe("requested reviewers", () => {
  test("N34 reviewers are requested, notified, found by search, and no longer requested after their review", async () => {
    const alice = as("alice");
    const main = (await alice("GET", "/git/ref/heads/main")).body.object.sha;
    await alice("POST", "/git/refs", { ref: "refs/heads/work", sha: main });
    await alice("PUT", "/contents/w.txt", { message: "W", content: "dw==", branch: "work" });
    const { number } = (await alice("POST", "/pulls", { title: "P", head: "work", base: "main" })).body;
    const path = `/pulls/${number}/requested_reviewers`;
    expect((await alice("POST", path, { reviewers: ["alice"] })).status).toBe(422);
    expect((await alice("POST", path, { reviewers: ["mallory"] })).status).toBe(422);
    expect((await as("mallory")("POST", path, { reviewers: ["bob"] })).status).toBe(403);
    expect((await alice("POST", path, { team_reviewers: ["core"] })).status).toBe(501);
    const asked = { reviewers: ["bob", "maria"] };
    expect(await namesAfter(() => alice("POST", path, asked))).toEqual([
      "pull_request.review_requested",
      "pull_request.review_requested",
    ]);
    expect(await namesAfter(() => alice("DELETE", path, { reviewers: ["maria"] }))).toEqual([
      "pull_request.review_request_removed",
    ]);
    expect(world.received[0]?.payload.requested_reviewer).toMatchObject({ login: "maria" });
    expect((await alice("GET", path)).body).toMatchObject({ users: [{ login: "bob" }], teams: [] });
    expect((await alice("GET", `/pulls/${number}`)).body.requested_reviewers).toMatchObject([
      { login: "bob" },
    ]);
    const q = encodeURIComponent("repo:acme/demo review-requested:bob");
    expect((await world.as("alice")("GET", `/search/issues?q=${q}`)).body.total_count).toBe(1);
    await as("bob")("POST", `/pulls/${number}/reviews`, { event: "APPROVE" });
    expect((await alice("GET", path)).body.users).toEqual([]);
  });
});

describe("pins", () => {
  test("N34 at most three issues are pinned, with webhooks, and listed in their order", async () => {
    const ids: string[] = [];
    for (const title of ["A", "B", "C", "D"])
      ids.push((await as("alice")("POST", "/issues", { title })).body.node_id);
    const pin = (login: string, id = "", word = "pin") =>
      graphql(login, `mutation { ${word}Issue(input: { issueId: "${id}" }) { issue { title isPinned } } }`);
    expect((await pin("mallory", ids[0])).errors[0].type).toBe("FORBIDDEN");
    expect(await namesAfter(() => pin("alice", ids[0]))).toEqual(["issues.pinned"]);
    for (const id of ids.slice(1, 3)) await pin("alice", id);
    expect((await pin("alice", ids[3])).errors[0].message).toContain("Maximum 3 pinned issues");
    expect(await namesAfter(() => pin("alice", ids[1], "unpin"))).toEqual(["issues.unpinned"]);
    const shown = await graphql(
      "bob",
      `{ repository(owner: "acme", name: "demo") { pinnedIssues(first: 3) { nodes { issue { title } pinnedBy { login } } } } }`,
    );
    expect(shown.data.repository.pinnedIssues.nodes).toEqual([
      { issue: { title: "A" }, pinnedBy: { login: "alice" } },
      { issue: { title: "C" }, pinnedBy: { login: "alice" } },
    ]);
  });
});
