/**
 * Tests that GraphQL ignores nothing silently: an argument or an input field that was sent and not read is an
 * error with its name.
 */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openScene, type Scene, valueAt } from "./scene.ts";

let scene: Scene;
beforeEach(() => {
  scene = openScene();
});
afterEach(() => scene.core.state.close());

const inDemo = (fields: string) => `{ repository(owner: "acme", name: "demo") { ${fields} } }`;

async function open(title: string): Promise<string> {
  const { data } = await scene.ask(
    scene.alice,
    `mutation { createIssue(input: { repositoryId: "${scene.demo.nodeId}", title: "${title}" }) { issue { id } } }`,
  );
  return String(valueAt(data, "createIssue.issue.id"));
}

describe("arguments in the schema that the hub does not read", () => {
  test.each([
    [
      "an argument",
      "issue(number: 1) { reactions(first: 1, orderBy: { field: CREATED_AT, direction: DESC }) { totalCount } }",
      "Issue.reactions(orderBy)",
    ],
    [
      "an input's field",
      "issues(first: 1, filterBy: { viewerSubscribed: true }) { totalCount }",
      "Repository.issues(filterBy.viewerSubscribed)",
    ],
    [
      "an input's field where nothing is asked but the count",
      "issues(filterBy: { viewerSubscribed: true }) { totalCount }",
      "Repository.issues(filterBy.viewerSubscribed)",
    ],
    [
      "several at once",
      "issue(number: 1) { closedByPullRequestsReferences(first: 1, userLinkedOnly: true, orderByState: true) { totalCount } }",
      "Issue.closedByPullRequestsReferences(orderByState, userLinkedOnly)",
    ],
    [
      "a word of an enum",
      "owner { repositories(first: 1, orderBy: { field: STARGAZERS, direction: ASC }) { totalCount } }",
      "Organization.repositories(orderBy.field: STARGAZERS)",
    ],
    [
      "a word of a list",
      "suggestedActors(first: 1, capabilities: [CAN_BE_AUTHOR]) { totalCount }",
      "Repository.suggestedActors(capabilities: CAN_BE_AUTHOR)",
    ],
  ])("N35 an unread argument is an error with its name: %s", async (_what, fields, name) => {
    await open("One");
    const { status, errors } = await scene.ask(scene.alice, inDemo(fields));
    expect(status).toBe(200);
    expect(errors).toMatchObject([
      { type: "NOT_IMPLEMENTED", message: `not implemented by the hub: ${name}`, path: expect.anything() },
    ]);
  });

  test("N35 a mutation refused for an unread argument changes nothing, and the others of its request are kept", async () => {
    const input = (title: string, more: string) =>
      `createIssue(input: { repositoryId: "${scene.demo.nodeId}", title: "${title}"${more} }) { issue { title } }`;
    const { data, errors } = await scene.ask(
      scene.alice,
      `mutation { one: ${input("One", "")} two: ${input("Two", ', projectIds: ["P_1"]')} }`,
    );
    expect(data).toEqual({ one: { issue: { title: "One" } }, two: null });
    expect(errors).toMatchObject([
      { message: "not implemented by the hub: Mutation.createIssue(input.projectIds)", path: ["two"] },
    ]);
    const { state } = scene.core;
    expect(state.all("SELECT title FROM issues")).toEqual([{ title: "One" }]);
    expect(state.all("SELECT id FROM deliveries")).toHaveLength(1);
  });

  test("N35 an unread argument that changes nothing passes: null, an empty list, the schema's default, any argument of a list that is always empty", async () => {
    const { errors } = await scene.ask(
      scene.alice,
      `query ($none: Boolean) { repository(owner: "acme", name: "demo", followRenames: true) {
        issues(first: 1, filterBy: { viewerSubscribed: $none }, labels: []) { totalCount }
        projectsV2(first: 1, query: "x", orderBy: { field: TITLE, direction: ASC }) { totalCount }
        owner { repositories(first: 1, ownerAffiliations: [OWNER, COLLABORATOR]) { totalCount } } } }`,
      { none: null },
    );
    expect(errors).toEqual([]);
  });
});

describe("arguments that the hub reads", () => {
  test("N35 an account's repositories are listed in the requested order, only forks or none", async () => {
    const { data, errors } = await scene.ask(
      scene.maria,
      `{ repositoryOwner(login: "acme") { repositories(first: 9, orderBy: { field: NAME, direction: DESC }, isFork: false) { nodes { name } } } forks: repositoryOwner(login: "acme") { repositories(first: 9, isFork: true, ownerAffiliations: [OWNER]) { totalCount } } }`,
    );
    expect(errors).toEqual([]);
    expect(data).toEqual({
      repositoryOwner: { repositories: { nodes: [{ name: "vault" }, { name: "demo" }] } },
      forks: { repositories: { totalCount: 0 } },
    });
  });

  test("N35 a timeline starts at an instant, in any time zone", async () => {
    const id = await open("One");
    const since = (at: string) =>
      scene.ask(
        scene.alice,
        `{ node(id: "${id}") { ... on Issue { timelineItems(first: 9, since: "${at}") { filteredCount } } } }`,
      );
    await scene.ask(
      scene.alice,
      `mutation { addComment(input: { subjectId: "${id}", body: "x" }) { clientMutationId } }`,
    );
    const hence = new Date(Date.now() + 60_000).toISOString().slice(0, 19);
    expect((await since("2026-01-01T00:00:00+02:00")).data).toMatchObject({
      node: { timelineItems: { filteredCount: 1 } },
    });
    expect((await since(`${hence}.000+00:00`)).data).toMatchObject({
      node: { timelineItems: { filteredCount: 0 } },
    });
    expect((await since("yesterday")).errors[0]?.type).toBe("UNPROCESSABLE");
  });
});
