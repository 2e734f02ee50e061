/** Tests GraphQL through the hub's server: both layouts, credentials, rate limit. */
import { Octokit } from "@octokit/rest";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Hub } from "../../../src/hub/hub.ts";
import { startCheckedHub } from "../../support/checked-hub.ts";
import { valueAt } from "./scene.ts";

let hub: Hub;
beforeAll(async () => {
  hub = await startCheckedHub({ home: ":memory:", port: 0 });
});
afterAll(() => hub.close());

const octokit = (layout: string) =>
  new Octokit({ baseUrl: `${hub.url}${layout}`, auth: hub.tokenOf("alice"), log: silent });
const silent = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

describe("GraphQL over HTTP", () => {
  test.each([
    ["github.com's layout", ""],
    ["an enterprise host's layout", "/api/v3"],
  ])("Octokit queries in %s, and links point to the site", async (_title, layout) => {
    const answer = await octokit(layout).graphql(
      '{ viewer { login } repository(owner: "acme", name: "demo") { url isPrivate } rateLimit { limit cost } }',
    );
    expect(answer).toEqual({
      viewer: { login: "alice" },
      repository: { url: `${hub.url}/acme/demo`, isPrivate: false },
      rateLimit: { limit: 5000, cost: 1 },
    });
  });

  test("Octokit rejects with the errors and keeps the data beside them", async () => {
    const failed = octokit("").graphql('{ viewer { login } repository(owner: "acme", name: "none") { id } }');
    await expect(failed).rejects.toMatchObject({
      name: "GraphqlResponseError",
      errors: [{ type: "NOT_FOUND", path: ["repository"] }],
      data: { viewer: { login: "alice" }, repository: null },
    });
  });

  test("wrong and missing credentials are refused", async () => {
    const ask = (headers: Record<string, string>) =>
      fetch(`${hub.url}/graphql`, {
        method: "POST",
        headers,
        body: JSON.stringify({ query: "{ viewer { login } }" }),
      });
    expect((await ask({ authorization: "Bearer ghp_wrong" })).status).toBe(401);
    expect((await ask({})).status).toBe(401);
    const answer = await ask({ authorization: `Bearer ${hub.tokenOf("bob")}` });
    expect(answer.headers.get("x-ratelimit-resource")).toBe("graphql");
    expect(valueAt(await answer.json(), "data.viewer.login")).toBe("bob");
  });
});
