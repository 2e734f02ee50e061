/** Tests a rule that requires an approving review: GitHub's messages, and whose approval counts. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Ask, nameOf, startTestHub, type TestHub } from "../../support/hub.ts";

const repo = "/repos/acme/demo";
let world: TestHub;
let alice: Ask;
let pull: string;
let id: string;

beforeAll(async () => {
  world = await startTestHub();
  alice = world.as("alice");
  const main = (await alice("GET", `${repo}/git/ref/heads/main`)).body.object.sha;
  await alice("POST", `${repo}/git/refs`, { ref: "refs/heads/work", sha: main });
  const content = Buffer.from("x").toString("base64");
  await alice("PUT", `${repo}/contents/x.txt`, { message: "Work", branch: "work", content });
  const { body } = await alice("POST", `${repo}/pulls`, { title: "Work", head: "work", base: "main" });
  pull = `${repo}/pulls/${body.number}`;
  id = body.node_id;
});
afterAll(() => world.close());

const status = async () => {
  const query =
    "query ($id: ID!) { node(id: $id) { ... on PullRequest { reviewDecision mergeStateStatus } } }";
  return (await alice("POST", "/graphql", { query, variables: { id } })).body.data.node;
};
/** The query that `gh pr review` sends. */
const review = async (login: string, event: string, body = "") => {
  const query =
    "mutation ($input: AddPullRequestReviewInput!) { addPullRequestReview(input: $input) { clientMutationId } }";
  const variables = { input: { pullRequestId: id, event, body } };
  return (await world.as(login)("POST", "/graphql", { query, variables })).body;
};
const merge = () => alice("PUT", `${pull}/merge`, {});

test("without a rule no review is required", async () => {
  // The first answer starts the computation of mergeability.
  await status();
  expect(await status()).toEqual({ reviewDecision: null, mergeStateStatus: "CLEAN" });
});

test("a required review blocks the merge, also after approvals by the author and by a user without write access", async () => {
  const ruleset = {
    name: "Reviews",
    enforcement: "active",
    conditions: { ref_name: { include: ["~DEFAULT_BRANCH"], exclude: [] } },
    rules: [{ type: "pull_request", parameters: { required_approving_review_count: 1 } }],
  };
  expect((await world.as("maria")("POST", `${repo}/rulesets`, ruleset)).status).toBe(201);
  const blocked = { reviewDecision: "REVIEW_REQUIRED", mergeStateStatus: "BLOCKED" };
  expect(await status()).toEqual(blocked);
  expect((await review("alice", "APPROVE")).errors[0].message).toContain(
    "Can not approve your own pull request",
  );
  await review("mallory", "APPROVE");
  expect(await status()).toEqual(blocked);
  expect(await merge()).toMatchObject({
    status: 405,
    body: { message: "At least 1 approving review is required by reviewers with write access." },
  });
});

test("a requested change blocks the merge until its reviewer approves, and the approval sends a webhook", async () => {
  await review("maria", "REQUEST_CHANGES", "Not yet.");
  expect(await status()).toMatchObject({
    reviewDecision: "CHANGES_REQUESTED",
    mergeStateStatus: "BLOCKED",
  });
  await review("maria", "APPROVE");
  expect(await status()).toEqual({ reviewDecision: "APPROVED", mergeStateStatus: "CLEAN" });
  await world.hub.idle();
  const told = world.received.filter((one) => nameOf(one) === "pull_request_review.submitted");
  expect(told.at(-1)?.payload.review).toMatchObject({ state: "approved", user: { login: "maria" } });
  expect((await merge()).status).toBe(200);
});

test("a pending review is refused with an error", async () => {
  const query =
    "mutation ($id: ID!) { addPullRequestReview(input: { pullRequestId: $id }) { clientMutationId } }";
  const { body } = await alice("POST", "/graphql", { query, variables: { id } });
  expect(body.errors[0].message).toContain("not implemented by the hub");
});
