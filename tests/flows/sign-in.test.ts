import { Octokit } from "@octokit/rest";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { demoSeed, type HubSeed } from "../../src/hub/seed.ts";
import { type Browser, openBrowser } from "../server/site/browser.ts";
import { beginSignIn, signIn } from "../server/site/sign-in.ts";
import { cardsOf, openStream } from "../server/site/stream-reader.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";
import { isInIndex } from "../support/store-of-flows.ts";

const seed: HubSeed = {
  ...demoSeed,
  repositories: [
    ...demoSeed.repositories,
    { fullName: "acme/secret", private: true, roles: { maria: "admin", bob: "write" } },
    { fullName: "acme/vault", private: true, roles: { maria: "admin", alice: "write" } },
  ],
};

let bus: TestBus;
let url: string;
beforeAll(async () => {
  bus = await startBus({ seed });
  url = bus.server().url;
  await blockBySecret();
});
afterAll(() => bus.stop());

/** Tasks of a public and a private repository, each blocked by an issue of acme/secret; and a question there. */
async function blockBySecret(): Promise<void> {
  const secret = bus.as("bob", "acme/secret");
  const hidden = await secret.open("Hidden title", form({ Goal: "Hidden goal." }), ["kind:task"]);
  await secret.open(
    "Q: Hidden question?",
    form({
      "Blocking task": `#${hidden}`,
      Category: "implementation",
      Urgency: "blocking",
      Context: "Hidden context.",
    }),
    ["kind:question"],
  );
  for (const repository of ["acme/demo", "acme/vault"]) {
    const maria = bus.as("maria", repository);
    const goal = form({ Goal: "It works.", "Blocked by": `acme/secret#${hidden}` });
    await maria.open("Open title", goal, ["kind:task"]);
    await maria.open("Free title", form({ Goal: "It works." }), ["kind:task"]);
  }
  await bus.settled();
}

const api = async (browser: Browser, path: string) => {
  const { status, headers, text } = await browser.ask(`/api/v1/${path}`);
  return { status, headers, text, body: text === "" ? undefined : JSON.parse(text) };
};
const post = async (browser: Browser, operation: string, input: unknown, origin = url) => {
  const { status, text } = await browser.ask(`/api/v1/${operation}`, {
    method: "POST",
    body: typeof input === "string" ? input : JSON.stringify(input),
    headers: { "content-type": "application/json", origin },
  });
  return { status, body: JSON.parse(text) };
};
const enter = async () => {
  const browser = openBrowser(url);
  await browser.ask(new URL(bus.server().entryLink("/")).pathname);
  return browser;
};

describe("IF27 signing in", () => {
  test("a person signs in through GitHub and comes to the page that they wanted", async () => {
    const { browser, callback } = await beginSignIn(url, bus.hub, "maria", "/sign-in?x=1");
    const { status, headers } = await browser.ask(callback);
    expect([status, headers.location]).toEqual([303, "/sign-in?x=1"]);
    expect((await api(browser, "ready")).status).toBe(200);
  });

  test("a target elsewhere leads to the front page", async () => {
    const { browser, callback } = await beginSignIn(url, bus.hub, "maria", "//evil.test/");
    expect((await browser.ask(callback)).headers.location).toBe("/");
  });

  test("another browser cannot end the sign-in, and neither can the same one twice", async () => {
    const { browser, callback } = await beginSignIn(url, bus.hub, "maria");
    expect((await openBrowser(url).ask(callback)).status).toBe(403);
    const copy = openBrowser(url);
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
    expect((await browser.ask(callback)).status).toBe(303);
    expect((await copy.ask(callback)).status).toBe(403);
    expect((await api(copy, "ready")).status).toBe(401);
  });

  test.each([
    ["a wrong state", (callback: string) => otherwise(callback, /(?<=state=)./)],
    ["no state", (callback: string) => callback.replace(/state=[^&]*/, "")],
    ["a wrong code", (callback: string) => otherwise(callback, /(?<=code=)./)],
    ["no code", (callback: string) => callback.replace(/code=[^&]*/, "error=access_denied")],
  ])("%s signs no one in", async (_, change) => {
    const { browser, callback } = await beginSignIn(url, bus.hub, "maria");
    expect((await browser.ask(change(callback))).status).toBe(403);
    expect((await api(browser, "ready")).status).toBe(401);
  });

  test("a code that another browser got is refused", async () => {
    const mine = await beginSignIn(url, bus.hub, "maria");
    const theirs = await beginSignIn(url, bus.hub, "mallory");
    const code = /code=([^&]*)/.exec(theirs.callback)?.[1] ?? "";
    expect((await mine.browser.ask(mine.callback.replace(/code=[^&]*/, `code=${code}`))).status).toBe(403);
  });

  test("an attempt is over after ten minutes", async () => {
    const { browser, callback } = await beginSignIn(url, bus.hub, "maria");
    bus.clock.advance(600_000);
    expect((await browser.ask(callback)).status).toBe(403);
  });

  test("a session's id is new after each sign-in, and the one before has ended", async () => {
    const browser = await enter();
    const before = new Map(browser.cookies);
    const { headers } = await browser.ask("/sign-in/github");
    const allowed = await fetch(headers.location ?? "", {
      method: "POST",
      redirect: "manual",
      headers: { authorization: `token ${bus.hub.tokenOf("maria")}` },
    });
    const back = new URL(allowed.headers.get("location") ?? "");
    await browser.ask(`${back.pathname}${back.search}`);
    const thief = openBrowser(url);
    for (const [name, value] of before) thief.cookies.set(name, value);
    expect((await api(thief, "ready")).status).toBe(401);
    expect((await api(browser, "ready")).status).toBe(200);
  });
});

const reads = [
  "ready?limit=100",
  "list?state=all&limit=100",
  "board",
  "escalations",
  "questions",
  "show?issue=acme/demo%231",
  "explain?issue=acme/demo%231",
  "brief?issue=acme/demo%231",
  "show?issue=acme/vault%231",
  "explain?issue=acme/vault%231",
  "brief?issue=acme/vault%231",
];

describe("IF24 what a person sees", () => {
  const forbidden = /hidden|secret/i;

  test.each(reads)(
    "alice learns nothing of a repository that GitHub does not list to her, by %s",
    async (path) => {
      const { status, text } = await api(await signIn(url, bus.hub, "alice"), path);
      expect([status, forbidden.exec(text)?.[0]]).toEqual([200, undefined]);
    },
  );

  test("she is told that another repository's issue blocks the task", async () => {
    const { body } = await api(await signIn(url, bus.hub, "alice"), "show?issue=acme/vault%231");
    expect(body.inTheWay).toEqual([
      expect.objectContaining({ ref: "an issue in another repository", title: "" }),
    ]);
  });

  test("bob and the owner of the data folder see it", async () => {
    for (const browser of [await signIn(url, bus.hub, "bob"), await enter()])
      expect((await api(browser, "list?state=all&limit=100")).text).toContain("Hidden title");
  });

  test("an issue that is hidden and one that is not there are the same", async () => {
    const alice = await signIn(url, bus.hub, "alice");
    const hidden = await api(alice, "show?issue=acme/secret%231");
    const none = await api(alice, "show?issue=acme/nothing%231");
    expect(hidden.status).toBe(404);
    expect(hidden.text.replaceAll("secret", "nothing")).toBe(none.text);
  });

  test("someone without a role sees nothing", async () => {
    const mallory = await signIn(url, bus.hub, "mallory");
    expect((await api(mallory, "show?issue=acme/demo%231")).status).toBe(404);
    expect((await api(mallory, "list")).body.issues).toEqual([]);
  });
});

describe("IF23 IF29 the end of what a person sees", () => {
  const octokit = () => bus.as("maria", "acme/vault").octokit.rest.repos;
  const place = { owner: "acme", repo: "vault", username: "alice" } as const;
  const isSeen = async (browser: Browser) => (await api(browser, "show?issue=acme/vault%231")).status === 200;

  test("a role that was taken away is noticed within five minutes, as GitHub tells an App nothing of it", async () => {
    const alice = await signIn(url, bus.hub, "alice");
    expect(await isSeen(alice)).toBe(true);
    await octokit().removeCollaborator(place);
    await bus.hub.idle();
    bus.clock.advance(5 * 60_000);
    expect(await isSeen(alice)).toBe(false);
    await octokit().addCollaborator({ ...place, permission: "push" });
    bus.clock.advance(5 * 60_000);
    expect(await isSeen(alice)).toBe(true);
  });

  test("while the App is suspended nobody sees anything, nothing loops, and afterwards it is there again", async () => {
    const alice = await signIn(url, bus.hub, "alice");
    const reader = await openStream(url, alice);
    onTestFinished(() => reader.leave());
    await expect.poll(() => cardsOf(reader).size).toBeGreaterThan(0);
    const suspended = `/app/installations/${bus.hub.app.installationId}/suspended`;
    await bus.testHub.asApp()("PUT", suspended);
    await bus.hub.idle();
    await expect.poll(() => cardsOf(reader).size).toBe(0);
    expect(await isSeen(alice)).toBe(false);
    let requests = 0;
    const stop = bus.hub.observe((seen) => {
      if (seen.kind === "response" && seen.template.startsWith("/user/")) requests += 1;
    });
    for (let count = 0; count < 20; count++) await api(alice, "list");
    stop();
    expect(requests).toBe(0);
    await bus.testHub.asApp()("DELETE", suspended);
    await bus.settled();
    await expect.poll(() => isSeen(alice)).toBe(true);
    await expect.poll(() => cardsOf(reader).size).toBeGreaterThan(0);
  });

  const clientRequest = (path: string, token: string) => {
    const { clientId, clientSecret } = bus.hub.app;
    const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
    return fetch(`${bus.hub.url}/api/v3/applications/${clientId}/${path}`, {
      method: "DELETE",
      body: JSON.stringify({ access_token: token }),
      headers: { authorization: `Basic ${credentials}` },
    });
  };

  test("a person who revokes the App on GitHub is signed out everywhere", async () => {
    const one = await signIn(url, bus.hub, "maria");
    const other = await signIn(url, bus.hub, "maria");
    const bob = await signIn(url, bus.hub, "bob");
    expect((await clientRequest("grant", await newToken("maria"))).status).toBe(204);
    await bus.settled();
    for (const browser of [one, other]) expect((await api(browser, "ready")).status).toBe(401);
    expect((await api(bob, "ready")).status).toBe(200);
  });

  test("a token that is dead ends the session once, with the way back in", async () => {
    const maria = await signIn(url, bus.hub, "maria");
    const stop = bus.hub.faults.add({
      on: "request",
      match: { path: "^/user/installations" },
      effect: { kind: "fail", status: 401 },
    });
    bus.clock.advance(5 * 60_000);
    const first = await api(maria, "ready");
    expect([first.status, first.body.code]).toEqual([401, "no-login"]);
    stop();
    expect((await api(maria, "ready")).body.detail).toContain("/sign-in");
  });

  test("while GitHub is away the last list serves for five minutes, and nothing is shown after that", async () => {
    const bob = await signIn(url, bus.hub, "bob");
    expect((await api(bob, "ready")).status).toBe(200);
    const stop = bus.hub.faults.add({
      on: "request",
      match: { path: "^/user/installations" },
      effect: { kind: "fail", status: 503, when: "before" },
    });
    expect((await api(bob, "ready")).status).toBe(200);
    bus.clock.advance(5 * 60_000);
    expect((await api(bob, "ready")).body).toMatchObject({ status: 503, code: "github-away" });
    stop();
    expect((await api(bob, "ready")).status).toBe(200);
  });
});

const userOctokit = (token: string): Octokit =>
  new Octokit({ baseUrl: `${bus.hub.url}/api/v3`, auth: token });

/** A token of the App for a person, apart from those of their sessions. */
async function newToken(login: string): Promise<string> {
  const { clientId, clientSecret } = bus.hub.app;
  const allowed = await fetch(`${bus.hub.url}/login/oauth/authorize?client_id=${clientId}`, {
    method: "POST",
    redirect: "manual",
    headers: { authorization: `token ${bus.hub.tokenOf(login)}` },
  });
  const code = new URL(allowed.headers.get("location") ?? "").searchParams.get("code") ?? "";
  const body = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, code });
  const exchanged = await fetch(`${bus.hub.url}/login/oauth/access_token`, { method: "POST", body });
  return new URLSearchParams(await exchanged.text()).get("access_token") ?? "";
}

test("IF28 the data folder has no token of GitHub's, and a cookie shows none", async () => {
  const maria = await signIn(url, bus.hub, "maria");
  expect([isInIndex(bus.home, "maria"), isInIndex(bus.home, "ghu_")]).toEqual([true, false]);
  expect([...maria.cookies.values()].join()).not.toContain("ghu_");
});

describe("what a person writes", () => {
  const question = {
    task: "acme/demo#2",
    question: "Which store?",
    context: "Both would do.",
    category: "implementation",
    urgency: "blocking",
  };

  test("a question is theirs, and blocks the task like any other", async () => {
    const maria = await signIn(url, bus.hub, "maria");
    const { status, body } = await post(maria, "ask", question);
    expect({ status, body }).toMatchObject({ status: 200 });
    await bus.settled();
    const { octokit } = bus.as("maria");
    const { data } = await octokit.rest.issues.get({ owner: "acme", repo: "demo", issue_number: 3 });
    expect([data.user?.login, data.performed_via_github_app?.slug]).toEqual(["maria", "signalbox"]);
    expect((await api(maria, "show?issue=acme/demo%232")).body.status).toBe("blocked");
  });

  test("IF23 what the engine's rules refuse, they refuse here, too", async () => {
    const octokit = userOctokit(await newToken("maria"));
    await octokit.rest.issues.createComment({
      owner: "acme",
      repo: "demo",
      issue_number: 3,
      body: "/answer Mine",
    });
    await bus.settled();
    expect((await api(await enter(), "show?issue=acme/demo%233")).body.state).toBe("open");
  });

  test("their word through the App counts as theirs, and never as the App's own", async () => {
    const octokit = userOctokit(await newToken("bob"));
    await octokit.rest.issues.createComment({
      owner: "acme",
      repo: "demo",
      issue_number: 3,
      body: "/answer SQLite",
    });
    await bus.settled();
    const { body } = await api(await enter(), "show?issue=acme/demo%233");
    expect([body.state, body.decision]).toEqual(["closed", "SQLite"]);
    expect((await api(await enter(), "explain?issue=acme/demo%233")).text).toContain("bob");
  });

  test("someone without the right is refused by GitHub, or sees no such task", async () => {
    const { status } = await post(await signIn(url, bus.hub, "mallory"), "ask", question);
    expect(status).toBe(404);
  });

  test("the owner of the data folder is told to sign in, or to use the command line", async () => {
    const { status, body } = await post(await enter(), "ask", question);
    expect([status, body.code, body.detail]).toEqual([403, "not-here", expect.stringContaining("/sign-in")]);
  });

  test("orders are for agents' tokens", async () => {
    const { status, body } = await post(await signIn(url, bus.hub, "maria"), "claim", { issue: "#1" });
    expect([status, body.code, body.detail]).toEqual([403, "not-here", expect.stringContaining("/tokens")]);
  });
});

/** The address with another first character, which is random. */
function otherwise(address: string, first: RegExp): string {
  return address.replace(first, (char) => (char === "x" ? "y" : "x"));
}
