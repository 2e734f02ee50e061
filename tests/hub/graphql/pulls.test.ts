/**
 * Tests pull requests over GraphQL: fields that REST does not have, and agreement with REST on the others.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoSeed } from "../../../src/hub/seed.ts";
import { type Ask, nameOf, startTestHub, type TestHub } from "../../support/hub.ts";

const repo = "/repos/acme/demo";
let world: TestHub;
let alice: Ask;
let path: string;
let number: number;
beforeAll(async () => {
  const events = [...demoSeed.app.events, "pull_request_review_thread"];
  world = await startTestHub({ seed: { ...demoSeed, app: { ...demoSeed.app, events } } });
  alice = world.as("alice");
  const main = (await alice("GET", `${repo}/git/ref/heads/main`)).body.object.sha;
  await alice("POST", `${repo}/git/refs`, { ref: "refs/heads/work", sha: main });
  const content = Buffer.from("x\n").toString("base64");
  await alice("PUT", `${repo}/contents/x.txt`, { message: "Work", branch: "work", content });
  await alice("POST", `${repo}/issues`, { title: "First" });
  await alice("POST", `${repo}/issues`, { title: "Second" });
  const body = "Fixes #1, resolves acme/demo#2, and see #3; closes #99 and #3.";
  const opened = await alice("POST", `${repo}/pulls`, { title: "Work", head: "work", base: "main", body });
  number = opened.body.number;
  path = `${repo}/pulls/${number}`;
});
afterAll(() => world.close());

async function query(fields: string) {
  const text = `{ repository(owner: "acme", name: "demo") { pullRequest(number: ${number}) { ${fields} } } }`;
  const { body } = await alice("POST", "/graphql", { query: text });
  expect(body.errors).toBeUndefined();
  return body.data.repository.pullRequest;
}

async function mutate(as: Ask, field: string) {
  return (await as("POST", "/graphql", { query: `mutation { ${field} }` })).body;
}

test("a pull request lists the issues that it closes, without itself and without missing ones", async () => {
  const pull = await query("closingIssuesReferences(first: 10) { totalCount nodes { number } }");
  expect(pull.closingIssuesReferences).toEqual({ totalCount: 2, nodes: [{ number: 1 }, { number: 2 }] });
  const closing = "closedByPullRequestsReferences(first: 5, includeClosedPrs: true) { nodes { number } }";
  const text = `{ repository(owner: "acme", name: "demo") { issue(number: 2) { ${closing} } } }`;
  const { body } = await alice("POST", "/graphql", { query: text });
  expect(body.data.repository.issue.closedByPullRequestsReferences.nodes).toEqual([{ number }]);
});

test("a thread is open until someone with write access resolves it, which sends a webhook", async () => {
  const comments = [{ path: "x.txt", line: 1, body: "Why?" }];
  await world.as("bob")("POST", `${path}/reviews`, { event: "REQUEST_CHANGES", body: "No", comments });
  const threads = "reviewThreads(first: 10) { nodes { id isResolved path line resolvedBy { login } } }";
  const [open] = (await query(`${threads} reviewDecision`)).reviewThreads.nodes;
  expect(open).toMatchObject({ isResolved: false, path: "x.txt", line: 1, resolvedBy: null });
  const resolve = `resolveReviewThread(input: { threadId: "${open.id}" }) { thread { isResolved } }`;
  expect((await mutate(world.as("mallory"), resolve)).errors[0].type).toBe("FORBIDDEN");
  expect((await mutate(alice, resolve)).data.resolveReviewThread.thread.isResolved).toBe(true);
  expect((await query(threads)).reviewThreads.nodes).toMatchObject([
    { isResolved: true, resolvedBy: { login: "alice" } },
  ]);
  await world.hub.idle();
  expect(world.received.map(nameOf)).toContain("pull_request_review_thread.resolved");
});

test("a pull request's issue is not an Issue, by number or by node", async () => {
  const { id } = await query("id");
  const text = `{ node(id: "${id}") { __typename } repository(owner: "acme", name: "demo") { issue(number: ${number}) { id } issues(first: 10) { totalCount } issueOrPullRequest(number: ${number}) { __typename } } }`;
  const { body } = await alice("POST", "/graphql", { query: text });
  expect(body.errors).toMatchObject([{ type: "NOT_FOUND", path: ["repository", "issue"] }]);
  expect(body.data).toMatchObject({
    node: { __typename: "PullRequest" },
    repository: { issues: { totalCount: 2 }, issueOrPullRequest: { __typename: "PullRequest" } },
  });
});

test("a pull request is opened, updated and merged by mutations", async () => {
  const { body: base } = await alice("GET", repo);
  const main = (await alice("GET", `${repo}/git/ref/heads/main`)).body.object.sha;
  await alice("POST", `${repo}/git/refs`, { ref: "refs/heads/other", sha: main });
  const content = Buffer.from("y\n").toString("base64");
  await alice("PUT", `${repo}/contents/y.txt`, { message: "Other", branch: "other", content });
  await alice("PUT", `${repo}/contents/z.txt`, { message: "Meanwhile", content });
  const input = `repositoryId: "${base.node_id}", title: "Other", baseRefName: "main", headRefName: "other"`;
  const made = await mutate(
    alice,
    `createPullRequest(input: { ${input} }) { pullRequest { id headRefOid } }`,
  );
  const { id, headRefOid } = made.data.createPullRequest.pullRequest;
  const update = `updatePullRequestBranch(input: { pullRequestId: "${id}", expectedHeadOid: "${headRefOid}" })`;
  const updated = await mutate(
    alice,
    `${update} { pullRequest { headRefOid commits(last: 1) { totalCount } } }`,
  );
  const next = updated.data.updatePullRequestBranch.pullRequest;
  expect(next.commits.totalCount).toBe(2);
  const merge = (oid: string) =>
    mutate(
      alice,
      `mergePullRequest(input: { pullRequestId: "${id}", expectedHeadOid: "${oid}" }) { pullRequest { state } }`,
    );
  expect((await merge(headRefOid)).errors[0].type).toBe("UNPROCESSABLE");
  expect((await merge(next.headRefOid)).data.mergePullRequest.pullRequest.state).toBe("MERGED");
});

test("fields of pull requests that the hub lacks are errors", async () => {
  const text = `{ repository(owner: "acme", name: "demo") { pullRequest(number: ${number}) { bodyHTML } } }`;
  const { body } = await alice("POST", "/graphql", { query: text });
  expect(body.errors[0].message).toBe("not implemented by the hub: PullRequest.bodyHTML");
});
