/** Tests a repository's lists: issues by filter and order, labels, people, files. */
import { beforeEach, describe, expect, test } from "vitest";
import { setLabels } from "../../../src/hub/ops/issues/issue-labels.ts";
import { putCommit, putTree } from "../../../src/hub/state/git/git.ts";
import { putObject } from "../../../src/hub/state/git/objects.ts";
import { setRef } from "../../../src/hub/state/git/refs.ts";
import { openIssue, openScene, type Scene, valueAt } from "./scene.ts";

let scene: Scene;
beforeEach(() => {
  scene = openScene();
});

/** Opens an issue with labels, last changed at the given minute. */
async function at(minute: number, labels: readonly string[] = []): Promise<void> {
  await openIssue(scene, scene.alice, `Issue of minute ${minute}`);
  const row = scene.core.state.get("SELECT max(id) AS id FROM issues");
  const issueId = Number(row?.id);
  setLabels(scene.core, scene.alice, { issueId, names: labels });
  const stamp = `2026-11-21T03:${String(minute).padStart(2, "0")}:00Z`;
  scene.core.state.run(
    "UPDATE issues SET created_at = ?, updated_at = ? WHERE id = ?",
    stamp,
    stamp,
    issueId,
  );
}

const inDemo = (fields: string) => `{ repository(owner: "acme", name: "demo") { ${fields} } }`;

async function numbers(args: string): Promise<unknown> {
  const { data, errors } = await scene.ask(scene.alice, inDemo(`issues(${args}) { nodes { number } }`));
  expect(errors).toEqual([]);
  const nodes = valueAt(data, "repository.issues.nodes");
  return Array.isArray(nodes) ? nodes.map((node) => valueAt(node, "number")) : nodes;
}

describe("issues of a repository", () => {
  beforeEach(async () => {
    await at(10, ["task"]);
    await at(30, ["task", "blocked"]);
    await at(20);
  });

  test.each([
    ["in the order of their making", "first: 9", [1, 3, 2]],
    ["last changed first", "first: 9, orderBy: { field: UPDATED_AT, direction: DESC }", [2, 3, 1]],
    ["the last of them", "last: 1", [2]],
    ["changed since an instant", 'first: 9, filterBy: { since: "2026-11-21T03:20:00Z" }', [3, 2]],
    [
      "changed since an instant of another zone",
      'first: 9, filterBy: { since: "2026-11-21T04:20:01+01:00" }',
      [2],
    ],
    ["with any of some labels", 'first: 9, labels: ["blocked", "task"]', [1, 2]],
    ["with all of some labels", 'first: 9, filterBy: { labels: ["blocked", "task"] }', [2]],
    ["that are closed", "first: 9, states: [CLOSED]", []],
    ["whatever their state", "first: 9, filterBy: { states: [OPEN, CLOSED] }", [1, 3, 2]],
    ["by an author", 'first: 9, filterBy: { createdBy: "alice" }', [1, 3, 2]],
    ["by nobody of that name", 'first: 9, filterBy: { createdBy: "nobody" }', []],
    ["assigned to nobody", "first: 9, filterBy: { assignee: null }", [1, 3, 2]],
    ["assigned to somebody", 'first: 9, filterBy: { assignee: "*" }', []],
    ["assigned to alice", 'first: 9, filterBy: { assignee: "alice" }', []],
    ["that mention somebody", 'first: 9, filterBy: { mentioned: "alice" }', []],
  ])("issues are listed %s", async (_title, args, expected) => {
    expect(await numbers(args)).toEqual(expected);
  });

  test("an issue that changes between two pages appears again at the end and hides no other", async () => {
    const query = `query($after: String) { repository(owner: "acme", name: "demo") {
      issues(first: 1, after: $after, orderBy: { field: UPDATED_AT, direction: ASC }) {
        nodes { number } pageInfo { endCursor hasNextPage } } } }`;
    const met: unknown[] = [];
    let after: unknown = null;
    for (let page = 0; page < 9; page++) {
      const { data } = await scene.ask(scene.alice, query, { after });
      met.push(valueAt(data, "repository.issues.nodes.0.number"));
      if (page === 0)
        scene.core.state.run("UPDATE issues SET updated_at = '2026-11-21T03:40:00Z' WHERE number = 1");
      after = valueAt(data, "repository.issues.pageInfo.endCursor");
      if (valueAt(data, "repository.issues.pageInfo.hasNextPage") === false) break;
    }
    expect(met).toEqual([1, 3, 2, 1]);
  });

  test("a label lists its issues", async () => {
    const { data } = await scene.ask(
      scene.alice,
      inDemo(
        'label(name: "BLOCKED") { name issues(first: 9, states: [OPEN]) { totalCount nodes { number } } }',
      ),
    );
    expect(valueAt(data, "repository.label")).toEqual({
      name: "blocked",
      issues: { totalCount: 1, nodes: [{ number: 2 }] },
    });
  });

  test("search finds what the filters find, best results first even with `last`", async () => {
    const query = `{ search(type: ISSUE, last: 1, query: "repo:acme/demo label:task sort:updated-desc") {
      issueCount nodes { ... on Issue { number } } pageInfo { hasNextPage endCursor } } }`;
    const { data } = await scene.ask(scene.alice, query);
    expect(valueAt(data, "search")).toMatchObject({
      issueCount: 2,
      nodes: [{ number: 2 }],
      pageInfo: { hasNextPage: true },
    });
    const next = query.replace("last: 1", `last: 1, after: "${valueAt(data, "search.pageInfo.endCursor")}"`);
    expect(valueAt((await scene.ask(scene.alice, next)).data, "search.nodes")).toEqual([{ number: 1 }]);
  });

  test("search for people is reported as unsupported", async () => {
    const { errors } = await scene.ask(
      scene.alice,
      '{ search(type: USER, first: 1, query: "alice") { userCount } }',
    );
    expect(errors).toMatchObject([{ message: "not implemented by the hub: Query.search(type: USER)" }]);
  });
});

describe("labels and people of a repository", () => {
  test("labels are ordered and searched", async () => {
    await at(1, ["beta", "Alpha", "gamma"]);
    const names = async (args: string) =>
      valueAt(
        (await scene.ask(scene.alice, inDemo(`labels(first: 9, ${args}) { nodes { name } }`))).data,
        "repository.labels.nodes",
      );
    expect(await names("orderBy: { field: NAME, direction: ASC }")).toEqual([
      { name: "Alpha" },
      { name: "beta" },
      { name: "gamma" },
    ]);
    expect(await names("orderBy: { field: CREATED_AT, direction: DESC }")).toEqual([
      { name: "gamma" },
      { name: "Alpha" },
      { name: "beta" },
    ]);
    expect(await names('query: "ET"')).toEqual([{ name: "beta" }]);
    const missing = await scene.ask(scene.alice, inDemo('label(name: "none") { id }'));
    expect(missing.body).toEqual({ data: { repository: { label: null } } });
  });

  test("people with a role can be assigned, and the query filters them", async () => {
    const { data } = await scene.ask(
      scene.alice,
      inDemo(
        'assignableUsers(first: 9) { nodes { login } } suggestedActors(first: 9, query: "ali", capabilities: [CAN_BE_ASSIGNED]) { nodes { __typename login } }',
      ),
    );
    expect(valueAt(data, "repository")).toEqual({
      assignableUsers: { nodes: [{ login: "maria" }, { login: "alice" }] },
      suggestedActors: { nodes: [{ __typename: "User", login: "alice" }] },
    });
  });

  test("the viewer's permission is their role; an App's is what it was granted", async () => {
    for (const [actor, permission] of [
      [scene.maria, "ADMIN"],
      [scene.alice, "WRITE"],
      [scene.mallory, "READ"],
      [scene.app, "WRITE"],
    ] as const) {
      const { data } = await scene.ask(actor, inDemo("viewerPermission"));
      expect(data).toEqual({ repository: { viewerPermission: permission } });
    }
  });
});

describe("files of a repository", () => {
  test("a repository without commits has no default branch", async () => {
    const { data } = await scene.ask(
      scene.alice,
      inDemo('isEmpty defaultBranchRef { name } object(expression: "HEAD:a") { oid }'),
    );
    expect(data).toEqual({ repository: { isEmpty: true, defaultBranchRef: null, object: null } });
  });

  test("objects are found by expression", async () => {
    const { state } = scene.core;
    const { id } = scene.demo;
    const blob = putObject(state, id, "blob", Buffer.from("agents: []\n"));
    const inner = putTree(state, id, [{ mode: "100644", name: "signalbox.yml", sha: blob }]);
    const tree = putTree(state, id, [{ mode: "40000", name: ".github", sha: inner }]);
    const author = { name: "Alice", email: "alice@example.com", at: 1_795_231_800 };
    const head = putCommit(state, id, { tree, parents: [], author, committer: author, message: "Begin" });
    setRef(state, id, "refs/heads/main", head);
    const { data, errors } = await scene.ask(
      scene.alice,
      inDemo(`
        defaultBranchRef { name target { oid __typename } }
        file: object(expression: "HEAD:.github/signalbox.yml") { ... on Blob { text byteSize isBinary } }
        folder: object(expression: "main:.github") { ... on Tree { entries { name type object { oid } } } }
        commit: object(oid: "${head}") { __typename abbreviatedOid }
        none: object(expression: "main:nothing") { oid }
        up: object(expression: "main:../x") { oid }
        branch: object(expression: "other") { oid }`),
    );
    expect(errors).toEqual([]);
    expect(valueAt(data, "repository")).toEqual({
      defaultBranchRef: { name: "main", target: { oid: head, __typename: "Commit" } },
      file: { text: "agents: []\n", byteSize: 11, isBinary: false },
      folder: { entries: [{ name: "signalbox.yml", type: "blob", object: { oid: blob } }] },
      commit: { __typename: "Commit", abbreviatedOid: head.slice(0, 7) },
      none: null,
      up: null,
      branch: null,
    });
  });
});
