/** Tests how requests fail: GitHub's message, its shape, and that a refused request changes nothing. */
import fc from "fast-check";
import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery } from "graphql";
import { beforeEach, describe, expect, test } from "vitest";
import { executeGraphql } from "../../../src/hub/graphql/executor/execute.ts";
import { startTestHub } from "../../support/hub.ts";
import { openIssue, openScene, type Scene, valueAt } from "./scene.ts";

let scene: Scene;
beforeEach(() => {
  scene = openScene();
});

const countIssues = '{ repository(owner: "acme", name: "demo") { issues(first: 1) { totalCount } } }';

describe("an invalid request", () => {
  test.each([
    ["a list", []],
    ["null", null],
    ["no query", {}],
    ["a query that is no text", { query: 7 }],
  ])("%s is answered with 400", async (_title, request) => {
    expect((await executeGraphql(scene.core, scene.alice, request)).status).toBe(400);
  });

  test("a request with several operations must name one", async () => {
    const query = "query A { viewer { login } } query B { viewer { name } }";
    const ask = async (operationName?: string) =>
      (await executeGraphql(scene.core, scene.alice, { query, operationName })).body;
    expect(await ask()).toEqual({ errors: [{ message: "An operation name is required" }] });
    expect(await ask("C")).toEqual({ errors: [{ message: 'No operation named "C"' }] });
    expect(await ask("A")).toEqual({ data: { viewer: { login: "alice" } } });
  });

  test("no query text and no variables make the hub throw", async () => {
    const words = [
      "{",
      "}",
      "(",
      ")",
      "query",
      "...",
      "on Issue",
      "viewer",
      "login",
      "$a",
      ":",
      "node",
      '"',
      "x",
      "first: 1",
    ];
    const query = fc.oneof(
      fc.string(),
      fc.array(fc.constantFrom(...words)).map((parts) => parts.join(" ")),
    );
    const variables = fc.oneof(fc.anything(), fc.dictionary(fc.string(), fc.anything()));
    await fc.assert(
      fc.asyncProperty(query, variables, async (text, given) => {
        const { status, body } = await executeGraphql(scene.core, scene.alice, {
          query: text,
          variables: given,
        });
        expect(status).toBe(200);
        expect(() => JSON.stringify(body)).not.toThrow();
      }),
      { numRuns: 300 },
    );
  });

  test("a request without an account is not answered", async () => {
    const { status, body } = await executeGraphql(scene.core, { kind: "anonymous" }, { query: countIssues });
    expect(status).toBe(401);
    expect(body).toMatchObject({ message: "This endpoint requires you to be authenticated." });
  });
});

describe("a query that does not fit the schema", () => {
  test("an unknown field is reported in GitHub's words, without data", async () => {
    const { status, body } = await scene.ask(scene.alice, "{ viewer { shoeSize } }");
    expect(status).toBe(200);
    expect(body).toEqual({
      errors: [
        {
          extensions: { code: "undefinedField", typeName: "User", fieldName: "shoeSize" },
          locations: [{ line: 1, column: 12 }],
          message: "Field 'shoeSize' doesn't exist on type 'User'",
        },
      ],
    });
  });

  test("an unknown argument is reported in GitHub's words", async () => {
    const { errors } = await scene.ask(scene.alice, "{ viewer { login(loud: true) } }");
    expect(errors).toMatchObject([{ message: "Field 'login' doesn't accept argument 'loud'" }]);
  });

  test("a syntax error is reported with its location", async () => {
    const { errors } = await scene.ask(scene.alice, "{ viewer { login ");
    expect(errors).toMatchObject([{ locations: [{ line: 1, column: 18 }] }]);
  });

  test("fields that GitHub has and the hub lacks are errors instead of null", async () => {
    const { data, errors } = await scene.ask(scene.alice, "{ viewer { login status { message } } }");
    expect(data).toEqual({ viewer: { login: "alice", status: null } });
    expect(errors).toMatchObject([
      {
        type: "NOT_IMPLEMENTED",
        message: "not implemented by the hub: User.status",
        path: ["viewer", "status"],
      },
    ]);
  });

  test("a mutation that the hub lacks is an error", async () => {
    const { errors } = await scene.ask(
      scene.alice,
      'mutation { createProject(input: { name: "x", ownerId: "y" }) { clientMutationId } }',
    );
    expect(errors).toMatchObject([{ message: "not implemented by the hub: Mutation.createProject" }]);
  });

  test("an input field that would be ignored is refused", async () => {
    const { errors } = await scene.ask(
      scene.alice,
      `mutation { createIssue(input: { repositoryId: "${scene.demo.nodeId}", title: "x", projectIds: ["P_1"] }) { issue { id } } }`,
    );
    expect(errors).toMatchObject([
      { message: "not implemented by the hub: Mutation.createIssue(input.projectIds)" },
    ]);
  });

  test("a missing variable is an error and nothing runs", async () => {
    const { data, errors } = await scene.ask(scene.alice, "query($id: ID!) { node(id: $id) { id } }");
    expect(data).toBeUndefined();
    expect(errors).toHaveLength(1);
  });
});

describe("a query that asks for too much", () => {
  const inDemo = (fields: string) => `{ repository(owner: "acme", name: "demo") { ${fields} } }`;
  test.each([
    ["without bounds", inDemo("issues { nodes { id } }"), "MISSING_PAGINATION_BOUNDARIES"],
    ["of 101 rows", inDemo("issues(first: 101) { totalCount }"), "EXCESSIVE_PAGINATION"],
    ["of minus one rows", inDemo("issues(last: -1) { totalCount }"), "INVALID_PAGINATION"],
    [
      "of a million nodes",
      inDemo(
        "issues(first: 100) { nodes { comments(first: 100) { nodes { reactions(first: 100) { totalCount } } } } }",
      ),
      "MAX_NODE_LIMIT_EXCEEDED",
    ],
    [
      "of three types",
      '{ a: __type(name: "A") { name } b: __type(name: "B") { name } c: __type(name: "C") { name } }',
      "INTROSPECTION_LIMIT",
    ],
    [
      "nested deeply",
      `{ ${"relay { ".repeat(40)} viewer { login } ${"}".repeat(40)} }`,
      "MAX_DEPTH_EXCEEDED",
    ],
    [
      "that grows by fragments",
      `query { ...F0 } ${Array.from({ length: 15 }, (_, i) => `fragment F${i} on Query { ${i < 14 ? `...F${i + 1} ...F${i + 1} ...F${i + 1}` : "viewer { login }"} }`).join(" ")}`,
      "MAX_FIELDS_EXCEEDED",
    ],
    ["of 101 ids", `{ nodes(ids: [${'"x" '.repeat(101)}]) { id } }`, "ARGUMENT_LIMIT"],
  ])("%s is refused", async (_title, query, type) => {
    const { data, errors } = await scene.ask(scene.alice, query);
    expect(data).toBeUndefined();
    expect(errors).toMatchObject([{ type }]);
  });

  test("a connection needs no page size if only its count is requested", async () => {
    const { data } = await scene.ask(scene.alice, inDemo("issues { totalCount }"));
    expect(data).toEqual({ repository: { issues: { totalCount: 0 } } });
  });

  test("page sizes in variables and their defaults are measured too", async () => {
    const query = (fallback: string) =>
      `query($n: Int${fallback}) { repository(owner: "acme", name: "demo") { issues(first: $n) { totalCount } } }`;
    expect((await scene.ask(scene.alice, query(""), { n: 500 })).errors).toMatchObject([
      { type: "EXCESSIVE_PAGINATION" },
    ]);
    expect((await scene.ask(scene.alice, query(" = 500"))).errors).toMatchObject([
      { type: "EXCESSIVE_PAGINATION" },
    ]);
    expect((await scene.ask(scene.alice, query(" = 5"))).errors).toEqual([]);
  });

  test("a mutation with an excessive selection changes nothing", async () => {
    const { errors } = await scene.ask(
      scene.alice,
      `mutation { createIssue(input: { repositoryId: "${scene.demo.nodeId}", title: "x" }) { issue { labels(first: 200) { totalCount } } } }`,
    );
    expect(errors).toMatchObject([{ type: "EXCESSIVE_PAGINATION" }]);
    const { data } = await scene.ask(scene.alice, countIssues);
    expect(valueAt(data, "repository.issues.totalCount")).toBe(0);
  });

  test("more tokens than any client sends are refused before validation", async () => {
    const { errors } = await scene.ask(scene.alice, `{ ${"viewer { login } ".repeat(15_000)} }`);
    expect(errors).toHaveLength(1);
    expect(errors[0]?.message).toMatch(/token/);
  });
});

describe("several mutations in one request", () => {
  test("mutations run in order, and a refused one is null with its own error beside the others", async () => {
    const id = await openIssue(scene, scene.alice, "Batch");
    const comment = (alias: string, subjectId: string) =>
      `${alias}: addComment(input: { subjectId: "${subjectId}", body: "${alias}" }) { commentEdge { node { body } } }`;
    const { status, data, errors } = await scene.ask(
      scene.alice,
      `mutation { ${comment("one", id)} ${comment("two", "I_nothing")} ${comment("three", id)}
        four: deleteIssue(input: { issueId: "${id}" }) { clientMutationId } }`,
    );
    expect(status).toBe(200);
    expect(data).toEqual({
      one: { commentEdge: { node: { body: "one" } } },
      two: null,
      three: { commentEdge: { node: { body: "three" } } },
      four: null,
    });
    expect(errors).toMatchObject([
      {
        type: "NOT_FOUND",
        path: ["two"],
        message: "Could not resolve to a node with the global id of 'I_nothing'",
      },
      { type: "FORBIDDEN", path: ["four"] },
    ]);
    const { data: after } = await scene.ask(
      scene.alice,
      `{ node(id: "${id}") { ... on Issue { comments(first: 5) { nodes { body } } } } }`,
    );
    expect(valueAt(after, "node.comments.nodes")).toEqual([{ body: "one" }, { body: "three" }]);
  });

  test("nodes(ids) returns what exists, in order, and an error for each missing node", async () => {
    const id = await openIssue(scene, scene.alice, "One");
    const { data, errors } = await scene.ask(
      scene.alice,
      "query($ids: [ID!]!) { nodes(ids: $ids) { id __typename } }",
      {
        ids: ["I_nothing", id, scene.demo.nodeId, scene.vault.nodeId],
      },
    );
    expect(data).toEqual({
      nodes: [null, { id, __typename: "Issue" }, { id: scene.demo.nodeId, __typename: "Repository" }, null],
    });
    expect(errors).toMatchObject([
      { type: "NOT_FOUND", path: ["nodes", 0] },
      { type: "NOT_FOUND", path: ["nodes", 3] },
    ]);
  });
});

describe("permissions", () => {
  test("a private repository does not exist for users who may not see it", async () => {
    const vault = '{ repository(owner: "acme", name: "vault") { name } }';
    expect((await scene.ask(scene.maria, vault)).data).toEqual({ repository: { name: "vault" } });
    for (const actor of [scene.alice, scene.app]) {
      const { data, errors } = await scene.ask(actor, vault);
      expect(data).toEqual({ repository: null });
      expect(errors).toMatchObject([
        { type: "NOT_FOUND", message: "Could not resolve to a Repository with the name 'acme/vault'." },
      ]);
    }
  });

  test("a user without a role can comment but neither label, close nor relate issues", async () => {
    const id = await openIssue(scene, scene.alice, "Not yours");
    const tries = {
      closeIssue: `issueId: "${id}"`,
      clearLabelsFromLabelable: `labelableId: "${id}"`,
      addBlockedBy: `issueId: "${id}", blockingIssueId: "${id}"`,
      replaceActorsForAssignable: `assignableId: "${id}", actorLogins: ["mallory"]`,
      updateIssue: `id: "${id}", title: "Mine now"`,
    };
    for (const [mutation, input] of Object.entries(tries)) {
      const { errors } = await scene.ask(
        scene.mallory,
        `mutation { ${mutation}(input: { ${input} }) { clientMutationId } }`,
      );
      const operation = mutation.charAt(0).toUpperCase() + mutation.slice(1);
      expect(errors).toMatchObject([
        {
          type: "FORBIDDEN",
          message: `mallory does not have the correct permissions to execute \`${operation}\``,
        },
      ]);
    }
  });

  test('an App without the permission gets "resource not accessible"', async () => {
    const { errors } = await scene.ask(
      { ...scene.app, permissions: { metadata: "read", issues: "read" } },
      `mutation { createIssue(input: { repositoryId: "${scene.demo.nodeId}", title: "x" }) { issue { id } } }`,
    );
    expect(errors).toMatchObject([{ type: "FORBIDDEN", message: "Resource not accessible by integration" }]);
  });
});

describe("introspection", () => {
  test("features are detected by looking up a type", async () => {
    const { data } = await scene.ask(
      scene.alice,
      '{ Issue: __type(name: "Issue") { fields(includeDeprecated: true) { name } } SearchType: __type(name: "SearchType") { enumValues { name } } }',
    );
    expect(valueAt(data, "Issue.fields")).toEqual(
      expect.arrayContaining([{ name: "stateReason" }, { name: "blockedBy" }, { name: "issueType" }]),
    );
    expect(valueAt(data, "SearchType.enumValues")).toContainEqual({ name: "ISSUE_ADVANCED" });
  });

  test("the whole schema can be introspected and rebuilt", async () => {
    const { data } = await scene.ask(scene.alice, getIntrospectionQuery());
    const isIntrospection = (value: unknown): value is IntrospectionQuery =>
      valueAt(value, "__schema") !== undefined;
    if (!isIntrospection(data)) throw new Error("There is no schema in the answer.");
    expect(buildClientSchema(data).getMutationType()?.getFields()).toHaveProperty("addBlockedBy");
  });
});

describe("rateLimit", () => {
  const query =
    '{ rateLimit { limit cost remaining used nodeCount resetAt } repository(owner: "acme", name: "demo") { issues(first: 50) { nodes { labels(first: 10) { totalCount } } } } }';

  test("rateLimit shows the budget and the size of the query", async () => {
    const budget = {
      resource: "graphql",
      limit: 5000,
      used: 3,
      remaining: 4997,
      reset: 1_795_235_400,
    } as const;
    const { body } = await executeGraphql(scene.core, scene.alice, { query }, { budget });
    expect(valueAt(body, "data.rateLimit")).toEqual({
      limit: 5000,
      cost: 1,
      remaining: 4997,
      used: 3,
      nodeCount: 550,
      resetAt: "2026-11-21T04:30:00Z",
    });
  });

  test("a query takes as many points as it costs, in the headers and in rateLimit", async () => {
    const hub = await startTestHub();
    const long =
      '{ rateLimit { cost used remaining } repository(owner: "acme", name: "demo") { issues(first: 100) { nodes { a: labels(first: 1) { totalCount } b: comments(first: 1) { totalCount } c: blockedBy(first: 1) { totalCount } } } } }';
    const first = await hub.as("alice")("POST", "/graphql", { query: "{ viewer { login } }" });
    const second = await hub.as("alice")("POST", "/graphql", { query: long });
    await hub.close();
    expect([first, second].map(({ headers }) => headers.get("x-ratelimit-used"))).toEqual(["1", "4"]);
    expect(second.body.data.rateLimit).toEqual({ cost: 3, used: 4, remaining: 4996 });
  });

  test("rateLimit is null if no budget is enforced", async () => {
    expect(valueAt((await scene.ask(scene.alice, query)).data, "rateLimit")).toBeNull();
  });
});
