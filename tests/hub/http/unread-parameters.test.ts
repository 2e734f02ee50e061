/**
 * Tests that REST ignores nothing silently: what a request asks for is read, or refused by name; and the
 * qualifiers that search supports.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestHub, type TestHub } from "../../support/hub.ts";

const repo = "/repos/acme/demo";
const issues = `${repo}/issues`;
let world: TestHub;
beforeAll(async () => {
  world = await startTestHub();
  const alice = world.as("alice");
  const main = (await alice("GET", `${repo}/git/ref/heads/main`)).body.object.sha;
  await alice("POST", issues, {
    title: "One",
    body: "first words @bob",
    labels: ["bug"],
    assignees: ["bob"],
  });
  await alice("POST", issues, { title: "Two", body: "second", labels: ["help wanted"] });
  await world.as("mallory")("POST", issues, { title: "Three" });
  await alice("PATCH", `${issues}/2`, { state: "closed", state_reason: "not_planned" });
  await world.as("bob")("POST", `${issues}/3/comments`, { body: "in a comment" });
  await alice("POST", `${issues}/3/reactions`, { content: "heart" });
  await world.as("maria")("PUT", `${issues}/3/lock`);
  await alice("POST", `${repo}/git/refs`, { ref: "refs/heads/work", sha: main });
  await alice("PUT", `${repo}/contents/w.txt`, { message: "W", content: "dw==", branch: "work" });
  await alice("POST", `${repo}/pulls`, { title: "Four", head: "work", base: "main", draft: true });
});
afterAll(() => world.close());

async function refusedFor(method: string, path: string, body?: unknown): Promise<string> {
  const answer = await world.as("maria")(method, path, body);
  expect({ method, path, body, status: answer.status }).toEqual({ method, path, body, status: 501 });
  return String(answer.body.message).replace(/^not implemented by the hub: /, "");
}

const review = {
  event: "COMMENT",
  body: "Look",
  comments: [{ path: "w.txt", line: 1, start_line: 1, body: "Here" }],
};

describe("documented parameters that the hub does not read", () => {
  test.each([
    ["a parameter", "GET", `${issues}?mentioned=bob`, undefined, "mentioned"],
    ["a word of a parameter", "GET", `${repo}/pulls?sort=popularity`, undefined, "sort=popularity"],
    ["several at once", "GET", `${repo}/commits?author=alice&until=2026-01-01`, undefined, "author, until"],
    [
      "a property",
      "POST",
      issues,
      { title: "T", issue_field_values: [{ field_id: 1, value: "x" }] },
      "issue_field_values",
    ],
    ["a property of a list's item", "POST", `${repo}/pulls/4/reviews`, review, "comments[].start_line"],
    [
      "a property that sets what is fixed",
      "PATCH",
      repo,
      { delete_branch_on_merge: true },
      "delete_branch_on_merge",
    ],
  ])("N35 an unread parameter is a 501 with its name: %s", async (_what, method, path, body, name) => {
    expect(await refusedFor(method, path, body)).toContain(name);
  });

  test("N35 a write refused for an unread parameter changes nothing and sends no webhook", async () => {
    await world.hub.idle();
    world.received.length = 0;
    const count = (await world.as("maria")("GET", `${issues}?state=all`)).body.length;
    await refusedFor("POST", issues, { title: "Half", issue_field_values: [{ field_id: 1, value: "x" }] });
    expect((await world.as("maria")("GET", `${issues}?state=all`)).body).toHaveLength(count);
    await world.hub.idle();
    expect(world.received).toEqual([]);
  });

  test("N35 what changes nothing is ignored: a default, null, an empty list, and what GitHub does not know", async () => {
    const maria = world.as("maria");
    expect((await maria("GET", `${repo}/pulls?direction=desc&nonsense=1&head=`)).status).toBe(200);
    const body = { title: "T", issue_field_values: [], nonsense: { deep: true } };
    const made = await maria("POST", issues, body);
    expect(made.status).toBe(201);
    await maria("PATCH", `${issues}/${made.body.number}`, { state: "closed", assignee: null });
  });
});

describe("search", () => {
  async function found(query: string): Promise<readonly number[]> {
    const { status, body } = await world.as("alice")(
      "GET",
      `/search/issues?order=asc&q=${encodeURIComponent(`repo:acme/demo ${query}`)}`,
    );
    expect({ query, status }).toEqual({ query, status: 200 });
    return body.items.map(({ number }: { number: number }) => number).filter((number: number) => number <= 4);
  }

  test.each([
    ["is:issue is:locked", [3]],
    ["is:unlocked is:pr", [4]],
    ["is:draft", [4]],
    ["-is:draft is:issue", [1, 2, 3]],
    ["is:private", []],

    ["label:bug,documentation", [1]],
    ["-label:bug is:issue", [2, 3]],
    ["no:label is:issue", [3]],
    ["no:assignee is:issue", [2, 3]],
    ["no:milestone no:project label:bug", [1]],
    ["commenter:bob", [3]],
    ["mentions:bob", [1]],
    ["involves:bob", [1, 3]],
    ["author:mallory", [3]],
    ["-author:alice is:issue", [3]],
    ["assignee:bob", [1]],
    ["comments:>0", [3]],
    ["comments:0 is:issue", [1, 2]],
    ["comments:1..5", [3]],
    ["interactions:>=2", [3]],
    ["reactions:1", [3]],
    ["created:>2020-01-01 label:bug", [1]],
    ["created:<2020-01-01", []],
    ["created:2020-01-01..* is:pr", [4]],
    ["closed:>2020-01-01", [2]],
    ["updated:<=2020-01-01", []],
    ['reason:"not planned"', [2]],
    ["archived:true", []],
    ["archived:false label:bug", [1]],
    ["head:work", [4]],
    ["in:title words", []],
    ["in:body words", [1]],
    ["in:comments comment", [3]],
    ["-words is:issue", [2, 3]],
    ["app:signalbox", []],
    ["nonsense:x", []],
  ])("N35 %s finds %j", async (query, numbers) => {
    expect(await found(query)).toEqual(numbers);
  });

  test.each([
    "project:acme/1",
    "team:acme/core",
    "language:go",
    "review:approved",
    "in:file word",
    "linked:pr",
    "no:parent-issue",
    "bug OR feature",
    "NOT words",
    "created:>@today-7d",
    "sort:interactions-desc",
  ])("N35 %s is a 501 with its name, over GraphQL too", async (query) => {
    const q = encodeURIComponent(`repo:acme/demo ${query}`);
    const rest = await world.as("alice")("GET", `/search/issues?q=${q}`);
    const part = /OR|NOT/.exec(query)?.[0] ?? query.split(" ")[0] ?? "";
    expect([rest.status, rest.body.message]).toEqual([501, expect.stringContaining(part)]);
    const graphql = `query($q: String!) { search(type: ISSUE, query: $q, first: 1) { issueCount } }`;
    const { body } = await world.as("alice")("POST", "/graphql", { query: graphql, variables: { q: query } });
    expect(body.errors[0]).toMatchObject({ type: "NOT_IMPLEMENTED", message: expect.stringContaining(part) });
  });

  test("N35 the query's own sort takes precedence over the parameters, over REST too", async () => {
    const byWord = "is:issue sort:comments-desc";
    expect((await found(byWord))[0]).toBe(3);
    expect((await found("is:issue sort:created-desc")).toSorted((a, b) => b - a)).toEqual(
      await found("is:issue sort:created-desc"),
    );
  });

  test("N35 an unsupported sort is a 501", async () => {
    expect(await refusedFor("GET", "/search/issues?q=is:issue&sort=interactions")).toContain(
      "sort=interactions",
    );
  });
});
