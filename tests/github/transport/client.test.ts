/**
 * Requests and what their failures mean, over nock. Every interceptor answers once, and one that is left over
 * fails its test, so each test also checks how often a write was sent.
 */
import { describe, expect, test, vi } from "vitest";
import { z } from "zod";
import type { LogFields } from "../../../src/base/logger.ts";
import { RequestFailed } from "../../../src/dispatcher/request-failed.ts";
import { failureOf as meaningOf } from "../../../src/github/transport/request-failure.ts";
import { interceptRequests, nock } from "../interceptor.ts";
import { fakeClock, graphql, installationId, origin, tokens, world } from "../world.ts";

interceptRequests();

const thing = z.object({ name: z.string() });
const getThing = (client: ReturnType<typeof world>["client"]) =>
  client.get(installationId, "/thing", {}, thing);

async function failureOf(promise: Promise<unknown>) {
  const thrown: unknown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(RequestFailed);
  return thrown instanceof RequestFailed ? thrown.failure : undefined;
}

/** Whether a JWT was issued within a minute before an instant. */
function isMadeAt(authorization: unknown, at: number): boolean {
  const [, claims] = String(authorization).split(".");
  if (claims === undefined) return false;
  const { iat } = z
    .object({ iat: z.number() })
    .parse(JSON.parse(Buffer.from(claims, "base64url").toString()));
  return iat * 1_000 <= at && at - iat * 1_000 < 60_000;
}

describe("the client", () => {
  test.each([
    [404, "Not Found", "debug", "GitHub has nothing there, or hides it."],
    [403, "Resource not accessible by integration", "debug", "GitHub does not support the request."],
    [
      403,
      "This installation has been suspended",
      "warn",
      "GitHub denies signalbox access to this installation.",
    ],
    [429, "Too many requests", "warn", "request to GitHub failed"],
  ])("a %i %s is logged at the level %s", async (status, message, level, sentence) => {
    const said: string[] = [];
    const keep = (at: string) => (_: LogFields, text: string) => void said.push(`${at}: ${text}`);
    const log = { debug: keep("debug"), info: keep("info"), warn: keep("warn"), error: keep("error") };
    const { client } = world("off", undefined, log);
    tokens();
    nock(origin).get("/api/v3/thing").reply(status, { message });
    await failureOf(getThing(client));
    expect(said).toEqual([`${level}: ${sentence}`]);
  });

  test("a request is made as the installation, names the API's version and keeps the token", async () => {
    const { client } = world();
    tokens();
    nock(origin, { reqheaders: { authorization: "token token-70-1", "x-github-api-version": "2022-11-28" } })
      .get("/api/v3/thing")
      .twice()
      .reply(200, { name: "a" });
    await getThing(client);
    expect(await getThing(client)).toMatchObject({ type: "fresh", data: { name: "a" } });
  });

  test.each([
    ["an hour ahead", 3_600_000, 3_600_000],
    ["half a minute ahead", 30_000, 0],
    ["an hour behind", -3_600_000, 0],
  ])("B15 an answer's date shows that our clock is %s of GitHub's", async (_, jumpMs, aheadMs) => {
    const { client, clock } = world();
    tokens();
    const date = new Date(clock.now()).toUTCString();
    expect(client.aheadMs()).toBe(0);
    clock.jump(jumpMs);
    nock(origin).get("/api/v3/thing").reply(404, { message: "Not Found" }, { date });
    await expect(getThing(client)).rejects.toThrow(RequestFailed);
    expect(client.aheadMs()).toBe(aheadMs);
    nock(origin)
      .get("/api/v3/thing")
      .reply(200, { name: "a" }, { date: new Date(clock.now()).toUTCString() });
    await getThing(client);
    expect(client.aheadMs()).toBe(0);
  });

  test("a request sends the previous ETag and reports when nothing changed", async () => {
    const { client } = world();
    tokens();
    nock(origin, { reqheaders: { "if-none-match": '"abc"' } })
      .get("/api/v3/thing")
      .reply(304);
    expect(
      await client.getIfChanged(installationId, {
        route: "/thing",
        parameters: {},
        shape: thing,
        etag: '"abc"',
      }),
    ).toEqual({ type: "unchanged" });
  });

  test.each([500, 502, 503, 504])(
    "C05 a read that gets a %i is repeated after a delay with jitter",
    async (status) => {
      const { client, clock } = world();
      tokens();
      nock(origin).get("/api/v3/thing").twice().reply(status, "<html>unicorn</html>");
      nock(origin).get("/api/v3/thing").reply(200, { name: "a" });
      expect(await getThing(client)).toMatchObject({ type: "fresh" });
      expect(clock.slept).toEqual([375, 750]);
    },
  );

  test("C05 a read gives up after four attempts and says when to try again", async () => {
    const { client, clock } = world();
    tokens();
    nock(origin).get("/api/v3/thing").times(4).reply(502);
    const failure = await failureOf(getThing(client));
    expect(failure).toMatchObject({ type: "wait", scope: "request" });
    expect(failure?.type === "wait" && failure.retryAt).toBeGreaterThan(clock.now());
  });

  test.each([502, 500])(
    "C06 a write that gets a %i is sent once and its outcome is unknown",
    async (status) => {
      const { client } = world();
      tokens();
      const posted = nock(origin).post("/api/graphql").reply(status);
      expect(await failureOf(client.mutate(installationId, "mutation { a }", {}))).toMatchObject({
        type: "unknown",
      });
      expect(posted.isDone()).toBe(true);
    },
  );

  test("C08 a connection cut after sending leaves a write unknown and repeats a read", async () => {
    const { client } = world();
    tokens();
    const cut = Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
    nock(origin).post("/api/graphql").replyWithError(cut);
    expect(await failureOf(client.mutate(installationId, "mutation { a }", {}))).toMatchObject({
      type: "unknown",
    });
    nock(origin).get("/api/v3/thing").replyWithError(cut);
    nock(origin).get("/api/v3/thing").reply(200, { name: "a" });
    expect(await getThing(client)).toMatchObject({ type: "fresh" });
  });

  test("C08 a connection that was never established leaves no outcome unknown", async () => {
    const { client } = world();
    tokens();
    nock(origin)
      .post("/api/graphql")
      .replyWithError(Object.assign(new Error("refused"), { code: "ECONNREFUSED" }));
    const failure = await failureOf(client.mutate(installationId, "mutation { a }", {}));
    expect(failure).toMatchObject({ type: "wait", scope: "request" });
  });

  test("C01 a spent quota holds its installation until the reset, and no other", async () => {
    const { client, clock } = world();
    tokens();
    const reset = Math.floor(clock.now() / 1000) + 1200;
    nock(origin)
      .get("/api/v3/thing")
      .reply(
        403,
        { message: "API rate limit exceeded" },
        { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(reset) },
      );
    expect(await failureOf(getThing(client))).toMatchObject({
      scope: "installation",
      retryAt: reset * 1000 + 1000,
    });
    expect(await failureOf(getThing(client))).toMatchObject({
      scope: "installation",
      retryAt: reset * 1000 + 1000,
    });
    tokens(1, 71);
    nock(origin).get("/api/v3/thing").twice().reply(200, { name: "b" });
    expect(await client.get(71, "/thing", {}, thing)).toMatchObject({ type: "fresh" });
    clock.jump(1_202_000);
    expect(await getThing(client)).toMatchObject({ type: "fresh" });
  });

  test.each([-10, 10])(
    "B15 C01 a clock %i hours off GitHub's changes nothing about a spent quota's wait",
    async (hours) => {
      const { client, clock } = world();
      tokens();
      const theirs = clock.now() + hours * 3_600_000;
      nock(origin)
        .get("/api/v3/thing")
        .reply(
          403,
          { message: "API rate limit exceeded" },
          {
            date: new Date(theirs).toUTCString(),
            "x-ratelimit-remaining": "0",
            "x-ratelimit-reset": String(theirs / 1_000 + 1_200),
          },
        );
      expect(await failureOf(getThing(client))).toMatchObject({
        scope: "installation",
        retryAt: clock.now() + 1_201_000,
      });
    },
  );

  /**
   * As reported by users of other programs: https://github.com/yanyongyu/githubkit/issues/271,
   * https://github.com/octokit/plugin-throttling.js/issues/824 and /pull/848, https://github.com/github/docs/issues/22607.
   */
  const spentQuotas: readonly (readonly [string, object])[] = [
    ["the documented type", { type: "RATE_LIMITED", message: "API rate limit exceeded for user ID 1." }],
    [
      "the type of 2025",
      {
        type: "RATE_LIMIT",
        code: "graphql_rate_limit",
        message: "API rate limit already exceeded for user ID 1.",
      },
    ],
    ["the code alone", { code: "graphql_rate_limit", message: "No." }],
    ["its words alone", { message: "API rate limit already exceeded for installation ID 70." }],
    ["no word of it", { type: "SOMETHING_NEW", message: "Not now." }],
  ];

  test.each(
    spentQuotas.flatMap(([shape, error]) => [
      [shape, "query", { errors: [error] }] as const,
      [shape, "mutate", { errors: [error] }] as const,
      [shape, "query", { data: { a: null }, errors: [error] }] as const,
      [shape, "mutate", { data: { a: null }, errors: [error] }] as const,
    ]),
  )(
    "C01 a quota spent in GraphQL, with %s, holds the installation until the reset (%s)",
    async (_, method, answer) => {
      const { client, clock } = world();
      tokens();
      const reset = Math.floor(clock.now() / 1000) + 1_200;
      graphql(() => answer, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": String(reset) });
      const held = { type: "wait", scope: "installation", retryAt: reset * 1000 + 1000 };
      expect(await failureOf(client[method](installationId, "query { a }", {}))).toMatchObject(held);
      expect(await failureOf(getThing(client))).toMatchObject(held);
    },
  );

  test("C01 the reset counts where the words say that the quota is spent, whatever remains", async () => {
    const { client, clock } = world();
    tokens();
    const reset = Math.floor(clock.now() / 1000) + 1_200;
    const headers = { "x-ratelimit-remaining": "3", "x-ratelimit-reset": String(reset) };
    graphql(
      () => ({ errors: [{ type: "RATE_LIMIT", message: "API rate limit already exceeded." }] }),
      headers,
    );
    const failure = await failureOf(client.query(installationId, "query { a }", {}));
    expect(failure).toMatchObject({ scope: "installation", retryAt: reset * 1000 + 1000 });
  });

  test("C01 a spent quota without any header is waited out for a minute, over REST too", async () => {
    const { client, clock } = world();
    tokens();
    nock(origin).get("/api/v3/thing").reply(403, { message: "API rate limit exceeded for installation." });
    expect(await failureOf(getThing(client))).toMatchObject({
      scope: "installation",
      retryAt: clock.now() + 60_000,
    });
  });

  test("C02 the retry-after of a secondary limit counts in GraphQL as well", async () => {
    const { client, clock } = world();
    tokens();
    graphql(() => ({ errors: [{ message: "You have exceeded a secondary rate limit." }] }), {
      "retry-after": "7",
    });
    expect(await failureOf(client.query(installationId, "query { a }", {}))).toMatchObject({
      scope: "installation",
      retryAt: clock.now() + 7_000,
    });
  });

  test.each([403, 429])("C02 C04 the retry-after of a %i is respected to the second", async (status) => {
    const { client, clock } = world();
    tokens();
    nock(origin).get("/api/v3/thing").reply(status, { message: "slow down" }, { "retry-after": "60" });
    expect(await failureOf(getThing(client))).toMatchObject({
      scope: "installation",
      retryAt: clock.now() + 60_000,
    });
    expect(clock.slept).toEqual([]);
  });

  test("C03 secondary limits without a header double from a minute up to a cap", async () => {
    const { client, clock } = world();
    tokens();
    const waits: number[] = [];
    for (let i = 0; i < 6; i++) {
      nock(origin).get("/api/v3/thing").reply(403, { message: "You have exceeded a secondary rate limit." });
      const failure = await failureOf(getThing(client));
      const retryAt = failure?.type === "wait" ? failure.retryAt : 0;
      waits.push((retryAt - clock.now()) / 60_000);
      clock.jump(retryAt - clock.now());
    }
    expect(waits).toEqual([1, 2, 4, 8, 15, 15]);
  });

  test("C13 a 401 fetches one new token", async () => {
    const { client } = world();
    tokens(2);
    nock(origin, { reqheaders: { authorization: "token token-70-1" } })
      .get("/api/v3/thing")
      .reply(200, { name: "old" });
    await getThing(client);
    // Octokit itself retries a 401 for a token younger than five seconds, with sleeps of its own.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10_000 });
    nock(origin).get("/api/v3/thing").reply(401, { message: "Bad credentials" });
    nock(origin, { reqheaders: { authorization: "token token-70-2" } })
      .get("/api/v3/thing")
      .reply(200, { name: "new" });
    const answer = await getThing(client).finally(() => vi.useRealTimers());
    expect(answer).toMatchObject({ data: { name: "new" } });
  });

  test.each([
    [
      "two hours behind",
      7_200_000,
      "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires",
    ],
    ["two hours ahead of", -7_200_000, "'Expiration time' claim ('exp') is too far in the future"],
  ])("C13 a 401 fetches one new token with our clock %s GitHub's", async (_, offMs, message) => {
    const { client } = world();
    tokens();
    nock(origin).get("/api/v3/thing").reply(200, { name: "old" });
    await getThing(client);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10_000 });
    const theirs = () => ({ date: new Date(Date.now() + offMs).toUTCString() });
    nock(origin).get("/api/v3/thing").reply(401, { message: "Bad credentials" }, theirs());
    const path = `/api/v3/app/installations/${installationId}/access_tokens`;
    nock(origin).post(path).reply(401, { message }, theirs());
    nock(origin, { reqheaders: { authorization: (jwt) => isMadeAt(jwt, Date.now() + offMs) } })
      .post(path)
      .reply(201, { token: "new", permissions: {}, expires_at: new Date(Date.now() + 3_600_000) });
    nock(origin, { reqheaders: { authorization: "token new" } })
      .get("/api/v3/thing")
      .reply(200, { name: "new" });
    const answer = await getThing(client).finally(() => vi.useRealTimers());
    expect(answer).toMatchObject({ data: { name: "new" } });
  });

  test("C13 a new token that is also refused leaves the installation alone for two seconds", async () => {
    const { client, clock } = world();
    tokens(2);
    nock(origin).get("/api/v3/thing").reply(200, { name: "old" });
    await getThing(client);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10_000 });
    // Octokit asks once more on its own, a second later, as the new token is young.
    nock(origin)
      .get("/api/v3/thing")
      .times(3)
      .reply(() => {
        vi.setSystemTime(Date.now() + 10_000);
        return [401, { message: "Bad credentials" }];
      });
    const failure = await failureOf(getThing(client)).finally(() => vi.useRealTimers());
    const retryAt = clock.now() + 2_000;
    expect(failure).toMatchObject({ type: "wait", scope: "installation", retryAt });
    expect(failure).not.toHaveProperty("isUnhealthy");
    expect(await failureOf(getThing(client))).toMatchObject({ scope: "installation", retryAt });
  });

  test.each([
    [0, 2_000, undefined],
    [1, 4_000, undefined],
    [2, 8_000, true],
    [9, 300_000, true],
  ])(
    "C13 after %i refusals in a row the next try is %i ms later, and from the third on a person has to look",
    (strikes, waitMs, isUnhealthy) => {
      const thrown = Object.assign(new Error("Bad credentials"), {
        status: 401,
        request: { url: `${origin}/api/v3/thing` },
        response: { headers: {} },
      });
      const circumstances = { intent: "read", attempt: 0, strikes, now: 1_000, random: () => 0.5 } as const;
      const failure = meaningOf(thrown, circumstances);
      expect(failure).toMatchObject({ type: "wait", scope: "installation", retryAt: 1_000 + waitMs });
      expect("isUnhealthy" in failure ? failure.isUnhealthy : undefined).toBe(isUnhealthy);
    },
  );

  test.each([
    ["A JSON web token could not be decoded", 401, 300_000, "was deleted there"],
    ["Integration must generate a public key", 401, 300_000, "Generate a new one"],
    ["Integration not found", 401, 300_000, "If the App was deleted, register another one"],
    ["Integration not found", 404, 300_000, "If the App was deleted, register another one"],
    ["'Expiration time' claim ('exp') is too far in the future", 401, 60_000, "Set the clock"],
    ["This installation has been suspended", 403, 300_000, "an owner of its account can unsuspend it there"],
  ])(
    "C13 GitHub's refusal of a token, %s (%i), is put to a person at once, with what to do",
    (refusal, status, waitMs, advice) => {
      const thrown = Object.assign(new Error(refusal), {
        status,
        request: { url: `${origin}/api/v3/app/installations/70/access_tokens` },
        response: { headers: {} },
      });
      const circumstances = {
        intent: "read",
        attempt: 0,
        strikes: 0,
        now: 1_000,
        random: () => 0.5,
      } as const;
      const failure = meaningOf(thrown, circumstances);
      expect(failure).toMatchObject({
        type: "wait",
        scope: "installation",
        retryAt: 1_000 + waitMs,
        isUnhealthy: true,
        message: expect.stringContaining(`${refusal}. `),
      });
      expect(failure.message).toContain(advice);
    },
  );

  test.each([
    [
      -180_000,
      "Bad credentials. This machine's clock is 180 seconds ahead of GitHub's: synchronise it with a time server.",
    ],
    [
      61_000,
      "Bad credentials. This machine's clock is 61 seconds behind GitHub's: synchronise it with a time server.",
    ],
    [59_000, "Bad credentials"],
  ])("C13 a clock that is off by %i ms is named as a likely cause, from a minute on", (offMs, message) => {
    const now = fakeClock().now();
    const headers = { date: new Date(now + offMs).toUTCString() };
    const thrown = Object.assign(new Error("Bad credentials"), {
      status: 401,
      request: { url: `${origin}/api/v3/thing` },
      response: { headers },
    });
    const circumstances = { intent: "read", attempt: 0, strikes: 0, now, random: () => 0.5 } as const;
    expect(meaningOf(thrown, circumstances)).toMatchObject({ message });
  });

  test("C14 an installation that is gone ends in one request, not in a storm", async () => {
    const { client } = world();
    nock(origin).post("/api/v3/app/installations/70/access_tokens").reply(404, { message: "Not Found" });
    expect(await failureOf(getThing(client))).toMatchObject({ type: "gone" });
  });

  test.each([404, 410, 451])("C17 a %i is gone", async (status) => {
    const { client } = world();
    tokens();
    // A 410 may be about the version of the API, so that the newer one is tried as well.
    nock(origin)
      .get("/api/v3/thing")
      .times(status === 410 ? 2 : 1)
      .reply(status, { message: "no" });
    expect(await failureOf(getThing(client))).toMatchObject({ type: "gone" });
  });

  test("C15 a 422 is refused permanently", async () => {
    const { client } = world();
    tokens();
    nock(origin).post("/api/v3/thing").reply(422, { message: "Validation Failed" });
    expect(await failureOf(client.post(installationId, "/thing", {}))).toMatchObject({ type: "refused" });
  });

  test("C16 a redirected POST stays a POST with its body, within the same host only", async () => {
    const { client } = world();
    tokens();
    nock(origin)
      .post("/api/v3/old", { a: 1 })
      .reply(301, "", { location: `${origin}/api/v3/new` });
    nock(origin).post("/api/v3/new", { a: 1 }).reply(201, {});
    await client.post(installationId, "/old", { a: 1 });
    nock(origin).post("/api/v3/old").reply(307, "", { location: "http://127.0.0.2/steal" });
    expect(await failureOf(client.post(installationId, "/old", {}))).toMatchObject({ type: "unknown" });
  });

  test.each([
    ["HTML", "<html>hello</html>", "text/html; charset=utf-8"],
    ["truncated JSON", '{"name": "a', "application/json"],
    ["JSON of another shape", "[]", "application/json"],
  ])("C20 a 200 with %s is a failure and is retried", async (_title, body, type) => {
    const { client } = world();
    tokens();
    nock(origin).get("/api/v3/thing").reply(200, body, { "content-type": type });
    nock(origin).get("/api/v3/thing").reply(200, { name: "a" });
    expect(await getThing(client)).toMatchObject({ type: "fresh" });
  });

  test("C20 a mutation answered with HTML has an unknown outcome", async () => {
    const { client } = world();
    tokens();
    nock(origin).post("/api/graphql").reply(200, "<html>", { "content-type": "text/html" });
    expect(await failureOf(client.mutate(installationId, "mutation { a }", {}))).toMatchObject({
      type: "unknown",
    });
  });

  test("nothing is written for an installation that another process may serve by now, and reads go on", async () => {
    let isOurs = true;
    const { client, clock } = world("off", undefined, undefined, (id) => isOurs && id === installationId);
    tokens();
    nock(origin).post("/api/v3/thing").reply(201, {});
    await client.post(installationId, "/thing", {});
    isOurs = false;
    const deferred = { type: "wait", scope: "installation", retryAt: clock.now() };
    expect(await failureOf(client.post(installationId, "/thing", {}))).toMatchObject(deferred);
    expect(await failureOf(client.mutate(installationId, "mutation { a }", {}))).toMatchObject(deferred);
    nock(origin).get("/api/v3/thing").reply(200, { name: "a" });
    expect(await getThing(client)).toMatchObject({ data: { name: "a" } });
  });
});
