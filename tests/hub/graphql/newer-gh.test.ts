/**
 * Tests queries of `gh` 2.94 and later, which no distribution packages yet: its operations and fields, in our
 * wording. Each must fit the schema and be answered; sub-issues, which the hub lacks, must be reported as
 * such.
 */
import { beforeEach, describe, expect, test } from "vitest";
import { openIssue, openScene, type Scene, valueAt } from "./scene.ts";

let scene: Scene;
let task: string;
let question: string;
beforeEach(async () => {
  scene = openScene();
  task = await openIssue(scene, scene.alice, "Task");
  question = await openIssue(scene, scene.alice, "Question");
});

const repository = { owner: "acme", name: "demo" };
const issueView = /* GraphQL */ `
  query IssueByNumber($owner: String!, $name: String!, $number: Int!) {
    repository(owner: $owner, name: $name) {
      hasIssuesEnabled
      issue: issueOrPullRequest(number: $number) {
        __typename
        ... on Issue {
          number
          state
          stateReason(enableDuplicate: true)
          isPinned
          issueType { id name description color }
          parent { number title url state repository { nameWithOwner } }
          subIssues(first: 100) { totalCount nodes { number title url state repository { nameWithOwner } } }
          subIssuesSummary { total completed percentCompleted }
          blockedBy(first: 50) { totalCount nodes { number title url state repository { nameWithOwner } } }
          blocking(first: 50) { totalCount nodes { number title url state repository { nameWithOwner } } }
          closedByPullRequestsReferences(first: 100) { nodes { number } pageInfo { hasNextPage endCursor } }
          assignedActors(first: 10) {
            nodes { ... on User { id login name __typename } ... on Bot { id login __typename } }
            totalCount
          }
          projectItems(first: 100) { nodes { id } totalCount }
        }
        ... on PullRequest { number state isDraft }
      }
    }
  }
`;

const operations: readonly (readonly [string, string, (scene: Scene) => Record<string, unknown>])[] = [
  ["IssueByNumber", issueView, () => ({ ...repository, number: 1 })],
  [
    "IssueNodeID",
    "query IssueNodeID($owner: String!, $name: String!, $number: Int!) { repository(owner: $owner, name: $name) { issue(number: $number) { id } } }",
    () => ({ ...repository, number: 2 }),
  ],
  [
    "RepositoryIssueTypes",
    "query RepositoryIssueTypes($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { issueTypes(first: 50) { nodes { id name description color isEnabled } } } }",
    () => repository,
  ],
  [
    "RepositoryAssignableActors",
    `query RepositoryAssignableActors($owner: String!, $name: String!, $endCursor: String) {
      repository(owner: $owner, name: $name) {
        suggestedActors(first: 100, after: $endCursor, capabilities: CAN_BE_ASSIGNED) {
          nodes { __typename login ... on User { id name } ... on Bot { id } }
          pageInfo { hasNextPage endCursor }
        }
      }
    }`,
    () => repository,
  ],
  [
    "IssueList of a type",
    `query IssueSearch($query: String!, $limit: Int!, $type: SearchType!) {
      search(type: $type, last: $limit, query: $query) {
        issueCount nodes { ... on Issue { number title state issueType { name } labels(first: 100) { nodes { name } } } }
        pageInfo { hasNextPage endCursor }
      }
    }`,
    () => ({ query: "repo:acme/demo is:issue state:open", limit: 30, type: "ISSUE_ADVANCED" }),
  ],
  [
    "SearchFeatures",
    'query SearchFeatures { SearchType: __type(name: "SearchType") { enumValues(includeDeprecated: true) { name } } }',
    () => ({}),
  ],
  [
    "IssueFeatures",
    'query IssueFeatures { Issue: __type(name: "Issue") { fields(includeDeprecated: true) { name } } Update: __type(name: "UpdateIssueIssueTypeInput") { inputFields { name } } }',
    () => ({}),
  ],
  [
    "AddBlockedBy",
    "mutation AddBlockedBy($input: AddBlockedByInput!) { addBlockedBy(input: $input) { issue { id } blockingIssue { id } } }",
    () => ({ input: { issueId: task, blockingIssueId: question } }),
  ],
  [
    "UpdateIssueIssueType",
    "mutation UpdateIssueIssueType($input: UpdateIssueIssueTypeInput!) { updateIssueIssueType(input: $input) { issue { id } } }",
    () => ({ input: { issueId: task, issueTypeId: null } }),
  ],
  [
    "ReplaceActorsForAssignable",
    "mutation ReplaceActorsForAssignable($input: ReplaceActorsForAssignableInput!) { replaceActorsForAssignable(input: $input) { __typename } }",
    () => ({ input: { assignableId: task, actorLogins: ["alice"] } }),
  ],
  [
    "IssueCreate with an issue type left out",
    "mutation IssueCreate($input: CreateIssueInput!) { createIssue(input: $input) { issue { id url } } }",
    ({ demo }) => ({
      input: {
        repositoryId: demo.nodeId,
        title: "New",
        body: "Text",
        issueTypeId: null,
        labelIds: [],
        projectIds: [],
      },
    }),
  ],
];

describe("gh 2.94 and later", () => {
  test.each(operations)("%s is answered", async (_name, query, variables) => {
    const { data, errors } = await scene.ask(scene.alice, query, variables(scene));
    expect(errors).toEqual([]);
    expect(data).toBeDefined();
  });

  test("an issue's view shows its relations, and types and sub-issues as in a repository without them", async () => {
    await scene.ask(
      scene.alice,
      "mutation($input: AddBlockedByInput!) { addBlockedBy(input: $input) { clientMutationId } }",
      { input: { issueId: task, blockingIssueId: question } },
    );
    const { data } = await scene.ask(scene.alice, issueView, { ...repository, number: 1 });
    expect(valueAt(data, "repository.issue")).toMatchObject({
      __typename: "Issue",
      issueType: null,
      parent: null,
      subIssues: { totalCount: 0, nodes: [] },
      subIssuesSummary: { total: 0, completed: 0, percentCompleted: 0 },
      blockedBy: {
        totalCount: 1,
        nodes: [
          {
            number: 2,
            title: "Question",
            url: "http://127.0.0.1:4001/acme/demo/issues/2",
            state: "OPEN",
            repository: { nameWithOwner: "acme/demo" },
          },
        ],
      },
      blocking: { totalCount: 0, nodes: [] },
    });
  });

  test("an undefined issue type does not exist", async () => {
    for (const mutation of [
      `updateIssueIssueType(input: { issueId: "${task}", issueTypeId: "IT_1" }) { clientMutationId }`,
      `updateIssue(input: { id: "${task}", issueTypeId: "IT_1" }) { clientMutationId }`,
      `createIssue(input: { repositoryId: "${scene.demo.nodeId}", title: "x", issueTypeId: "IT_1" }) { clientMutationId }`,
    ]) {
      const { errors } = await scene.ask(scene.alice, `mutation { ${mutation} }`);
      expect(errors).toMatchObject([
        { type: "NOT_FOUND", message: "Could not resolve to a node with the global id of 'IT_1'" },
      ]);
    }
  });

  test("sub-issues are added and removed", async () => {
    for (const [mutation, type, total] of [
      ["addSubIssue", "AddSubIssueInput", 1],
      ["removeSubIssue", "RemoveSubIssueInput", 0],
    ] as const) {
      const { data, errors } = await scene.ask(
        scene.alice,
        `mutation($input: ${type}!) { ${mutation}(input: $input) { issue { subIssuesSummary { total } } } }`,
        { input: { issueId: task, subIssueId: question } },
      );
      expect(errors).toEqual([]);
      expect(valueAt(data, `${mutation}.issue.subIssuesSummary.total`)).toBe(total);
    }
  });
});
