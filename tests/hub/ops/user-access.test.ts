/** Tokens with which an App acts for a user: how it gets one, what it reaches, and how it ends. */
import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { demoSeed } from "../../../src/hub/seed.ts";
import { startTestHub, type TestHub } from "../../support/hub.ts";
import { manualClock } from "../../support/manual-clock.ts";

const callback = "http://127.0.0.1:4000/sign-in/callback";
const verifier = "v".repeat(43);
const challenge = createHash("sha256").update(verifier).digest("base64url");
const seed = {
  ...demoSeed,
  repositories: [
    ...demoSeed.repositories,
    { fullName: "acme/secret", private: true, roles: { maria: "admin", bob: "read" } },
    { fullName: "bob/own", private: true, roles: {} },
  ],
} as const;

let github: TestHub;
const clock = manualClock(Date.parse("2026-11-22T12:00:00Z"));
beforeEach(async () => {
  github = await startTestHub({ seed, clock });
  github.hub.setCallbackUrls([callback]);
});
afterEach(() => github.close());

interface Wish {
  readonly redirect_uri?: string;
  readonly code_challenge?: string;
  readonly code_challenge_method?: string;
  readonly client_id?: string;
}

async function authorize(login: string, wish: Wish = {}): Promise<Response> {
  const query = new URLSearchParams({
    client_id: github.hub.app.clientId,
    state: "s",
    code_challenge: challenge,
    code_challenge_method: "S256",
    ...wish,
  });
  return fetch(`${github.hub.url}/login/oauth/authorize?${query}`, {
    method: "POST",
    redirect: "manual",
    headers: { authorization: `token ${github.hub.tokenOf(login)}` },
  });
}

async function codeOf(login: string, wish?: Wish): Promise<string> {
  const location = new URL((await authorize(login, wish)).headers.get("location") ?? "");
  expect(`${location.origin}${location.pathname}`).toBe(callback);
  expect(location.searchParams.get("state")).toBe("s");
  return location.searchParams.get("code") ?? "";
}

// biome-ignore lint/suspicious/noExplicitAny: the tests look into answers of every shape
async function exchange(code: string, given: Readonly<Record<string, string>> = {}): Promise<any> {
  const { clientId, clientSecret } = github.hub.app;
  const response = await fetch(`${github.hub.url}/login/oauth/access_token`, {
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/json" },
    body: JSON.stringify({
      client_id: clientId,
      client_secret: clientSecret,
      code,
      code_verifier: verifier,
      ...given,
    }),
  });
  expect(response.status).toBe(200);
  return response.json();
}

async function tokenOf(login: string): Promise<string> {
  return (await exchange(await codeOf(login))).access_token;
}

async function ask(token: string, method: string, path: string, body?: object) {
  const response = await fetch(`${github.hub.url}/api/v3${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
}

describe("the exchange of a code", () => {
  test("a code is exchanged for a token of eight hours", async () => {
    const answer = await exchange(await codeOf("maria"));
    expect(answer).toEqual({
      access_token: expect.stringMatching(/^ghu_/),
      expires_in: 28_800,
      scope: "",
      token_type: "bearer",
    });
    expect((await ask(answer.access_token, "GET", "/user")).body.login).toBe("maria");
    clock.advance(28_800_000);
    expect((await ask(answer.access_token, "GET", "/user")).status).toBe(401);
  });

  test("a code works once, and for ten minutes", async () => {
    const code = await codeOf("maria");
    await exchange(code);
    expect((await exchange(code)).error).toBe("bad_verification_code");
    const late = await codeOf("maria");
    clock.advance(600_000);
    expect((await exchange(late)).error).toBe("bad_verification_code");
  });

  test.each([
    ["bad_verification_code", { code_verifier: "w".repeat(43) }],
    ["bad_verification_code", { code_verifier: "" }],
    ["incorrect_client_credentials", { client_secret: "wrong" }],
    ["incorrect_client_credentials", { client_id: "Iv23liwrong" }],
    ["redirect_uri_mismatch", { redirect_uri: "https://evil.test/" }],
  ])("it fails with %s for %o, and the code is used up", async (error, given) => {
    const code = await codeOf("maria");
    expect((await exchange(code, given)).error).toBe(error);
    expect((await exchange(code)).error).toBe("bad_verification_code");
  });

  test("without `accept: application/json` the answer is a form", async () => {
    const { clientId, clientSecret } = github.hub.app;
    const code = await codeOf("maria");
    const body = new URLSearchParams({
      client_id: clientId,
      client_secret: clientSecret,
      code,
      code_verifier: verifier,
    });
    const response = await fetch(`${github.hub.url}/login/oauth/access_token`, { method: "POST", body });
    expect(new URLSearchParams(await response.text()).get("access_token")).toMatch(/^ghu_/);
  });

  test.each<[string, Wish]>([
    ["another address", { redirect_uri: "https://evil.test/" }],
    ["an address below the registered one", { redirect_uri: `${callback}/../../evil` }],
    ["an unknown App", { client_id: "Iv23liwrong" }],
    ["a plain challenge", { code_challenge_method: "plain" }],
  ])("no browser is sent to %s", async (_, wish) => {
    const response = await authorize("maria", wish);
    expect([response.status, response.headers.get("location")]).toEqual([422, null]);
  });
});

describe("what a token reaches", () => {
  const names = async (login: string) => {
    const token = await tokenOf(login);
    const { body } = await ask(token, "GET", "/user/installations");
    const lists = await Promise.all(
      body.installations.map(({ id }: { readonly id: number }) =>
        ask(token, "GET", `/user/installations/${id}/repositories`),
      ),
    );
    return lists.flatMap((list) => list.body.repositories.map((one: { full_name: string }) => one.full_name));
  };

  test("the App's repositories in which the user has a role, and no others", async () => {
    expect(await names("maria")).toEqual(["acme/demo", "acme/secret"]);
    expect(await names("bob")).toEqual(["acme/demo", "acme/secret"]);
    expect(await names("alice")).toEqual(["acme/demo"]);
    expect(await names("mallory")).toEqual([]);
  });

  test("the smaller of the App's and the user's rights", async () => {
    const maria = await tokenOf("maria");
    const bob = await tokenOf("bob");
    const label = { name: "x", color: "ffffff" };
    expect((await ask(maria, "POST", "/repos/acme/secret/labels", label)).status).toBe(201);
    expect((await ask(bob, "POST", "/repos/acme/secret/labels", label)).status).toBe(403);
    expect((await ask(maria, "PUT", "/repos/acme/demo/collaborators/mallory", {})).status).toBe(403);
    expect((await ask(bob, "GET", "/repos/bob/own")).status).toBe(404);
    expect((await ask(await tokenOf("alice"), "GET", "/repos/acme/secret")).status).toBe(404);
  });

  test("what is written with it is the user's, and says through which App", async () => {
    const token = await tokenOf("maria");
    const { body: issue } = await ask(token, "POST", "/repos/acme/demo/issues", { title: "A" });
    expect([issue.user.login, issue.performed_via_github_app.slug]).toEqual(["maria", "signalbox"]);
    const path = `/repos/acme/demo/issues/${issue.number}/comments`;
    const { body: comment } = await ask(token, "POST", path, { body: "B" });
    expect([comment.user.login, comment.performed_via_github_app.slug]).toEqual(["maria", "signalbox"]);
  });
});

describe("the end of a token", () => {
  const asClient = (path: string, token: string, secret = github.hub.app.clientSecret) => {
    const { clientId } = github.hub.app;
    const credentials = Buffer.from(`${clientId}:${secret}`).toString("base64");
    return fetch(`${github.hub.url}/api/v3/applications/${clientId}/${path}`, {
      method: "DELETE",
      headers: { authorization: `Basic ${credentials}` },
      body: JSON.stringify({ access_token: token }),
    });
  };

  test("the App ends one token, and its user's others go on", async () => {
    const one = await tokenOf("maria");
    const other = await tokenOf("maria");
    expect((await asClient("token", one)).status).toBe(204);
    expect((await ask(one, "GET", "/user")).status).toBe(401);
    expect((await ask(other, "GET", "/user")).status).toBe(200);
  });

  test("the end of the authorization ends all tokens, and the App is told", async () => {
    const one = await tokenOf("maria");
    const other = await tokenOf("maria");
    expect((await asClient("grant", one)).status).toBe(204);
    expect((await ask(other, "GET", "/user")).status).toBe(401);
    await github.hub.idle();
    const told = github.received.find(({ event }) => event === "github_app_authorization");
    expect(told?.payload).toMatchObject({ action: "revoked", sender: { login: "maria" } });
  });

  test("nobody else ends it", async () => {
    const token = await tokenOf("maria");
    expect((await asClient("token", token, "wrong")).status).toBe(401);
    expect((await ask(token, "DELETE", `/applications/${github.hub.app.clientId}/token`)).status).toBe(404);
    expect((await ask(token, "GET", "/user")).status).toBe(200);
  });
});
