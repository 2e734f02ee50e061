/** The event stream of changes on the running bus: what it tells, how it is resumed, and when it ends. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { demoSeed, type HubSeed } from "../../src/hub/seed.ts";
import { signalbox } from "../cli/terminal.ts";
import { type Browser, openBrowser } from "../server/site/browser.ts";
import { signIn } from "../server/site/sign-in.ts";
import { cardsOf, openStream, pagesOf, type StreamReader } from "../server/site/stream-reader.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { form } from "../support/form.ts";

const seed: HubSeed = {
  ...demoSeed,
  repositories: [
    ...demoSeed.repositories,
    { fullName: "acme/vault", private: true, roles: { maria: "admin", alice: "write" } },
  ],
};

let bus: TestBus;
let url: string;
beforeAll(async () => {
  bus = await startBus({ seed });
  url = bus.server().url;
  for (const repository of ["acme/demo", "acme/vault"])
    await bus.as("maria", repository).open("First", form({ Goal: "It works." }), ["kind:task"], []);
  await bus.settled();
});
afterAll(() => bus.stop());

const enter = async (): Promise<Browser> => {
  const browser = openBrowser(url);
  await browser.ask(new URL(bus.server().entryLink("/")).pathname);
  return browser;
};
const stream = async (
  browser: Browser,
  opening: Parameters<typeof openStream>[2] = {},
): Promise<StreamReader> => {
  const reader = await openStream(url, browser, opening);
  onTestFinished(() => reader.leave());
  return reader;
};
const rename = async (title: string, repository = "acme/demo"): Promise<void> => {
  await bus.as("maria", repository).edit(1, { title });
};
const titles = (reader: StreamReader): readonly string[] =>
  pagesOf(reader).flatMap(({ cards }) => cards.map(({ title }) => title));
const names = (reader: StreamReader): readonly string[] =>
  [...cardsOf(reader).values()].map(({ repo, title }) => `${repo}: ${title}`).toSorted();

describe("what a stream tells", () => {
  test("everything that is there, then each change with the cursor after it", async () => {
    const reader = await stream(await enter(), { headers: { "accept-encoding": "gzip" } });
    expect(reader.status).toBe(200);
    expect(reader.headers).toMatchObject({
      "content-type": "text/event-stream",
      "x-accel-buffering": "no",
      "cache-control": expect.stringContaining("no-cache"),
      "x-content-type-options": "nosniff",
    });
    expect(reader.headers["content-encoding"]).toBeUndefined();
    await expect.poll(() => cardsOf(reader).size).toBe(2);
    await rename("Told");
    await expect.poll(() => titles(reader)).toContain("Told");
    for (const { id, data } of reader.events) expect(JSON.parse(data).cursor).toBe(id);
    const { text } = await (await enter()).ask(`/api/v1/changes?since=${reader.lastId()}`);
    expect(JSON.parse(text)).toMatchObject({ cards: [], isReset: false });
  });

  test("only what follows, from `now` or a cursor, and what came while nobody listened", async () => {
    const browser = await enter();
    const first = await stream(browser, { query: "?since=now" });
    await expect.poll(() => first.lastId()).not.toBe("");
    first.leave();
    await first.over;
    await rename("While nobody listened");
    await bus.settled();
    const again = await stream(browser, { query: "?since=now", lastId: first.lastId() });
    await expect.poll(() => titles(again)).toContain("While nobody listened");
    const byQuery = await stream(browser, { query: `?cursor=${first.lastId()}` });
    await expect.poll(() => titles(byQuery)).toContain("While nobody listened");
    expect(pagesOf(byQuery).flatMap(({ cards }) => cards.map(({ repo }) => repo))).toEqual(["demo"]);
  });

  test("IF13 a cursor of another index brings a reset, and everything after it", async () => {
    const reader = await stream(await enter(), { lastId: "c000000.1.1" });
    await expect.poll(() => cardsOf(reader).size).toBe(2);
    expect(reader.events[0]).toMatchObject({ event: "reset", id: undefined });
    expect(pagesOf(reader)[0]?.isReset).toBe(true);
  });

  test("one repository, if it is named", async () => {
    const reader = await stream(await enter(), { query: "?repo=acme/vault" });
    await expect.poll(() => names(reader)).toEqual(["vault: First"]);
  });

  test("a comment, where there is nothing to tell", async () => {
    const reader = await stream(await enter(), { query: "?since=now" });
    await expect.poll(() => reader.lastId()).not.toBe("");
    const before = reader.comments();
    bus.clock.advance(15_000);
    await expect.poll(() => reader.comments()).toBeGreaterThan(before);
  });

  test("pages stay as they are for those who ask for JSON", async () => {
    const { headers } = await (await enter()).ask("/api/v1/changes", { headers: { accept: "*/*" } });
    expect(headers["content-type"]).toBe("application/json");
  });
});

describe("a program with a token", () => {
  const make = async (...words: readonly string[]): Promise<string> =>
    (await signalbox(["tokens", "add", ...words, "--home", bus.home], {})).out.trim();
  const nobody = openBrowser("http://127.0.0.1");

  test("is told what its token shows, and nothing once it has ended", async () => {
    const token = await make("--repo", "acme/vault");
    const authorization = `Bearer ${token}`;
    const reader = await stream(nobody, { headers: { authorization } });
    expect(reader.status).toBe(200);
    await expect.poll(() => names(reader)).toEqual(["vault: First"]);
    const { out } = await signalbox(["tokens", "--json", "--home", bus.home], {});
    const [listed]: readonly { readonly id: string }[] = JSON.parse(out);
    await signalbox(["tokens", "end", listed?.id ?? "", "--home", bus.home], {});
    await rename("After the end", "acme/vault");
    await reader.over;
    expect(titles(reader)).not.toContain("After the end");
    await rename("First", "acme/vault");
  });

  test("of another server, or of none, gets no stream", async () => {
    const headers = { authorization: `Bearer sbx_${"x".repeat(43)}` };
    expect((await stream(await enter(), { headers })).status).toBe(401);
  });
});

describe("what a stream refuses", () => {
  test.each([
    ["a cursor of notes", "?since=n1f09a2.381", 400, "invalid-input"],
    ["an unknown argument", "?for=pages", 400, "invalid-input"],
    ["a limit of none", "?limit=0", 400, "invalid-input"],
    ["a repository that is not served", "?repo=acme/other", 404, "unknown-repository"],
  ])("%s", async (_, query, status, code) => {
    const reader = await stream(await enter(), { query });
    await reader.over;
    expect([reader.status, JSON.parse(reader.text()).code]).toEqual([status, code]);
  });

  test("a reader without a session, with the way to one", async () => {
    const reader = await stream(openBrowser(url));
    await reader.over;
    expect([reader.status, reader.text()]).toEqual([401, expect.stringContaining("/sign-in")]);
  });

  test("a sixth stream of one session, until one of the five has ended; HEAD requests take none", async () => {
    const browser = await enter();
    for (let count = 0; count < 6; count++)
      await browser.ask("/api/v1/changes", {
        method: "HEAD",
        headers: { accept: "text/event-stream" },
      });
    const five = [];
    for (let count = 0; count < 5; count++) five.push(await stream(browser));
    const sixth = await stream(browser);
    await sixth.over;
    expect([sixth.status, JSON.parse(sixth.text()).detail]).toEqual([
      429,
      expect.stringContaining("5 streams open"),
    ]);
    expect((await stream(await enter())).status).toBe(200);
    five[0]?.leave();
    await expect.poll(async () => (await stream(browser)).status).toBe(200);
  });

  test("IF26 an EventSource of another site", async () => {
    const headers = { origin: "https://evil.test", "sec-fetch-site": "cross-site" };
    expect((await stream(await enter(), { headers })).status).toBe(403);
  });
});

describe("when a stream ends", () => {
  test("the reader signs out", async () => {
    const maria = await signIn(url, bus.hub, "maria");
    const reader = await stream(maria, { query: "?since=now" });
    const [, formToken = ""] =
      /name="formToken" value="([^"]+)"/.exec((await maria.ask("/board")).text) ?? [];
    await maria.post("/sign-out", { formToken });
    await rename("After the sign-out");
    await reader.over;
    expect(titles(reader)).not.toContain("After the sign-out");
  });

  test("the session expires", async () => {
    const reader = await stream(await enter(), { query: "?since=now" });
    bus.clock.advance(8 * 60 * 60_000);
    await reader.over;
    await bus.settled();
  });

  test("GitHub is away for longer than five minutes, so that it is not known what the reader may see", async () => {
    const maria = await signIn(url, bus.hub, "maria");
    const reader = await stream(maria, { query: "?since=now" });
    const stop = bus.hub.faults.add({
      on: "request",
      match: { path: "^/user/installations" },
      effect: { kind: "fail", status: 503, when: "before" },
    });
    bus.clock.advance(5 * 60_000);
    await reader.over;
    expect((await stream(maria)).status).toBe(503);
    stop();
    expect((await stream(maria)).status).toBe(200);
  });
});

describe("IF23 IF24 a reader who loses a repository", () => {
  const place = { owner: "acme", repo: "vault", username: "alice" } as const;
  const roles = () => bus.as("maria", "acme/vault").octokit.rest.repos;
  const lose = async () => void (await roles().removeCollaborator(place));
  const giveBack = async () => {
    await roles().addCollaborator({ ...place, permission: "push" });
    await bus.hub.idle();
    bus.clock.advance(5 * 60_000);
  };

  test("hears nothing more of it after five minutes, as GitHub tells an App nothing of roles", async () => {
    const alice = await signIn(url, bus.hub, "alice");
    await rename("First");
    await rename("First", "acme/vault");
    await bus.settled();
    const reader = await stream(alice);
    await expect.poll(() => names(reader)).toEqual(["demo: First", "vault: First"]);
    await lose();
    await bus.hub.idle();
    bus.clock.advance(5 * 60_000);
    await expect.poll(() => names(reader)).toEqual(["demo: First"]);
    const told = reader.events.length;
    await rename("Hidden", "acme/vault");
    await rename("Shown");
    await expect.poll(() => names(reader)).toEqual(["demo: Shown"]);
    expect(
      reader.events
        .slice(told)
        .map(({ data }) => data)
        .join(),
    ).not.toMatch(/vault|Hidden/);
    await giveBack();
    await expect.poll(() => names(reader)).toEqual(["demo: Shown", "vault: Hidden"]);
    expect(reader.isOver()).toBe(false);
  });

  test("while nobody listened gets everything again, without it", async () => {
    const alice = await signIn(url, bus.hub, "alice");
    const before = await stream(alice);
    await expect.poll(() => cardsOf(before).size).toBe(2);
    before.leave();
    await lose();
    await bus.settled();
    bus.clock.advance(5 * 60_000);
    const after = await stream(alice, { lastId: before.lastId() });
    await expect.poll(() => names(after)).toEqual(["demo: Shown"]);
    expect(after.events[0]?.event).toBe("reset");
    const { text } = await alice.ask(`/api/v1/changes?since=${before.lastId()}`);
    expect(JSON.parse(text)).toMatchObject({ isReset: true, cards: [{ repo: "demo" }] });
    await giveBack();
  });
});
