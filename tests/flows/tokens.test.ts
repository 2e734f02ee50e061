/** Programs with tokens of ours: what they see, the orders that they give, and what is refused, with the way out. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { HubSeed } from "../../src/hub/seed.ts";
import { signalbox } from "../cli/terminal.ts";
import { ask, type Browser } from "../server/site/browser.ts";
import { signIn } from "../server/site/sign-in.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { nameCrew, seedWith } from "../support/crew.ts";
import { form } from "../support/form.ts";
import { adaKey } from "../support/public-keys.ts";
import { isInIndex } from "../support/store-of-flows.ts";

const crew = {
  ada: { login: "alice" },
  bea: { login: "bob" },
  kim: { login: "alice", key: adaKey },
};
const seed: HubSeed = {
  ...seedWith(crew),
  repositories: [
    ...seedWith(crew).repositories,
    { fullName: "acme/vault", private: true, roles: { maria: "admin", alice: "write" } },
    { fullName: "acme/secret", private: true, roles: { maria: "admin", bob: "write" } },
  ],
};

let bus: TestBus;
let url: string;
let alice: Browser;
let task: number;
beforeAll(async () => {
  bus = await startBus({ seed });
  await nameCrew(bus, crew);
  url = bus.server().url;
  await bus.as("bob", "acme/secret").open("Hidden title", form({ Goal: "It works." }), ["kind:task"], []);
  await bus.as("alice", "acme/vault").open("Locked away", form({ Goal: "It works." }), ["kind:task"], []);
  task = await bus.as("maria").open("Store deliveries", form({ Goal: "It works." }), ["kind:task"], []);
  await bus.settled();
  alice = await signIn(url, bus.hub, "alice");
});
afterAll(() => bus.stop());

const formToken = async (browser: Browser): Promise<string> =>
  /name="formToken" value="([^"]+)"/.exec((await browser.ask("/tokens")).text)?.[1] ?? "";

const alertIn = (text: string): string => /role="alert">([^<]+)/.exec(text)?.[1] ?? "";

/** By the form of the page. */
async function make(browser: Browser, fields: Readonly<Record<string, string>> = {}): Promise<string> {
  const sent = { act: "make", days: "30", agent: "", ...fields, formToken: await formToken(browser) };
  const { status, text } = await browser.post("/tokens", sent);
  const [found] = /sbx_[\w-]{43}/.exec(text) ?? [];
  if (found === undefined) throw new Error(`No token: ${status} ${alertIn(text)}`);
  return found;
}

/** By the command line, on the server's machine. */
async function ownersToken(...words: readonly string[]): Promise<string> {
  const { out, err } = await signalbox(["tokens", "add", ...words, "--home", bus.home], {});
  expect([err, out]).toEqual(["", expect.stringMatching(/^sbx_[\w-]{43}\n$/)]);
  return out.trim();
}

async function call(token: string, operation: string, input: object = {}) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const {
    status,
    text,
    headers: sent,
  } = await ask(url, `/api/v1/${operation}`, { method: "POST", headers, body: JSON.stringify(input) });
  return { status, text, body: JSON.parse(text), challenge: sent["www-authenticate"] };
}

const titles = async (token: string): Promise<readonly string[]> => {
  const { body } = await call(token, "list", { state: "all", limit: 100 });
  const { issues } = z.object({ issues: z.array(z.object({ title: z.string() })) }).parse(body);
  return issues.map(({ title }) => title).toSorted();
};

/** Requests to GitHub while `work` runs. */
async function costing<T>(work: () => Promise<T>): Promise<readonly [T, number]> {
  let requests = 0;
  const stop = bus.hub.observe(({ kind }) => {
    if (kind === "response") requests += 1;
  });
  const result = await work();
  stop();
  return [result, requests];
}

describe("L03 IF18 a request with", () => {
  const challenge = 'Bearer realm="signalbox"';
  const refused = `${challenge}, error="invalid_token"`;

  test("no token gets 401, with the way to one", async () => {
    const { status, headers, text } = await ask(url, "/api/v1/ready");
    expect([status, headers["www-authenticate"]]).toEqual([401, challenge]);
    expect(JSON.parse(text)).toMatchObject({ code: "no-login", detail: expect.stringContaining("/tokens") });
  });

  test.each(["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"])(
    "a token of GitHub's (%s) gets 401, and GitHub is not asked",
    async (prefix) => {
      const token = `${prefix}${"a1".repeat(18)}`;
      const [answer, requests] = await costing(() => call(token, "ready"));
      expect(answer).toMatchObject({ status: 401, challenge: refused, body: { code: "no-login" } });
      expect(answer.body.detail).toMatch(/token of GitHub's.*signalbox login.*\/tokens/s);
      expect(answer.text).not.toContain(token);
      expect(requests).toBe(0);
    },
  );

  test.each([
    ["one that nobody made", `sbx_${"x".repeat(43)}`, "ended, or another server"],
    ["another form", "secret", "begin with sbx_"],
    ["one that is too short", "sbx_short", "begin with sbx_"],
  ])("%s gets 401, with the way to a right one", async (_, token, reason) => {
    const answer = await call(token, "ready");
    expect(answer).toMatchObject({ status: 401, challenge: refused });
    expect(answer.body.detail).toContain(reason);
    expect(answer.body.detail).toContain("/tokens");
  });

  test("Basic instead of Bearer gets 401, also from a browser that is signed in", async () => {
    const { status } = await alice.ask("/api/v1/ready", { headers: { authorization: "Basic YTpi" } });
    expect(status).toBe(401);
    expect((await alice.ask("/api/v1/ready")).status).toBe(200);
  });

  test("a token that was ended gets 401", async () => {
    const token = await make(alice);
    expect((await call(token, "ready")).status).toBe(200);
    const { text } = await alice.ask("/tokens");
    const [, id = ""] = /name="id" value="([0-9a-f]{64})"/.exec(text) ?? [];
    expect(text).not.toContain(token);
    await alice.post("/tokens", { act: "end", id, formToken: await formToken(alice) });
    expect((await call(token, "ready")).body.detail).toContain("ended");
  });

  test("someone else's token cannot be ended", async () => {
    const token = await make(alice);
    const { text } = await alice.ask("/tokens");
    const [, id = ""] = /name="id" value="([0-9a-f]{64})"/.exec(text) ?? [];
    const bob = await signIn(url, bus.hub, "bob");
    await bob.post("/tokens", { act: "end", id, formToken: await formToken(bob) });
    expect((await call(token, "ready")).status).toBe(200);
  });

  test("an order by a token that only reads gets 403, with the way to one that may", async () => {
    const answer = await call(await make(alice), "claim", { issue: `acme/demo#${task}` });
    expect(answer).toMatchObject({ status: 403, body: { code: "not-here" } });
    expect(answer.challenge).toContain('error="insufficient_scope", scope="orders"');
    expect(answer.body.detail).toMatch(/only reads.*\/tokens/);
  });

  test("a write gets 403 with the gh command and the text, and writes nothing", async () => {
    const token = await make(alice);
    const [answer, requests] = await costing(() =>
      call(token, "ask", {
        task: `acme/demo#${task}`,
        question: "Which store?",
        context: "Both would do.",
        category: "implementation",
        urgency: "blocking",
        wait: true,
        key: "store",
      }),
    );
    expect(answer).toMatchObject({ status: 403, body: { code: "not-here" } });
    const { instead, detail } = answer.body;
    expect(instead.title).toBe("Q: Which store?");
    expect(instead.body).toContain("Both would do.");
    expect(instead.command).toMatch(
      /^signalbox gh --as alice issue create --title 'Q: Which store\?' --body .* --repo acme\/demo$/s,
    );
    expect(detail).toContain(instead.command);
    expect(requests).toBe(0);
  });

  test("a list may be one text with several lines, as the command line and tools take it", async () => {
    const answer = await call(await make(alice), "hand-over", {
      task: `acme/demo#${task}`,
      status: "complete",
      changes: "- `src/a.ts`: asks\n- src/b.ts: answers",
      verified: ["- npm test: passed"],
      context: "Tokens end after an hour.",
      nextSteps: "1. Log out.",
    });
    expect(answer).toMatchObject({ status: 403, body: { code: "not-here" } });
    expect(answer.body.instead.body).toContain("- `src/a.ts`: asks\n- `src/b.ts`: answers\n");
    expect(answer.body.instead.body).toContain("- `npm test`: passed\n");
  });

  test.each([
    ["answer", { question: "acme/demo#1", decision: "SQLite", why: "One file." }],
    ["task", { title: "Log out", goal: "It works." }],
    ["discover", { to: "everyone", title: "Tokens end", finding: "After 30 days." }],
    ["urgency", { issue: "acme/demo#1", urgency: "important" }],
  ])(
    "bad input for a write (%s) is refused for what is wrong with it, or planned",
    async (operation, input) => {
      const answer = await call(await make(alice), operation, input);
      expect([400, 403, 404, 422]).toContain(answer.status);
      expect(answer.status === 403).toBe(answer.body.instead !== undefined);
    },
  );
});

describe("what a token shows", () => {
  test("is what GitHub listed to the person who made it", async () => {
    const token = await make(alice);
    expect(await titles(token)).toEqual(["Locked away", "Store deliveries"]);
    const { status, text } = await call(token, "show", { issue: "acme/secret#1" });
    expect([status, text.includes("Hidden")]).toEqual([404, false]);
  });

  test("IF23 a role that was taken away is noticed within five minutes, as GitHub tells an App nothing of it", async () => {
    const token = await make(alice);
    const { repos } = bus.as("maria", "acme/vault").octokit.rest;
    const place = { owner: "acme", repo: "vault", username: "alice" };
    expect(await titles(token)).toContain("Locked away");
    await repos.removeCollaborator(place);
    await bus.hub.idle();
    bus.clock.advance(5 * 60_000);
    expect(await titles(token)).not.toContain("Locked away");
    await repos.addCollaborator({ ...place, permission: "push" });
    bus.clock.advance(5 * 60_000);
    expect(await titles(token)).toContain("Locked away");
  });

  test("costs GitHub nothing more while the roles are known", async () => {
    const token = await make(alice);
    await titles(token);
    const [, requests] = await costing(async () => {
      for (let n = 0; n < 20; n++) await call(token, "list", { limit: n + 1 });
    });
    expect(requests).toBe(0);
  });

  test("someone without a role makes one that shows nothing", async () => {
    expect(await titles(await make(await signIn(url, bus.hub, "mallory")))).toEqual([]);
  });

  test("of the owner is what they named, or all", async () => {
    expect(await titles(await ownersToken("--repo", "acme/secret"))).toEqual(["Hidden title"]);
    expect(await titles(await ownersToken())).toEqual(["Hidden title", "Locked away", "Store deliveries"]);
    const { err, code } = await signalbox(["tokens", "add", "--repo", "acme/none", "--home", bus.home], {});
    expect([code, err]).toEqual([1, expect.stringContaining("does not serve")]);
  });
});

describe("orders", () => {
  const issue = () => `acme/demo#${task}`;

  test("are the agent's that the token names, and the engine decides", async () => {
    const token = await make(alice, { agent: "ada" });
    const claimed = await call(token, "claim", { issue: issue() });
    expect(claimed).toMatchObject({ status: 200, body: { isHeld: true, agent: "ada" } });
    expect((await call(token, "beat", { issue: issue(), doing: "tests" })).body.isHeld).toBe(true);
    expect((await call(token, "inbox")).status).toBe(200);
    const other = await call(await ownersToken("--agent", "bea"), "claim", { issue: issue() });
    expect(other.body).toMatchObject({ isHeld: false, agent: "bea" });
    expect((await call(token, "release", { issue: issue() })).body.isReleased).toBe(true);
  });

  test.each([
    ["bea", /another account/],
    ["kim", /has a key and must sign/],
    ["zoe", /name an agent zoe/],
  ])("a person makes no token for %s", async (agent, reason) => {
    const sent = { act: "make", days: "1", agent, formToken: await formToken(alice) };
    const { status, text } = await alice.post("/tokens", sent);
    expect([status, alertIn(text)]).toEqual([422, expect.stringMatching(reason)]);
    expect(text).not.toMatch(/sbx_[\w-]{43}/);
  });

  test("the owner's token for an agent with a key gives its orders, as the owner answers for the name", async () => {
    const token = await ownersToken("--agent", "kim");
    const claimed = await call(token, "claim", { issue: issue() });
    expect(claimed).toMatchObject({ status: 200, body: { isHeld: true, agent: "kim" } });
    expect((await call(token, "release", { issue: issue() })).body.isReleased).toBe(true);
  });

  test("another agent's name in a call is refused", async () => {
    const token = await make(alice, { agent: "ada" });
    const answer = await call(token, "claim", { issue: issue(), agent: "bea" });
    expect(answer).toMatchObject({ status: 403, body: { code: "not-here" } });
  });

  test("an agent that has moved to another account is no longer the person's", async () => {
    const token = await make(alice, { agent: "ada" });
    await nameCrew(bus, { ...crew, ada: { login: "bob" } });
    const answer = await call(token, "claim", { issue: issue() });
    expect(answer).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("another account") },
    });
    await nameCrew(bus, crew);
  });

  test("of a repository that the token does not show do not exist", async () => {
    const token = await ownersToken("--agent", "ada", "--repo", "acme/vault");
    const answer = await call(token, "claim", { issue: issue() });
    expect(answer).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("does not serve") },
    });
  });

  test("the owner may use any agent's name", async () => {
    const token = await ownersToken("--agent", "kim");
    expect((await call(token, "claim", { issue: issue() })).body).toMatchObject({
      isHeld: true,
      agent: "kim",
    });
    expect((await call(token, "release", { issue: issue() })).body.isReleased).toBe(true);
  });

  test("are not for sessions", async () => {
    const { status, text } = await alice.ask("/api/v1/claim", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ issue: issue() }),
    });
    expect([status, JSON.parse(text)]).toEqual([
      403,
      expect.objectContaining({ code: "not-here", detail: expect.stringContaining("/tokens") }),
    ]);
  });
});

describe("the end of a token", () => {
  test("comes after its days, and no sooner", async () => {
    const token = await ownersToken("--days", "1");
    bus.clock.advance(24 * 3_600_000 - 60_000);
    expect((await call(token, "ready")).status).toBe(200);
    bus.clock.advance(60_000);
    const { status, body } = await call(token, "ready");
    expect([status, body.detail]).toEqual([401, expect.stringContaining("expired at")]);
    alice = await signIn(url, bus.hub, "alice");
  });

  test("comes with `signalbox tokens end`, by what the list shows", async () => {
    const token = await ownersToken("--agent", "ada", "--repo", "acme/demo");
    await call(token, "ready");
    const { out } = await signalbox(["tokens", "--home", bus.home], {});
    const line = out.split("\n").find((each) => each.includes("orders as ada")) ?? "";
    expect(line).toMatch(/^[0-9a-f]{8}\treads, orders as ada\tacme\/demo\tmade .*\tused .*\tuntil /);
    const ended = await signalbox(["tokens", "end", line.slice(0, 8), "--home", bus.home], {});
    expect(ended.out).toBe("Ended.\n");
    expect((await call(token, "ready")).status).toBe(401);
  });

  test("IF29 comes when the person revokes the App at GitHub, or signs out everywhere", async () => {
    const one = await make(alice);
    const owners = await ownersToken();
    await alice.post("/tokens", { act: "end-all", formToken: await formToken(alice) });
    expect((await call(one, "ready")).status).toBe(401);
    expect((await alice.ask("/api/v1/ready")).status).toBe(401);
    expect((await call(owners, "ready")).status).toBe(200);
    alice = await signIn(url, bus.hub, "alice");
    const two = await make(alice);
    await revoke("alice");
    await bus.settled();
    expect((await call(two, "ready")).status).toBe(401);
    alice = await signIn(url, bus.hub, "alice");
  });

  test("IF29 the token of a person whose revocation was not delivered ends once GitHub's log shows it", async () => {
    const token = await make(alice);
    const match = { event: "github_app_authorization" };
    const stop = bus.hub.faults.add({ on: "delivery", match, effect: { kind: "drop" } });
    await revoke("alice");
    await bus.hub.idle();
    stop();
    expect((await call(token, "ready")).status).toBe(200);
    await bus.sweep();
    expect((await call(token, "ready")).status).toBe(401);
    alice = await signIn(url, bus.hub, "alice");
    const another = await make(alice);
    await bus.sweep();
    expect((await call(another, "ready")).status).toBe(200);
  });
});

/** As a person does on GitHub's page of authorized Apps. */
async function revoke(login: string): Promise<void> {
  const { clientId, clientSecret } = bus.hub.app;
  const allowed = await fetch(`${bus.hub.url}/login/oauth/authorize?client_id=${clientId}`, {
    method: "POST",
    redirect: "manual",
    headers: { authorization: `token ${bus.hub.tokenOf(login)}` },
  });
  const code = new URL(allowed.headers.get("location") ?? "").searchParams.get("code") ?? "";
  const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, code });
  const exchanged = await fetch(`${bus.hub.url}/login/oauth/access_token`, { method: "POST", body });
  const token = new URLSearchParams(await exchanged.text()).get("access_token");
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
  await fetch(`${bus.hub.url}/api/v3/applications/${clientId}/grant`, {
    method: "DELETE",
    body: JSON.stringify({ access_token: token }),
    headers: { authorization: `Basic ${credentials}` },
  });
}

test("IF28 the data folder has no token, and one of another server's key is refused", async () => {
  const token = await ownersToken();
  expect([isInIndex(bus.home, "maria"), isInIndex(bus.home, token.slice(4))]).toEqual([true, false]);
  await bus.stopServer();
  rmSync(join(bus.home, "session-key"));
  await bus.startServer();
  url = bus.server().url;
  expect((await call(token, "ready")).body.detail).toContain("another server");
});
