/** A running App's answers to requests that lead nowhere, and to its owner. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readContact } from "../../src/server/maintenance/data-folder.ts";
import type { RunningServer } from "../../src/server/serving/running-server.ts";
import { post } from "./delivery.ts";
import { createServerFixture, demo, labelsOf, type ServerFixture, until } from "./server-fixture.ts";

let fixture: ServerFixture;
let server: RunningServer;
beforeAll(async () => {
  fixture = await createServerFixture();
  server = await fixture.serve();
  await server.whenReady;
});
afterAll(() => fixture.close());

describe("signed but useless deliveries", () => {
  const send = async (given: Parameters<typeof post>[1]) => {
    const answer = await post(server.url, { secret: fixture.hub.app.webhookSecret, ...given });
    await server.idle();
    return answer;
  };

  test.each(["null", "1", '"x"', "[]", "{}", "{", "\ufeff{}", "[".repeat(100_000), "\u0000"])(
    "A11 A12 the signed payload %.10j is dropped without a crash or a retry",
    async (body) => {
      expect((await send({ body })).status).toBe(202);
      expect((await server.health()).deliveries).toEqual({ pending: 0, dead: 0 });
    },
  );

  test.each([
    ["A09 the payload of another event", { headers: { "x-github-event": "issue_comment" } }],
    ["A16 the payload of another installation", {}],
  ])("%s in a signed delivery changes nothing", async (_case, given) => {
    expect((await send(given)).status).toBe(202);
    expect(await server.health()).toMatchObject({
      deliveries: { pending: 0, dead: 0 },
      effects: { pending: 0 },
    });
    const { data } = await fixture.octokit("maria").rest.issues.listForRepo(demo);
    expect(data).toEqual([]);
  });
});

describe("other paths", () => {
  test.each([
    ["/probot/import", "POST", 404, "not found\n"],
    ["/health", "POST", 405, "method not allowed\n"],
    ["/api/github/webhooks", "GET", 405, "method not allowed\n"],
    ["/api/github/webhooks/", "POST", 404, "not found\n"],
    ["/%2e%2e/%2e%2e/etc/passwd", "GET", 404, "not found\n"],
    ["/control/rebuild", "GET", 405, "method not allowed\n"],
    ["/control/rebuild", "POST", 403, "not allowed\n"],
    ["/control/look", "GET", 405, "method not allowed\n"],
    ["/control/look", "POST", 403, "not allowed\n"],
  ])(
    "A15 A18 the path %s requested with %s gets a short fixed answer",
    async (path, method, status, text) => {
      const response = await fetch(`${server.url}${path}`, { method });
      expect([response.status, await response.text()]).toEqual([status, text]);
    },
  );

  test("the first page leads to the board, which asks to sign in, and lets a browser run nothing of others", async () => {
    const response = await fetch(`${server.url}/?from=somewhere`);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("<h1>Sign in</h1>");
    expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
  });
});

describe("a rebuild", () => {
  const ask = (token: string | undefined) =>
    fetch(`${server.url}/control/rebuild`, { method: "POST", headers: { authorization: `Bearer ${token}` } });

  test("a rebuild is refused to callers that cannot read the data folder", async () => {
    expect((await ask("0".repeat(64))).status).toBe(403);
  });

  test("a rebuild says that the index did not differ if it was complete", async () => {
    const alice = fixture.octokit("alice");
    const body = "### Goal\n\nPeople can sign in.\n\n### Priority\n\np1";
    const { data } = await alice.rest.issues.create({ ...demo, title: "Sign in", body });
    await until(
      () => labelsOf(alice, data.number),
      (labels) => labels.includes("status:ready"),
    );
    await fixture.hub.idle();
    await server.idle();
    const response = await ask(readContact(fixture.home)?.token);
    expect(await response.json()).toEqual({ repositories: 1, issues: 1, differences: [] });
  });
});

describe("a refresh request", () => {
  const ask = (body: string) =>
    fetch(`${server.url}/control/look`, {
      method: "POST",
      headers: { authorization: `Bearer ${readContact(fixture.home)?.token}` },
      body,
    });

  test.each([
    "",
    "{",
    "null",
    "[]",
    '{"owner":"acme","repo":"demo"}',
    '{"owner":"acme","repo":"demo","number":"1"}',
    '{"owner":"acme","repo":"demo","number":1e30}',
    `{"owner":"${"a".repeat(5000)}","repo":"demo","number":1}`,
  ])("a refresh request with the body %.60j is not understood", async (body) => {
    const response = await ask(body);
    expect([response.status, await response.text()]).toEqual([400, "not understood\n"]);
  });

  test.each([
    ["an issue that does not exist", { ...demo, number: 999_999 }],
    ["a repository that is not served", { owner: "acme", repo: "other", number: 1 }],
  ])("a refresh of %s finds nothing, and the index counts as up to date", async (_case, ref) => {
    const response = await ask(JSON.stringify(ref));
    expect([response.status, await response.json()]).toEqual([200, { isFresh: true }]);
    expect(await server.health()).toMatchObject({ status: "ready", deliveries: { pending: 0, dead: 0 } });
  });
});
