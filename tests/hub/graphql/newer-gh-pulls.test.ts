/**
 * Tests queries of `gh pr` 2.60 and later, which no distribution packages yet: its operations and fields, in
 * our wording. Each must fit the schema and be answered.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Ask, startTestHub, type TestHub } from "../../support/hub.ts";

const repo = "/repos/acme/demo";
const place = { owner: "acme", name: "demo" };
let world: TestHub;
let alice: Ask;
let pull: { readonly number: number; readonly node_id: string };

beforeAll(async () => {
  world = await startTestHub();
  alice = world.as("alice");
  const main = (await alice("GET", `${repo}/git/ref/heads/main`)).body.object.sha;
  await alice("POST", `${repo}/git/refs`, { ref: "refs/heads/work", sha: main });
  const content = Buffer.from("x").toString("base64");
  const change = { message: "Work", branch: "work", content };
  const head = (await alice("PUT", `${repo}/contents/x.txt`, change)).body.commit.sha;
  await alice("POST", `${repo}/issues`, { title: "First" });
  const opened = { title: "Work", head: "work", base: "main", body: "Closes #1" };
  pull = (await alice("POST", `${repo}/pulls`, opened)).body;
  const bot = await world.asInstallation();
  await bot("POST", `${repo}/check-runs`, { name: "verify", head_sha: head, conclusion: "success" });
});
afterAll(() => world.close());

const contexts = (required: string): string => `
  statusCheckRollup: commits(last: 1) { nodes { commit { statusCheckRollup { contexts(first: 100) {
    nodes {
      __typename
      ... on StatusContext { context state targetUrl createdAt description ${required} }
      ... on CheckRun {
        name checkSuite { workflowRun { event workflow { name } } }
        status conclusion startedAt completedAt detailsUrl ${required}
      }
    }
    pageInfo { hasNextPage endCursor }
  } } } } }`;
const byState = `
  statusCheckRollup: commits(last: 1) { nodes { commit { statusCheckRollup { contexts {
    checkRunCount checkRunCountsByState { state count }
    statusContextCount statusContextCountsByState { state count }
  } } } } }`;
const view = `
  id number title state url body closed closedAt createdAt updatedAt fullDatabaseId
  additions deletions changedFiles baseRefName baseRefOid headRefName headRefOid isCrossRepository isDraft
  headRepository { id name nameWithOwner } headRepositoryOwner { id login ... on User { name } }
  maintainerCanModify mergeable mergeStateStatus isInMergeQueue isMergeQueueEnabled mergedAt
  mergeCommit { oid } potentialMergeCommit { oid } mergedBy { login ... on User { id name } }
  author { login ... on User { id name } }
  assignedActors(first: 10) {
    nodes { ... on User { id login name __typename } ... on Bot { id login __typename } } totalCount
  }
  autoMergeRequest { authorEmail commitBody commitHeadline mergeMethod enabledAt enabledBy { login } }
  baseRef { branchProtectionRule { requiresStrictStatusChecks requiredApprovingReviewCount } }
  closingIssuesReferences(first: 100) {
    nodes { id number url repository { id name owner { id login } } } pageInfo { hasNextPage endCursor }
  }
  files(first: 100) { nodes { additions deletions path changeType } }
  labels(first: 100) { nodes { id name description color } totalCount }
  milestone { number title description dueOn }
  projectItems(first: 100) { nodes { id project { id title } } totalCount }
  reactionGroups { content users { totalCount } }
  reviewDecision
  reviewRequests(first: 100) { nodes { requestedReviewer {
    __typename ... on User { login name } ... on Bot { login } ... on Team { organization { login } name slug }
  } } }
  reviews(first: 100) {
    nodes { id author { login } authorAssociation submittedAt body state commit { oid } } totalCount
  }
  latestReviews(first: 100) { nodes { author { login } authorAssociation submittedAt body state } }
  comments(first: 100) { nodes { id body url viewerDidAuthor } totalCount }`;
const onPull = (name: string, fields: string): string =>
  `query ${name}($owner: String!, $name: String!, $number: Int!) {
    repository(owner: $owner, name: $name) { pullRequest(number: $number) { ${fields} } } }`;
const numbered = () => ({ ...place, number: pull.number });

const operations: readonly (readonly [string, string, () => Readonly<Record<string, unknown>>])[] = [
  ["PullRequestByNumber", onPull("PullRequestByNumber", view), numbered],
  ["PullRequestByNumber with checks", onPull("PullRequestByNumber", contexts("")), numbered],
  [
    "PullRequestStatusChecks",
    `query PullRequestStatusChecks($id: ID!) { node(id: $id) { ... on PullRequest { ${contexts(
      "isRequired(pullRequestId: $id)",
    )} } } }`,
    () => ({ id: pull.node_id }),
  ],
  ["PullRequestByNumber with counts", onPull("PullRequestByNumber", byState), numbered],
  [
    "ComparePullRequestBaseBranchWith",
    `query ComparePullRequestBaseBranchWith($owner: String!, $name: String!, $number: Int!, $headRef: String!) {
      repository(owner: $owner, name: $name) { pullRequest(number: $number) {
        baseRef { compare(headRef: $headRef) { aheadBy behindBy status } } } } }`,
    () => ({ ...numbered(), headRef: "work" }),
  ],
  [
    "PullRequestForBranch",
    `query PullRequestForBranch($owner: String!, $name: String!, $headRefName: String!, $states: [PullRequestState!]) {
      repository(owner: $owner, name: $name) {
        pullRequests(headRefName: $headRefName, states: $states, first: 30, orderBy: { field: CREATED_AT, direction: DESC }) {
          nodes { number state baseRefName headRefName isCrossRepository headRepositoryOwner { id login } }
        }
        defaultBranchRef { name } } }`,
    () => ({ ...place, headRefName: "work", states: ["OPEN"] }),
  ],
  [
    "PullRequestTemplates",
    "query PullRequestTemplates($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { pullRequestTemplates { filename body } } }",
    () => place,
  ],
  [
    "RepositoryInfo",
    `query RepositoryInfo($owner: String!, $name: String!) { repository(owner: $owner, name: $name) {
      id name owner { login } hasIssuesEnabled description hasWikiEnabled viewerPermission
      defaultBranchRef { name } parent { id name owner { login } }
      mergeCommitAllowed rebaseMergeAllowed squashMergeAllowed } }`,
    () => place,
  ],
  [
    "PullRequest_fields",
    `query PullRequest_fields {
      PullRequest: __type(name: "PullRequest") { fields(includeDeprecated: true) { name } }
      StatusCheckRollupContextConnection: __type(name: "StatusCheckRollupContextConnection") {
        fields(includeDeprecated: true) { name } } }`,
    () => ({}),
  ],
  [
    "ReplaceActorsForAssignable",
    "mutation ReplaceActorsForAssignable($input: ReplaceActorsForAssignableInput!) { replaceActorsForAssignable(input: $input) { __typename } }",
    () => ({ input: { assignableId: pull.node_id, actorLogins: ["alice"] } }),
  ],
];

const asked = async (query: string, variables: object) =>
  (await alice("POST", "/graphql", { query, variables })).body.data.repository.pullRequest;

describe("gh pr of 2.60 and later", () => {
  test.each(operations)("%s is answered", async (_name, query, variables) => {
    const { status, body } = await alice("POST", "/graphql", { query, variables: variables() });
    expect(body.errors).toBeUndefined();
    expect(status).toBe(200);
  });

  test("the checks are counted by status, and the branch is compared with its base", async () => {
    const counted = await asked(onPull("Counts", byState), numbered());
    expect(counted.statusCheckRollup.nodes[0].commit.statusCheckRollup.contexts).toEqual({
      checkRunCount: 1,
      checkRunCountsByState: [{ state: "SUCCESS", count: 1 }],
      statusContextCount: 0,
      statusContextCountsByState: [],
    });
    const compared = await asked(
      onPull("Compare", 'baseRef { compare(headRef: "work") { aheadBy behindBy status } }'),
      numbered(),
    );
    expect(compared.baseRef.compare).toEqual({ aheadBy: 1, behindBy: 0, status: "AHEAD" });
  });
});
