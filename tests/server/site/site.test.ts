/** The site: entering it, its pages and forms, and what every response tells a browser. */
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { UserError } from "../../../src/base/errors.ts";
import { silentLogger } from "../../../src/base/logger.ts";
import { closeServer, listen } from "../../../src/server/http/http-server.ts";
import { createEntryLinks, type EntryLinks } from "../../../src/server/site/entry/entry-links.ts";
import { ownAddresses } from "../../../src/server/site/guard/own-addresses.ts";
import { createSiteListener } from "../../../src/server/site/listener.ts";
import type { SitePage } from "../../../src/server/site/pages/page.ts";
import { createSite } from "../../../src/server/site/site.ts";
import { openStore } from "../../../src/store/sqlite/store.ts";
import type { Store } from "../../../src/store/store.ts";
import { type ManualClock, manualClock } from "../../support/manual-clock.ts";
import { ask, openBrowser } from "./browser.ts";

const notes: SitePage = {
  path: "/notes/:name",
  get: async ({ caller, formToken, params }) => ({
    type: "page",
    html: `<p>${caller.type} reads ${params.name}</p><input name="formToken" value="${formToken}">`,
  }),
  post: async ({ form, params }) => {
    if (form.get("text") === "wrong") throw new UserError("A note needs a <b>text</b>.");
    written.push(`${params.name}: ${[...form.keys()].join()} ${form.get("text")}`);
    return { type: "redirect", to: form.get("to") ?? "/notes/one" };
  },
};
const assets = [{ name: "style.css", type: "text/css", text: "p { color: red }" }] as const;

let written: string[];
let home: string;
let store: Store;
let clock: ManualClock;
let links: EntryLinks;
let server: Server;
let url: string;

beforeEach(async () => {
  written = [];
  home = mkdtempSync(join(tmpdir(), "signalbox-site-"));
  clock = manualClock(1_000_000_000);
  store = openStore(home);
  links = createEntryLinks(clock, store.grants);
  await serve();
});
afterEach(async () => {
  await closeServer(server, 0);
  store.close();
  rmSync(home, { recursive: true, force: true });
});

async function serve(publicUrl?: string): Promise<void> {
  let addresses: ReturnType<typeof ownAddresses> | undefined;
  const load = async (own: ReturnType<typeof ownAddresses>): Promise<RequestListener> =>
    createSite({
      addresses: own,
      links,
      home,
      clock,
      sessionKey: undefined,
      trustedProxies: [],
      logger: silentLogger,
      board: store.board,
      grants: store.grants,
      refreshIssue: async () => true,
      isReady: () => true,
      random: () => 0.5,
      webUrl: "http://127.0.0.1:4001",
      pacing: "off" as const,
      accessEpoch: () => 0,
      apiTokens: store.apiTokens,
      roleOf: async () => undefined,
      placeChoice: () => Promise.reject(new Error("No choices here.")),
      orders: noOrders(),
      closing: new AbortController().signal,
      version: "1.2.3",
      client: undefined,
      baseUrl: "http://127.0.0.1:4001/api/v3",
      githubPages: undefined,
      content: { pages: [notes], assets },
      status: () => Promise.reject(new Error("No status here.")),
    });
  server = createServer(createSiteListener({ addresses: () => addresses, load, onFailure: () => {} }));
  const { port } = await listen(server, "127.0.0.1", 0, String);
  addresses = ownAddresses({ host: "127.0.0.1", port, publicUrl });
  url = `http://127.0.0.1:${port}`;
}

function noOrders() {
  const never = () => Promise.reject(new Error("No orders here."));
  return { board: store.board, noteMarks: store.noteMarks, clock, placeOrder: never, takeBeat: never };
}

async function restart(publicUrl?: string): Promise<void> {
  await closeServer(server, 0);
  await serve(publicUrl);
}

async function enter(to = "/") {
  const browser = openBrowser(url);
  const response = await browser.ask(links.create(to));
  return { browser, response };
}

const formTokenIn = (text: string): string => /name="formToken" value="([^"]+)"/.exec(text)?.[1] ?? "";

describe("entering by a link", () => {
  test("a link is exchanged for a cookie that no script can read, and leads on without its secret", async () => {
    const { response } = await enter("/notes/one?x=1");
    expect([response.status, response.headers.location]).toEqual([303, "/notes/one?x=1"]);
    expect(response.setCookies).toEqual([
      expect.stringMatching(/^signalbox-session-\d+=[^;]+;.* Path=\/;.* HttpOnly; SameSite=Lax$/),
    ]);
  });

  test("the owner reads a page", async () => {
    const { browser } = await enter();
    const { status, text } = await browser.ask("/notes/one");
    expect([status, text]).toEqual([200, expect.stringContaining("owner reads one")]);
  });

  test("a link that was used lets no one in", async () => {
    const link = links.create("/");
    await openBrowser(url).ask(link);
    const second = openBrowser(url);
    expect((await second.ask(link)).status).toBe(410);
    expect(second.cookies.size).toBe(0);
  });

  test("a link of a command ends after a minute", async () => {
    const link = await links.createForCommand("/");
    clock.advance(60_000);
    expect((await ask(url, link)).status).toBe(410);
  });

  test.each([
    ["HEAD", {}],
    ["GET", { "sec-purpose": "prefetch" }],
  ])("a %s request with the headers %j does not use it up", async (method, headers) => {
    const link = links.create("/");
    expect((await ask(url, link, { method, headers })).setCookies).toEqual([]);
    expect((await ask(url, link)).status).toBe(303);
  });

  test("entering again ends the session that the browser had", async () => {
    const { browser } = await enter();
    const before = new Map(browser.cookies);
    await browser.ask(links.create("/"));
    const thief = openBrowser(url);
    for (const [name, value] of before) thief.cookies.set(name, value);
    expect((await thief.ask("/notes/one")).status).toBe(303);
    expect((await browser.ask("/notes/one")).status).toBe(200);
  });
});

describe("a session", () => {
  test("outlives the server, and ends after eight hours", async () => {
    const { browser } = await enter();
    const { cookies } = browser;
    const { port } = new URL(url);
    await restart();
    const after = openBrowser(url);
    for (const [name, value] of cookies) after.cookies.set(name.replace(port, new URL(url).port), value);
    expect((await after.ask("/notes/one")).status).toBe(200);
    clock.advance(8 * 60 * 60_000);
    expect((await after.ask("/notes/one")).status).toBe(303);
  });

  test("ends for every copy of its cookie when its owner signs out", async () => {
    const { browser } = await enter();
    const formToken = formTokenIn((await browser.ask("/notes/one")).text);
    const copy = openBrowser(url);
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
    expect((await browser.post("/sign-out", { formToken })).status).toBe(303);
    expect(browser.cookies.size).toBe(0);
    expect((await copy.ask("/notes/one")).status).toBe(303);
  });

  test("without one a page leads to the page that says how to enter, and back", async () => {
    const response = await ask(url, "/notes/one?x=1");
    expect([response.status, response.headers.location]).toEqual([303, "/sign-in?to=%2Fnotes%2Fone%3Fx%3D1"]);
    expect((await ask(url, "/sign-in")).text).toContain("signalbox open");
  });

  test("the database alone, without the key, lets no one in", async () => {
    const { browser } = await enter();
    const [name = "", value = ""] = [...browser.cookies][0] ?? [];
    expect((await store.grants.find("0".repeat(64), clock.now()))?.id).toBeUndefined();
    rmSync(join(home, "session-key"));
    await restart();
    const after = openBrowser(url);
    after.cookies.set(name.replace(/\d+$/, new URL(url).port), value);
    expect((await after.ask("/notes/one")).status).toBe(303);
  });

  test.each(["", "x", "a.b.c.d.e", "eyJhbGciOiJub25lIn0.e30."])(
    "a cookie %j is no session",
    async (value) => {
      const browser = openBrowser(url);
      browser.cookies.set(`signalbox-session-${new URL(url).port}`, value);
      expect((await browser.ask("/notes/one")).status).toBe(303);
    },
  );

  test("behind a proxy with https the cookie is sent to that host alone", async () => {
    await restart("https://box.example.com");
    const headers = { host: "box.example.com" };
    const { setCookies } = await ask(url, links.create("/"), { headers });
    expect(setCookies).toEqual([
      expect.stringMatching(/^__Host-signalbox-session=[^;]+;.*; HttpOnly; Secure; /),
    ]);
  });
});

describe("forms", () => {
  test("a form of a page of the session is taken, without the token", async () => {
    const { browser } = await enter();
    const formToken = formTokenIn((await browser.ask("/notes/one")).text);
    const response = await browser.post("/notes/one", { formToken, text: "hello" });
    expect([response.status, response.headers.location]).toEqual([303, "/notes/one"]);
    expect(written).toEqual(["one: text hello"]);
  });

  test.each([
    ["no token", {}],
    ["a wrong token", { formToken: "x".repeat(43) }],
    ["an empty token", { formToken: "" }],
  ])("L02 IF26 a form with %s is refused", async (_, fields) => {
    const { browser } = await enter();
    expect((await browser.post("/notes/one", { ...fields, text: "hello" })).status).toBe(403);
    expect(written).toEqual([]);
  });

  test("L02 IF26 a form with the token of another session is refused", async () => {
    const [{ browser }, other] = [await enter(), await enter()];
    const formToken = formTokenIn((await other.browser.ask("/notes/one")).text);
    expect((await browser.post("/notes/one", { formToken, text: "hello" })).status).toBe(403);
    expect(written).toEqual([]);
  });

  test("a mistake is shown as text, and a redirect never leads elsewhere", async () => {
    const { browser } = await enter();
    const formToken = formTokenIn((await browser.ask("/notes/one")).text);
    const mistake = await browser.post("/notes/one", { formToken, text: "wrong" });
    expect([mistake.status, mistake.text]).toEqual([
      422,
      expect.stringContaining("A note needs a &lt;b&gt;text&lt;/b&gt;."),
    ]);
    const away = await browser.post("/notes/one", { formToken, text: "x", to: "//evil.test/" });
    expect(away.headers.location).toBe("/");
  });
});

describe("what is refused before it is read", () => {
  test("L02 IF26 another Host is refused", async () => {
    const { status, text } = await ask(url, "/", { headers: { host: "evil.test" } });
    expect([status, text]).toEqual([421, expect.stringContaining("PUBLIC_URL")]);
  });

  test("L02 IF26 a form of another origin is refused, even with the token", async () => {
    const { browser } = await enter();
    const formToken = formTokenIn((await browser.ask("/notes/one")).text);
    const headers = { "content-type": "application/x-www-form-urlencoded", origin: "https://evil.test" };
    const body = new URLSearchParams({ formToken, text: "x" }).toString();
    expect((await browser.ask("/notes/one", { method: "POST", headers, body })).status).toBe(403);
    expect(written).toEqual([]);
  });

  test.each([
    ["announced", { "content-length": "300001" }],
    ["in pieces", { "transfer-encoding": "chunked" }],
  ])("a body of more than 300,000 bytes, %s, is refused", async (_, headers) => {
    const { browser } = await enter();
    const type = { "content-type": "application/x-www-form-urlencoded", origin: url };
    const body = "x".repeat(300_001);
    const given = { method: "POST", headers: { ...type, ...headers }, body };
    expect((await browser.ask("/notes/one", given)).status).toBe(413);
  });
});

describe("what every response tells a browser", () => {
  const policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

  test.each(["/", "/notes/one", "/sign-in", "/nowhere", "/assets/style.css"])("IF26 on %s", async (path) => {
    const { browser } = await enter();
    const { headers } = await browser.ask(path);
    expect(headers).toMatchObject({
      "content-security-policy": policy,
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "same-origin",
      "cache-control": "private, no-cache",
    });
    expect(Object.keys(headers).filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  test("a page that is unchanged is not sent again", async () => {
    const { browser } = await enter();
    const { etag = "" } = (await browser.ask("/notes/one")).headers;
    const again = await browser.ask("/notes/one", { headers: { "if-none-match": etag } });
    expect([again.status, again.text]).toEqual([304, ""]);
  });

  test("styles need no session", async () => {
    const { status, headers, text } = await ask(url, "/assets/style.css");
    expect([status, headers["content-type"], text]).toEqual([
      200,
      "text/css; charset=utf-8",
      "p { color: red }",
    ]);
  });
});
