/** Tests sub-issues: one parent, an order, limits, and their webhooks, over REST and GraphQL alike. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Answered, nameOf, startTestHub, type TestHub } from "../../support/hub.ts";

const issues = "/repos/acme/demo/issues";
const parts = `${issues}/1/sub_issues`;
let world: TestHub;
beforeEach(async () => {
  world = await startTestHub();
});
afterEach(() => world.close());

/** Opens issues #1 to #count. */
async function open(count: number): Promise<Answered["body"][]> {
  const opened = [];
  for (let n = 1; n <= count; n++)
    opened.push((await world.as("alice")("POST", issues, { title: `Issue ${n}` })).body);
  return opened;
}

const add = (parent: number, child: number, more: object = {}) =>
  world.as("alice")("POST", `${issues}/${parent}/sub_issues`, { sub_issue_id: child, ...more });

async function numbers(path: string): Promise<readonly number[]> {
  const { body } = await world.as("alice")("GET", path);
  return body.map((issue: { number: number }) => issue.number);
}

test("children keep their order, and a parent counts its closed ones", async () => {
  const [, second, third, fourth] = await open(4);
  for (const part of [second, third, fourth]) expect((await add(1, part.id)).status).toBe(201);
  const priority = { sub_issue_id: fourth.id, before_id: second.id };
  await world.as("alice")("PATCH", `${parts}/priority`, priority);
  expect(await numbers(parts)).toEqual([4, 2, 3]);
  await world.as("alice")("PATCH", `${parts}/priority`, { sub_issue_id: fourth.id, after_id: second.id });
  expect(await numbers(parts)).toEqual([2, 4, 3]);
  await world.as("alice")("PATCH", `${issues}/2`, { state: "closed" });
  const { body: whole } = await world.as("alice")("GET", `${issues}/1`);
  expect(whole.sub_issues_summary).toEqual({ total: 3, completed: 1, percent_completed: 33 });
  const { body: part } = await world.as("alice")("GET", `${issues}/2`);
  expect(part.parent_issue_url).toBe(whole.url);
});

test("each side of an edge gets a webhook, and so does a replaced parent", async () => {
  const [, , part] = await open(3);
  await world.hub.idle();
  world.received.length = 0;
  await add(1, part.id);
  expect((await add(2, part.id)).status).toBe(422);
  expect((await add(2, part.id, { replace_parent: true })).status).toBe(201);
  await world.inOrder();
  expect(world.received.map(nameOf)).toEqual([
    "sub_issues.sub_issue_added",
    "sub_issues.parent_issue_added",
    "sub_issues.sub_issue_removed",
    "sub_issues.parent_issue_removed",
    "sub_issues.sub_issue_added",
    "sub_issues.parent_issue_added",
  ]);
  expect((await world.as("alice")("GET", `${issues}/3/parent`)).body.number).toBe(2);
  expect(await numbers(parts)).toEqual([]);
});

describe("bounds", () => {
  test("an issue cannot be its own descendant at any depth", async () => {
    const [first, second, third] = await open(3);
    expect((await add(1, first.id)).status).toBe(422);
    await add(1, second.id);
    await add(2, third.id);
    expect((await add(3, first.id)).body.message).toBe("Sub issue may not create a circular dependency");
  });

  test("a tree has at most eight levels, including those below the child", async () => {
    const opened = await open(9);
    for (let n = 2; n <= 7; n++) await add(n, opened[n].id);
    expect((await add(1, opened[1].id)).status).toBe(201);
    expect((await add(8, opened[8].id)).body.message).toBe(
      "Parent cannot have more than 8 layers of sub-issues",
    );
  });

  test("a user who can only read cannot add sub-issues", async () => {
    const [, second] = await open(2);
    const refused = await world.as("mallory")("POST", parts, { sub_issue_id: second.id });
    expect(refused.status).toBe(403);
  });
});

test("GraphQL adds, reads, orders and removes children too", async () => {
  const [whole, first, second] = await open(3);
  const ask = async (query: string) => (await world.as("alice")("POST", "/graphql", { query })).body;
  const ends = (part: Answered["body"]) => `issueId: "${whole.node_id}", subIssueId: "${part.node_id}"`;
  await ask(`mutation { a: addSubIssue(input: { ${ends(first)} }) { subIssue { parent { number } } }
    b: addSubIssue(input: { ${ends(second)} }) { issue { number } } }`);
  const order = `input: { ${ends(second)}, beforeId: "${first.node_id}" }`;
  expect((await ask(`mutation { reprioritizeSubIssue(${order}) { issue { number } } }`)).errors).toBe(
    undefined,
  );
  const shown = `subIssues(first: 5) { nodes { number } } subIssuesSummary { total completed percentCompleted }
    timelineItems(first: 5) { nodes { ... on SubIssueAddedEvent { subIssue { number } } } }`;
  expect(await ask(`{ node(id: "${whole.node_id}") { ... on Issue { ${shown} } } }`)).toEqual({
    data: {
      node: {
        subIssues: { nodes: [{ number: 3 }, { number: 2 }] },
        subIssuesSummary: { total: 2, completed: 0, percentCompleted: 0 },
        timelineItems: { nodes: [{ subIssue: { number: 2 } }, { subIssue: { number: 3 } }] },
      },
    },
  });
  await ask(`mutation { removeSubIssue(input: { ${ends(first)} }) { issue { number } } }`);
  expect(await numbers(parts)).toEqual([3]);
});
