/** How a browser gets into the hub's pages, and what it sees if it may not. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestHub, type TestHub } from "../../support/hub.ts";
import { enterAs, visitorOf } from "../../support/visitor.ts";

let bus: TestHub;
beforeAll(async () => {
  bus = await startTestHub();
});
afterAll(() => bus.close());

const pathOf = (link: string): string => new URL(link).pathname;

test("without a session every page says how to sign in, and shows nothing", async () => {
  const visit = await visitorOf(bus.hub.url).get("/_hub/people");
  expect(visit.status).toBe(401);
  expect(visit.html).toContain("Open the printed address");
  expect(visit.html).not.toContain("maria");
});

test("the printed address asks who one is, and its cookie is out of reach of scripts and other sites", async () => {
  const link = bus.hub.entryLink("/_hub/people");
  const visitor = visitorOf(bus.hub.url);
  const asked = await visitor.get(pathOf(link));
  expect(
    ["maria", "alice", "bob", "mallory"].filter((login) => asked.html.includes(`Continue as ${login}`)),
  ).toHaveLength(4);
  expect(asked.html).not.toContain("signalbox[bot]");
  const response = await fetch(link, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ login: "maria" }),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  expect(response.status).toBe(303);
  expect(response.headers.get("location")).toBe("/_hub/people");
  expect(response.headers.get("set-cookie")).toMatch(
    /^signalbox_hub_\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/,
  );
});

test("the printed address works once, and reading it does not use it up", async () => {
  const link = bus.hub.entryLink("/_hub/people");
  for (let reads = 0; reads < 3; reads += 1) await visitorOf(bus.hub.url).get(pathOf(link));
  const maria = await enterAs(link, "maria");
  expect((await maria.get("/_hub/people")).html).toContain("Signed in as <strong>maria</strong>");
  const second = await visitorOf(bus.hub.url).post(pathOf(link), { login: "maria" });
  expect(second.status).toBe(410);
  expect(second.headers.get("set-cookie")).toBeNull();
});

test("a wrong secret and an account that is no person let nobody in", async () => {
  const link = bus.hub.entryLink("/");
  const visitor = visitorOf(bus.hub.url);
  expect((await visitor.post("/_hub/enter/wrong", { login: "maria" })).status).toBe(410);
  for (const login of ["acme", "signalbox[bot]", "nobody", ""])
    expect((await visitor.post(pathOf(link), { login })).status, login).toBe(410);
  expect(visitor.cookie).toBe("");
});

test("switching to another person and signing out end the session before", async () => {
  const visitor = await enterAs(bus.hub.entryLink("/_hub/people"), "maria");
  const before = visitor.cookie;
  await visitor.get("/_hub/people");
  await visitor.post("/_hub/people", { login: "bob" });
  expect((await visitor.get("/_hub/people")).html).toContain("Signed in as <strong>bob</strong>");
  const stale = visitorOf(bus.hub.url);
  stale.cookie = before;
  expect((await stale.get("/_hub/people")).status).toBe(401);
  await visitor.post("/_hub/leave", {});
  expect((await visitor.get("/_hub/people")).status).toBe(401);
});

test("a token gets a link for its own user alone", async () => {
  const { status, body } = await bus.as("alice")("POST", "/_hub/links", { to: "/_hub/people" });
  expect(status).toBe(201);
  const visitor = await enterAs(body.url, "maria");
  expect(visitor.cookie).toBe("");
  await visitor.post(pathOf(body.url), { login: "alice" });
  const page = await visitor.get("/_hub/people");
  expect(page.html).toContain("Signed in as <strong>alice</strong>");
  expect(page.html).not.toContain("Continue as maria");
  await visitor.post("/_hub/people", { login: "maria" });
  expect((await visitor.get("/_hub/people")).html).toContain("Signed in as <strong>alice</strong>");
});

test.each([["//evil.test"], ["https://evil.test"], ["/\\evil.test"], ["evil"]])(
  "a link does not lead to %j",
  async (to) => {
    expect((await bus.as("alice")("POST", "/_hub/links", { to })).status).toBe(422);
  },
);

test("a link cannot be had without a token", async () => {
  expect((await bus.withAuthorization(undefined)("POST", "/_hub/links", { to: "/" })).status).toBe(401);
});
