/** Tests the HTTP layer: layouts, proxies, sockets, pages, conditional requests, and what does not exist. */

import { mkdtempSync, rmSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Octokit } from "@octokit/rest";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestHub, type TestHub } from "../../support/hub.ts";

const issues = "/repos/acme/demo/issues";
let world: TestHub;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "hub-http-"));
  world = await startTestHub({ options: { socketPath: join(folder, "hub.sock") } });
  for (let n = 1; n <= 7; n++)
    await world.as("alice")("POST", issues, {
      title: `Issue ${n}`,
      labels: n % 2 === 0 ? ["even", "bug"] : ["bug"],
    });
  await world.as("alice")("PATCH", `${issues}/7`, { state: "closed", state_reason: "not_planned" });
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true });
});

interface RawAnswer {
  readonly status: number | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  readonly body: any;
}

/** Sends a request line verbatim. */
function raw(
  path: string,
  where: { port: number } | { socketPath: string },
  host: string,
): Promise<RawAnswer> {
  const headers = { host, authorization: `token ${world.hub.tokenOf("alice")}` };
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ host: "127.0.0.1", ...where, path, headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({ status: response.statusCode, body: JSON.parse(Buffer.concat(chunks).toString()) });
    });
    sent.on("error", reject);
    sent.end();
  });
}

describe("layouts", () => {
  test("the enterprise layout answers like the other, with links of its own", async () => {
    const { body } = await world.as("alice")("GET", `/api/v3${issues}/1`);
    expect(body.url).toBe(`${world.hub.url}/api/v3${issues}/1`);
    expect(body.html_url).toBe(`${world.hub.url}/acme/demo/issues/1`);
    const query = "{ viewer { login } }";
    const { body: viewer } = await world.as("alice")("POST", "/api/graphql", { query });
    expect(viewer).toEqual({ data: { viewer: { login: "alice" } } });
  });

  test("a proxy's request line is understood, and links lead back through the proxy", async () => {
    const { port } = world.hub;
    const { status, body } = await raw(
      `http://api.github.localhost${issues}/1`,
      { port },
      "api.github.localhost",
    );
    expect(status).toBe(200);
    expect(body.url).toBe(`http://api.github.localhost${issues}/1`);
    expect(body.html_url).toBe("http://github.localhost/acme/demo/issues/1");
  });

  test("a Unix socket serves any host", async () => {
    const { body } = await raw("/user", { socketPath: join(folder, "hub.sock") }, "api.github.com");
    expect(body).toMatchObject({ login: "alice", html_url: "https://github.com/alice" });
  });

  test("Octokit pages through a list unmodified", async () => {
    const octokit = new Octokit({ baseUrl: world.hub.url, auth: world.hub.tokenOf("bob") });
    const all = await octokit.paginate(octokit.rest.issues.listForRepo, {
      owner: "acme",
      repo: "demo",
      state: "all",
      per_page: 3,
    });
    expect(all.map((issue) => issue.number)).toEqual([7, 6, 5, 4, 3, 2, 1]);
  });
});

describe("lists", () => {
  const numbers = async (query: string): Promise<number[]> => {
    const { body } = await world.as("bob")("GET", `${issues}?${query}`);
    return body.map((issue: { number: number }) => issue.number);
  };

  test.each([
    ["", [6, 5, 4, 3, 2, 1]],
    ["state=closed", [7]],
    ["state=all&direction=asc&per_page=2", [1, 2]],
    ["labels=even,BUG&direction=asc", [2, 4, 6]],
    ["labels=nothing", []],
    ["creator=alice&per_page=1", [6]],
    ["creator=nobody", []],
    ["assignee=none&per_page=1", [6]],
    ["assignee=*", []],
    ["since=2000-01-01T00:00:00Z&per_page=1&page=2", [5]],
    ["since=2999-01-01T00:00:00Z", []],
  ])("issues with %j are %j", async (query, expected) => {
    expect(await numbers(query)).toEqual(expected);
  });

  test("page links lead to the other pages and keep the query", async () => {
    const { headers } = await world.as("bob")("GET", `${issues}?labels=bug&per_page=2&page=2`);
    const link = headers.get("link") ?? "";
    for (const [rel, page] of [
      ["prev", 1],
      ["next", 3],
      ["last", 3],
      ["first", 1],
    ])
      expect(link).toContain(`<${world.hub.url}${issues}?labels=bug&per_page=2&page=${page}>; rel="${rel}"`);
    const { headers: only } = await world.as("bob")("GET", issues);
    expect(only.has("link")).toBe(false);
  });

  test("comments are listed by issue and by repository, since an instant", async () => {
    for (const n of [1, 2]) await world.as("bob")("POST", `${issues}/${n}/comments`, { body: `On ${n}` });
    const bodies = async (path: string): Promise<string[]> =>
      (await world.as("bob")("GET", path)).body.map((comment: { body: string }) => comment.body);
    expect(await bodies(`${issues}/1/comments`)).toEqual(["On 1"]);
    expect(await bodies(`${issues}/comments`)).toEqual(["On 1", "On 2"]);
    expect(await bodies(`${issues}/comments?sort=created&direction=desc`)).toEqual(["On 2", "On 1"]);
    expect(await bodies(`${issues}/comments?since=2999-01-01T00:00:00Z`)).toEqual([]);
  });

  test("the timeline has labels, renames, closings and comments in order", async () => {
    await world.as("alice")("PATCH", `${issues}/3`, { title: "Renamed" });
    await world.as("alice")("POST", `${issues}/3/comments`, { body: "Hi" });
    await world.as("alice")("PATCH", `${issues}/3`, { state: "closed" });
    await world.as("alice")("PATCH", `${issues}/3`, { state: "open" });
    const { body: events } = await world.as("bob")("GET", `${issues}/3/events`);
    expect(events.map(({ event }: { event: string }) => event)).toEqual([
      "labeled",
      "renamed",
      "closed",
      "reopened",
    ]);
    const { body: timeline } = await world.as("bob")("GET", `${issues}/3/timeline`);
    expect(timeline).toHaveLength(5);
    expect(timeline.some(({ event }: { event: string }) => event === "commented")).toBe(true);
  });
});

describe("conditional requests", () => {
  test("an unchanged answer is a 304 without a body, and a changed one is complete", async () => {
    const alice = world.as("alice");
    const first = await alice("GET", `${issues}/4`);
    const etag = first.headers.get("etag") ?? "";
    const again = await alice("GET", `${issues}/4`, undefined, { "if-none-match": etag });
    expect(again).toMatchObject({ status: 304, body: "" });
    await alice("POST", `${issues}/4/comments`, { body: "Changed" });
    expect((await alice("GET", `${issues}/4`, undefined, { "if-none-match": etag })).status).toBe(200);
  });

  test("N31 a 304 does not count against the quota, and its headers say so", async () => {
    const bob = world.as("bob");
    const remaining = ({ headers }: { headers: Headers }) => Number(headers.get("x-ratelimit-remaining"));
    const first = await bob("GET", `${issues}/5`);
    const known = { "if-none-match": first.headers.get("etag") ?? "" };
    const again = await bob("GET", `${issues}/5`, undefined, known);
    expect([again.status, remaining(again)]).toEqual([304, remaining(first)]);
    const changed = await bob("GET", `${issues}/5`, undefined, { "if-none-match": '"other"' });
    expect([changed.status, remaining(changed)]).toEqual([200, remaining(first) - 1]);
    const { body } = await bob("GET", "/rate_limit");
    expect(body.resources.core.remaining).toBe(remaining(first) - 1);
  });
});

describe("credentials", () => {
  test("wrong credentials are refused even where none are needed", async () => {
    expect((await world.withAuthorization(undefined)("GET", issues)).status).toBe(200);
    const refused = await world.withAuthorization("token nonsense")("GET", issues);
    expect(refused).toMatchObject({
      status: 401,
      body: { message: "Bad credentials", documentation_url: expect.any(String), status: "401" },
    });
  });

  test("an App's token is refused if it has expired, lives too long or was issued in the future", async () => {
    const now = Math.floor(Date.now() / 1000);
    for (const [iat, exp] of [
      [now - 700, now - 10],
      [now, now + 3600],
      [now + 300, now + 600],
    ] as const)
      expect((await world.asApp({ iat, exp })("GET", "/app")).status).toBe(401);
    expect((await world.asApp()("GET", "/app")).body.slug).toBe("signalbox");
  });

  test("an App's token signed with another key is refused", async () => {
    const genuine = await world.asApp()("GET", "/app/installations");
    expect(genuine.body).toMatchObject([{ account: { login: "acme" }, repository_selection: "all" }]);
    const forged = await world.withAuthorization("Bearer eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOjQwMDAwMX0.AAAA")(
      "GET",
      "/app",
    );
    expect(forged.status).toBe(401);
  });

  test("an installation's token ends when it is revoked", async () => {
    const bot = await world.asInstallation();
    expect((await bot("GET", "/installation/repositories")).body.total_count).toBe(1);
    expect((await bot("DELETE", "/installation/token")).status).toBe(204);
    expect((await bot("GET", "/installation/repositories")).status).toBe(401);
  });
});

describe("missing routes and malformed requests", () => {
  test("a route that GitHub has and the hub does not is reported as unimplemented", async () => {
    const missing = await world.as("alice")("GET", "/repos/acme/demo/stargazers");
    expect(missing.status).toBe(501);
    expect(missing.body.message).toBe("not implemented by the hub: GET /repos/acme/demo/stargazers");
    expect((await world.as("alice")("GET", "/nothing/of/the/kind")).status).toBe(404);
  });

  test("a body that is not JSON answers 400", async () => {
    expect((await world.as("alice")("POST", issues, "{")).status).toBe(400);
  });

  test("hostile paths and parameters are answered, never thrown", async () => {
    for (const path of [
      "/repos/%ff/x",
      "/repos/a/b/issues/999999999999999",
      `${issues}?page=-1&per_page=1e9`,
      "//x",
    ])
      expect((await world.as("alice")("GET", path)).status).toBeLessThan(500);
  });
});

test("every answer has headers for its rate limit and its request id", async () => {
  const { headers } = await world.as("bob")("GET", "/user", undefined, {
    "x-github-api-version": "2026-03-10",
  });
  expect(headers.get("x-ratelimit-limit")).toBe("5000");
  expect(Number(headers.get("x-ratelimit-remaining"))).toBeLessThan(5000);
  expect(headers.get("x-github-request-id")).toBeTruthy();
  expect(headers.get("x-github-api-version-selected")).toBe("2026-03-10");
  const { body } = await world.as("bob")("GET", "/rate_limit");
  expect(body.resources.core.remaining).toBe(Number(headers.get("x-ratelimit-remaining")));
});
