/** Tests issues that leave a repository: deleted ones are gone for good, transferred ones redirect. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { demoSeed, type HubSeed } from "../../../src/hub/seed.ts";
import { type Answered, nameOf, startTestHub, type TestHub } from "../../support/hub.ts";

const seed: HubSeed = {
  ...demoSeed,
  repositories: [
    ...demoSeed.repositories,
    { fullName: "acme/api", roles: { alice: "write" } },
    { fullName: "acme/vault", private: true, roles: { alice: "write" } },
  ],
};
const issues = "/repos/acme/demo/issues";
let world: TestHub;
beforeEach(async () => {
  world = await startTestHub({ seed });
});
afterEach(() => world.close());

const mutate = (login: string, query: string, variables: object) =>
  world.as(login)("POST", "/graphql", { query, variables });

async function transfer(login: string, issue: string, target: string, creates = false): Promise<Answered> {
  const { body: repository } = await world.as(login)("GET", `/repos/${target}`);
  const query = `mutation($issue: ID!, $target: ID!, $creates: Boolean) {
    transferIssue(input: { issueId: $issue, repositoryId: $target, createLabelsIfMissing: $creates }) {
      issue { number }
    }
  }`;
  return mutate(login, query, { issue, target: repository.node_id, creates });
}

test("a deleted issue answers 410, loses its edges, and its number is never reused", async () => {
  const { body: task } = await world.as("alice")("POST", issues, { title: "Task" });
  const { body: question } = await world.as("alice")("POST", issues, { title: "Question" });
  await world.as("alice")("POST", `${issues}/${task.number}/dependencies/blocked_by`, {
    issue_id: question.id,
  });
  await world.hub.idle();
  world.received.length = 0;
  const query = "mutation($id: ID!) { deleteIssue(input: { issueId: $id }) { repository { name } } }";
  expect((await mutate("alice", query, { id: question.node_id })).body.errors).toHaveLength(1);
  expect((await mutate("maria", query, { id: question.node_id })).body.errors).toBeUndefined();
  await world.inOrder();
  expect(world.received.map(nameOf)).toEqual(["issues.deleted"]);
  expect((await world.as("alice")("GET", `${issues}/2`)).status).toBe(410);
  expect((await world.as("alice")("GET", `${issues}/1/dependencies/blocked_by`)).body).toEqual([]);
  expect((await world.as("alice")("POST", issues, { title: "Next" })).body.number).toBe(3);
});

test("a transferred issue is a new one, and its old number redirects to it", async () => {
  const alice = world.as("alice");
  const { body: task } = await alice("POST", issues, { title: "Task", labels: ["bug", "demo only"] });
  const { body: question } = await alice("POST", issues, { title: "Question" });
  await alice("POST", `${issues}/1/comments`, { body: "On my way" });
  await alice("POST", `${issues}/1/dependencies/blocked_by`, { issue_id: question.id });
  const moved = await transfer("alice", task.node_id, "acme/api");
  expect(moved.body).toMatchObject({ data: { transferIssue: { issue: { number: 1 } } } });
  const old = await alice("GET", `${issues}/1`);
  expect(old.status).toBe(301);
  const { body: found } = await alice("GET", old.headers.get("location") ?? "");
  expect(found).toMatchObject({ title: "Task", comments: 1, labels: [{ name: "bug" }] });
  expect(found.id).not.toBe(task.id);
  expect(found.issue_dependencies_summary).toMatchObject({ blocked_by: 1 });
  const { body: blocked } = await alice("GET", `${issues}/2/dependencies/blocking`);
  expect(blocked).toMatchObject([{ id: found.id, repository_url: `${world.hub.url}/repos/acme/api` }]);
  const counts = ["demo", "api"].map(async (name) => (await alice("GET", `/repos/acme/${name}`)).body);
  expect(await Promise.all(counts)).toMatchObject([{ open_issues_count: 1 }, { open_issues_count: 1 }]);
});

test("each repository gets its side's webhook of a transfer", async () => {
  const { body: task } = await world.as("alice")("POST", issues, { title: "Task" });
  await world.hub.idle();
  world.received.length = 0;
  await transfer("alice", task.node_id, "acme/api");
  await world.inOrder();
  const [left, opened] = world.received.map(({ payload }) => payload);
  expect(world.received.map(nameOf)).toEqual(["issues.transferred", "issues.opened"]);
  expect(left).toMatchObject({ repository: { name: "demo" }, issue: { id: task.id } });
  expect(opened).toMatchObject({ repository: { name: "api" }, changes: { old_issue: { id: task.id } } });
  expect(left.changes.new_issue.id).toBe(opened.issue.id);
});

test("a transfer creates labels that the target lacks, on request", async () => {
  const { body: task } = await world.as("alice")("POST", issues, { title: "Task", labels: ["demo only"] });
  await transfer("alice", task.node_id, "acme/api", true);
  expect((await world.as("alice")("GET", "/repos/acme/api/issues/1")).body.labels).toMatchObject([
    { name: "demo only", color: "ededed" },
  ]);
});

test("an issue of a private repository cannot be made public by a transfer", async () => {
  const { body: secret } = await world.as("alice")("POST", "/repos/acme/vault/issues", { title: "Secret" });
  const { body } = await transfer("alice", secret.node_id, "acme/demo");
  expect(body.errors).toMatchObject([{ type: "UNPROCESSABLE" }]);
});

test("a transfer needs write access on both sides and another repository", async () => {
  const { body: task } = await world.as("bob")("POST", issues, { title: "Task" });
  const errorOf = async (login: string, target: string): Promise<string> =>
    (await transfer(login, task.node_id, target)).body.errors[0].type;
  expect(await errorOf("bob", "acme/api")).toBe("FORBIDDEN");
  expect(await errorOf("alice", "acme/demo")).toBe("UNPROCESSABLE");
  expect((await world.as("alice")("GET", `${issues}/1`)).status).toBe(200);
});
