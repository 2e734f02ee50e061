/** Tests each kind of fault from the client's side. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { nameOf, startTestHub, type TestHub } from "../../support/hub.ts";
import { jumpingClock } from "../../support/jumping-clock.ts";

const issues = "/repos/acme/demo/issues";
let world: TestHub;
beforeEach(async () => {
  world = await startTestHub();
});
afterEach(() => world.close());

const open = (title: string) => world.as("alice")("POST", issues, { title });
const titles = async (): Promise<string[]> => {
  const { body } = await world.as("bob")("GET", `${issues}?direction=asc`);
  return body.map((issue: { title: string }) => issue.title);
};

describe("requests", () => {
  const onOpening = { method: "POST", path: "/issues$" };

  test("a failure before the write changes nothing, and one after it keeps the write", async () => {
    world.hub.faults.add({ on: "request", match: onOpening, effect: { kind: "fail" }, times: 1 });
    expect((await open("before")).status).toBe(502);
    expect(await titles()).toEqual([]);
    const effect = { kind: "fail", status: 503, when: "after" } as const;
    world.hub.faults.add({ on: "request", match: onOpening, effect, times: 1 });
    expect((await open("after")).status).toBe(503);
    expect(await titles()).toEqual(["after"]);
    expect((await open("well")).status).toBe(201);
  });

  test("a connection is cut before or after the write", async () => {
    world.hub.faults.add({ on: "request", match: onOpening, effect: { kind: "cut" }, times: 1 });
    await expect(open("before")).rejects.toThrow();
    world.hub.faults.add({
      on: "request",
      match: onOpening,
      effect: { kind: "cut", when: "after" },
      times: 1,
    });
    await expect(open("after")).rejects.toThrow();
    expect(await titles()).toEqual(["after"]);
  });

  test("a request that is never answered does not keep the hub from closing", async () => {
    world.hub.faults.add({ on: "request", match: onOpening, effect: { kind: "hang", when: "after" } });
    const signal = AbortSignal.timeout(100);
    const authorization = `token ${world.hub.tokenOf("alice")}`;
    const body = JSON.stringify({ title: "hanging" });
    const asked = fetch(world.hub.url + issues, { method: "POST", headers: { authorization }, body, signal });
    await expect(asked).rejects.toThrow();
    expect(await titles()).toEqual(["hanging"]);
  });

  test("rules let requests pass first, apply a limited number of times, and can be removed", async () => {
    const remove = world.hub.faults.add({
      on: "request",
      match: onOpening,
      effect: { kind: "fail", status: 500 },
      skip: 1,
      times: 1,
    });
    const statuses = [await open("1"), await open("2"), await open("3")].map(({ status }) => status);
    expect(statuses).toEqual([201, 500, 201]);
    remove();
    expect(world.hub.faults.list()).toEqual([]);
  });

  test("a rule may be limited to one person, or to one GraphQL field or operation", async () => {
    const limit = { kind: "fail", status: 500 } as const;
    world.hub.faults.add({ on: "request", match: { login: "bob" }, effect: limit });
    world.hub.faults.add({ on: "request", match: { field: "viewer" }, effect: limit });
    world.hub.faults.add({ on: "request", match: { operation: "Named" }, effect: limit });
    const ask = (query: string) => world.as("alice")("POST", "/graphql", { query });
    expect((await world.as("bob")("GET", "/user")).status).toBe(500);
    expect((await world.as("alice")("GET", "/user")).status).toBe(200);
    expect((await ask("{ viewer { login } }")).status).toBe(500);
    expect((await ask('query Named { user(login: "bob") { login } }')).status).toBe(500);
    expect((await ask('{ user(login: "bob") { login } }')).body.data.user.login).toBe("bob");
  });

  test.each([
    [{ limit: "secondary", status: 403 }, { "retry-after": "7" }],
    [{ limit: "secondary", status: 429 }, { "retry-after": "7" }],
    [{ limit: "primary", status: 403 }, { "x-ratelimit-remaining": "0" }],
    [{ limit: "secondary", status: 403, headers: false }, {}],
  ] as const)("a rate limit %j refuses with the headers %j", async (shape, headers) => {
    world.hub.faults.add({ on: "request", effect: { kind: "limit", waitSeconds: 7, ...shape } });
    const refused = await open("limited");
    expect(refused.status).toBe(shape.status);
    expect(refused.body.message).toMatch(/rate limit/);
    for (const [name, value] of Object.entries(headers)) expect(refused.headers.get(name)).toBe(value);
    expect(refused.headers.has("retry-after")).toBe("retry-after" in headers);
    expect(refused.headers.has("x-ratelimit-reset")).toBe("x-ratelimit-remaining" in headers);
  });

  test("GraphQL is told of a spent quota with a 200, in the documented shape and the one seen, by turns", async () => {
    world.hub.faults.add({ on: "request", effect: { kind: "limit", limit: "primary", waitSeconds: 7 } });
    const ask = () => world.as("alice")("POST", "/graphql", { query: "{ viewer { login } }" });
    const answers = [await ask(), await ask(), await ask()];
    expect(answers.map(({ status, body }) => [status, body.data, body.errors[0].type])).toEqual([
      [200, undefined, "RATE_LIMIT"],
      [200, undefined, "RATE_LIMITED"],
      [200, undefined, "RATE_LIMIT"],
    ]);
    expect(answers[0]?.body.errors[0]).toMatchObject({ code: "graphql_rate_limit" });
    for (const { headers } of answers) expect(headers.get("x-ratelimit-remaining")).toBe("0");
  });

  test("a secondary limit in GraphQL may come with a 200", async () => {
    world.hub.faults.add({ on: "request", effect: { kind: "limit", status: 200, waitSeconds: 7 } });
    const answer = await world.as("alice")("POST", "/graphql", { query: "{ viewer { login } }" });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([200, "7"]);
    expect(answer.body.errors[0].message).toMatch(/^You have exceeded a secondary rate limit\./);
  });

  test.each(["before", "after"] as const)(
    "a request is ended after ten seconds %s the write, in GitHub's words or with its proxy's page",
    async (when) => {
      const clock = jumpingClock();
      await world.close();
      world = await startTestHub({ clock });
      const timeOut = { kind: "time-out", when } as const;
      world.hub.faults.add({ on: "request", match: onOpening, effect: timeOut, times: 1 });
      const page = { ...timeOut, status: 502, as: "html" } as const;
      world.hub.faults.add({ on: "request", match: onOpening, effect: page, skip: 1, times: 1 });
      const asked = [open("slow"), open("slower")];
      while (!clock.isSleptFor(10_000)) await new Promise((resolve) => setTimeout(resolve, 5));
      await new Promise((resolve) => setTimeout(resolve, 50));
      clock.advance(10_000);
      const answers = (await Promise.all(asked)).toSorted((one, other) => other.status - one.status);
      expect(answers.map(({ status }) => status)).toEqual([504, 502]);
      expect(answers[0]?.body.message).toMatch(/^We couldn't respond to your request in time\./);
      expect(answers[1]?.body).toContain("<title>502 Bad Gateway</title>");
      expect(await titles()).toHaveLength(when === "before" ? 0 : 2);
    },
  );

  describe("over GraphQL's resource limits", () => {
    const twice = `mutation ($id: ID!) {
      e0: addComment(input: { subjectId: $id, body: "first" }) { clientMutationId }
      e1: addComment(input: { subjectId: $id, body: "second" }) { clientMutationId } }`;
    const commented = async (): Promise<{ readonly data: unknown; readonly errors: unknown }> => {
      const { body } = await open("commented");
      const query = { query: twice, variables: { id: body.node_id } };
      return (await world.as("alice")("POST", "/graphql", query)).body;
    };
    const comments = async (): Promise<readonly string[]> => {
      const { body } = await world.as("bob")("GET", `${issues}/comments`);
      return body.map((comment: { readonly body: string }) => comment.body);
    };
    const error = {
      type: "RESOURCE_LIMITS_EXCEEDED",
      message: "Resource limits for this query exceeded.",
    };

    test.each([
      ["before", ["first"]],
      ["after", ["first", "second"]],
    ] as const)("what is not answered was not done, or was (%s)", async (when, written) => {
      const effect = { kind: "resource-limit", answers: 1, when } as const;
      world.hub.faults.add({ on: "request", match: { moreFieldsThan: 1 }, effect });
      expect(await commented()).toEqual({
        data: { e0: { clientMutationId: null }, e1: null },
        errors: [{ ...error, path: ["e1"] }],
      });
      expect(await comments()).toEqual(written);
      expect((await world.as("alice")("POST", "/graphql", { query: "{ viewer { login } }" })).body).toEqual({
        data: { viewer: { login: "alice" } },
      });
    });

    test("there may be no data at all", async () => {
      world.hub.faults.add({
        on: "request",
        match: { moreFieldsThan: 1 },
        effect: { kind: "resource-limit" },
      });
      expect(await commented()).toEqual({ data: null, errors: [error] });
      expect(await comments()).toEqual([]);
    });
  });

  test("a stale read shows issues, lists, labels and GraphQL in the state before the last write", async () => {
    await open("one");
    world.hub.faults.add({ on: "request", effect: { kind: "stale", versions: 1 } });
    await world.as("alice")("POST", `${issues}/1/labels`, { labels: ["bug"] });
    await open("two");
    expect(await titles()).toEqual(["one"]);
    const query = '{ repository(owner: "acme", name: "demo") { issues(first: 9) { totalCount } } }';
    const count = async () =>
      (await world.as("bob")("POST", "/graphql", { query })).body.data.repository.issues.totalCount;
    expect(await count()).toBe(1);
    await world.as("alice")("PATCH", `${issues}/1`, { title: "renamed" });
    expect(await titles()).toEqual(["one", "two"]);
    world.hub.faults.clear();
    expect(await titles()).toEqual(["renamed", "two"]);
    expect(await count()).toBe(2);
  });

  test("search can lag while other reads do not", async () => {
    world.hub.faults.add({
      on: "request",
      match: { path: "^/search/" },
      effect: { kind: "stale", ms: 3_600_000 },
    });
    await open("fresh");
    const search = () => world.as("bob")("GET", "/search/issues?q=repo:acme/demo+is:issue+fresh");
    expect((await search()).body.total_count).toBe(0);
    expect(await titles()).toEqual(["fresh"]);
    world.hub.faults.clear();
    expect((await search()).body).toMatchObject({ total_count: 1, items: [{ title: "fresh" }] });
  });

  test("an expired token is refused, and a new one works", async () => {
    const bot = await world.asInstallation();
    world.hub.faults.add({
      on: "request",
      match: { path: "/repos/" },
      effect: { kind: "expire-token" },
      times: 1,
    });
    expect((await bot("GET", issues)).status).toBe(401);
    expect((await bot("GET", issues)).status).toBe(401);
    expect((await (await world.asInstallation())("GET", issues)).status).toBe(200);
  });

  test("an answer can be an HTML page or truncated JSON", async () => {
    world.hub.faults.add({ on: "request", effect: { kind: "garble", as: "html" }, times: 1 });
    const html = await open("one");
    expect(html).toMatchObject({ status: 200, body: expect.stringContaining("<html>") });
    world.hub.faults.add({ on: "request", effect: { kind: "garble", as: "truncated" }, times: 1 });
    const { body } = await open("two");
    expect(() => JSON.parse(body)).toThrow(SyntaxError);
    expect(await titles()).toEqual(["one", "two"]);
  });

  test("GitHub's limits on creating content are enforced on request", async () => {
    world.hub.faults.enforceLimits(true);
    const statuses = await Promise.all(Array.from({ length: 85 }, (_, n) => open(`${n}`)));
    expect(statuses.filter(({ status }) => status === 201)).toHaveLength(80);
    const refused = statuses.find(({ status }) => status === 403);
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});

describe("deliveries", () => {
  test("a dropped delivery is logged as failed", async () => {
    world.hub.faults.add({ on: "delivery", match: { event: "issues" }, effect: { kind: "drop" }, times: 1 });
    await open("lost");
    await open("found");
    await world.hub.idle();
    expect(world.received.map(({ payload }) => payload.issue.title)).toEqual(["found"]);
    const { body: log } = await world.asApp()("GET", "/app/hook/deliveries?status=failure");
    expect(log).toMatchObject([{ event: "issues", status_code: 502 }]);
  });

  test("a duplicated delivery keeps its id", async () => {
    world.hub.faults.add({ on: "delivery", match: { action: "opened" }, effect: { kind: "duplicate" } });
    await open("twice");
    await world.hub.idle();
    expect(world.received.map(nameOf)).toEqual(["issues.opened", "issues.opened"]);
    expect(world.received[0]?.guid).toBe(world.received[1]?.guid);
  });

  test("a delayed delivery is overtaken by others", async () => {
    world.hub.faults.add({ on: "delivery", effect: { kind: "delay", ms: 40 }, times: 1 });
    await open("late");
    await open("early");
    await world.hub.idle();
    expect(world.received.map(({ payload }) => payload.issue.title)).toEqual(["early", "late"]);
  });

  test("shuffled deliveries arrive once each, and the last window does not wait forever", async () => {
    world.hub.faults.add({ on: "delivery", effect: { kind: "reorder", window: 5, seed: 3 } });
    for (let n = 0; n < 12; n++) await open(String(n));
    await world.hub.idle();
    const order = world.received.map(({ payload }) => payload.issue.number);
    expect(order).not.toEqual(order.toSorted((a, b) => a - b));
    expect(order.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, n) => n + 1));
  });
});

describe("over HTTP", () => {
  test("a rule is added, listed and removed from another process", async () => {
    const rule = { on: "request", match: { path: "^/user$" }, effect: { kind: "fail", status: 500 } };
    const { status, body } = await world.as("maria")("POST", "/_hub/faults", rule);
    expect(status).toBe(201);
    expect((await world.as("alice")("GET", "/user")).status).toBe(500);
    const { body: listed } = await world.as("maria")("GET", "/_hub/faults");
    expect(listed).toMatchObject([{ id: body.id, struck: 1 }]);
    expect((await world.as("maria")("DELETE", `/_hub/faults/${body.id}`)).status).toBe(204);
    expect((await world.as("alice")("GET", "/user")).status).toBe(200);
    await world.as("maria")("POST", "/_hub/faults", rule);
    expect((await world.as("maria")("DELETE", "/_hub/faults")).status).toBe(204);
    expect((await world.as("alice")("GET", "/user")).status).toBe(200);
  });

  test.each([
    ["an effect that is not there", { on: "request", effect: { kind: "explode" } }],
    ["a pattern that is none", { on: "request", match: { path: "(" }, effect: { kind: "cut" } }],
    ["an option that does nothing", { on: "delivery", effect: { kind: "drop" }, often: 3 }],
  ])("%s is refused", async (_what, rule) => {
    expect((await world.as("maria")("POST", "/_hub/faults", rule)).status).toBe(422);
    expect((await world.as("maria")("GET", "/_hub/faults")).body).toEqual([]);
  });
});
