/**
 * Tests requests that only an attacker sends: each is answered in GitHub's words, and the hub keeps running.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestHub, type TestHub } from "../../support/hub.ts";

const issues = "/repos/acme/demo/issues";
let world: TestHub;
beforeAll(async () => {
  world = await startTestHub();
  await world.as("alice")("POST", issues, { title: "Here" });
});
afterAll(() => world.close());

describe("REST", () => {
  const brackets = (count: number): string => `${"[".repeat(count)}${"]".repeat(count)}`;

  test.each([
    ["a path with a broken escape", "GET", "/repos/acme/%E0%A4%A", undefined, 400],
    ["a path that climbs", "GET", "/repos/acme/demo/contents/..%2f..%2fetc", undefined, 404],
    ["a query longer than headers may be", "GET", `${issues}?labels=${"x".repeat(20_000)}`, undefined, 431],
    ["thousands of labels to filter by", "GET", `${issues}?labels=${"a,".repeat(4000)}`, undefined, 200],
    ["thousands of words to search", "GET", `/search/issues?q=${"a+".repeat(4000)}`, undefined, 200],
    ["a page beyond all pages", "GET", `${issues}?page=999999999&per_page=0`, undefined, 200],
    ["JSON that never closes", "POST", issues, "[".repeat(1_000_000), 400],
    ["JSON nested deeply", "POST", issues, `{"title":"t","body":${brackets(300_000)}}`, 422],
    ["a prototype in place of fields", "POST", issues, '{"__proto__":{"title":"t"}}', 422],
    ["a hundred thousand labels", "POST", issues, { title: "t", labels: Array(100_000).fill("bug") }, 422],
    ["a title of a megabyte", "POST", issues, { title: "t".repeat(1_000_000) }, 422],
    ["a body larger than is read", "POST", issues, "x".repeat(9_000_000), 413],
  ])("%s", async (_title, method, path, body, status) => {
    expect((await world.as("alice")(method, path, body)).status).toBe(status);
    expect((await world.as("alice")("GET", `${issues}/1`)).body.title).toBe("Here");
  });

  test("a repository name that leaves its directory is refused", async () => {
    const renamed = await world.as("maria")("PATCH", "/repos/acme/demo", { name: "../../demo" });
    expect(renamed.status).toBe(422);
  });

  test("a webhook URL must be a URL", async () => {
    for (const url of ["nowhere", "file:///etc/hosts", "javascript:0"])
      expect((await world.asApp()("PATCH", "/app/hook/config", { url })).status).toBe(422);
  });
});

describe("GraphQL", () => {
  const ask = async (query: string, variables?: object) =>
    (await world.as("alice")("POST", "/graphql", { query, variables })).body;

  test.each([
    ["selections", `{${"a{".repeat(15_000)}a${"}".repeat(15_001)}`],
    ["lists", `{ node(id: ${"[".repeat(15_000)}${"]".repeat(15_000)}) { id } }`],
  ])("thousands of nested %s are a query error", async (_title, query) => {
    expect(await ask(query)).toEqual({ errors: [{ message: "Query is nested too deeply." }] });
  });

  test("of fifty thousand labels in a filter only a hundred are read", async () => {
    const names = Array(50_000).fill("bug");
    const query =
      '($names: [String!]) { repository(owner: "acme", name: "demo") { issues(first: 1, FILTER) { totalCount } } }';
    for (const filter of ["labels: $names", "filterBy: { labels: $names }"])
      expect(await ask(`query${query.replace("FILTER", filter)}`, { names })).toEqual({
        data: { repository: { issues: { totalCount: 0 } } },
      });
  });
});
