/** Requests for pages that no page of the hub sent. */
import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTestHub, type TestHub } from "../../support/hub.ts";
import { enterAs, type Visitor, visitorOf } from "../../support/visitor.ts";

let bus: TestHub;
let maria: Visitor;
beforeAll(async () => {
  bus = await startTestHub();
  maria = await enterAs(bus.hub.entryLink("/_hub/people"), "maria");
  await maria.get("/_hub/people");
});
afterAll(() => bus.close());

/** `fetch` does not let anyone set the host. */
function statusUnder(host: string): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>();
  const headers = { host, accept: "text/html", cookie: maria.cookie };
  request(`${bus.hub.url}/_hub/people`, { headers }, (response) => {
    response.resume();
    resolve(response.statusCode);
  })
    .on("error", reject)
    .end();
  return promise;
}

describe("a page is answered under the hub's own names alone", () => {
  test.each([
    ["evil.test"],
    ["evil.test:4001"],
    ["127.0.0.1.evil.test"],
    ["localhost.evil.test"],
    ["github.com"],
  ])("%s gets 421", async (host) => {
    expect(await statusUnder(host)).toBe(421);
  });
  test.each([["localhost"], ["github.localhost"], ["[::1]"]])("%s is one of them", async (host) => {
    // The cookie is of the other port, so the page asks to sign in.
    expect(await statusUnder(host)).toBe(401);
  });
});

describe("a form that no page of this session sent changes nothing", () => {
  test.each([
    ["of another site", { origin: "http://evil.test", "sec-fetch-site": "cross-site" }],
    ["of another port of this machine", { origin: "http://127.0.0.1:3000", "sec-fetch-site": "same-site" }],
    ["of a page that hides its origin", { origin: "null" }],
    ["of another site, without an origin", { origin: "", "sec-fetch-site": "cross-site" }],
  ])("%s", async (_name, headers) => {
    expect((await maria.post("/_hub/people", { login: "bob" }, headers)).status).toBe(403);
    expect((await maria.get("/_hub/people")).html).toContain("Signed in as <strong>maria</strong>");
  });

  test.each([[""], ["wrong"]])("with the token %j", async (form_token) => {
    const visit = await maria.post("/_hub/people", { login: "bob", form_token });
    expect(visit.status).toBe(403);
    expect(visit.html).toContain("Nothing was changed");
  });

  test("with the token of another session", async () => {
    const bob = await enterAs(bus.hub.entryLink("/_hub/people"), "bob");
    const { html } = await bob.get("/_hub/people");
    const token = /name="form_token" value="([^"]+)"/.exec(html)?.[1] ?? "";
    expect(token).not.toBe("");
    expect((await maria.post("/_hub/people", { login: "bob", form_token: token })).status).toBe(403);
  });
});

test("a page may run no script, load nothing from elsewhere and be framed by nobody", async () => {
  const { headers } = await maria.get("/_hub/people");
  const policy = headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain("script-src");
  expect(policy).not.toContain("unsafe");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("referrer-policy")).toBe("same-origin");
  expect(headers.get("cache-control")).toContain("no-store");
});

test("requests of programs are the API's even at the paths of pages", async () => {
  const asProgram = bus.withAuthorization(undefined);
  expect((await asProgram("GET", "/acme/demo/issues")).body.message).toBe("Not Found");
  expect((await asProgram("GET", "/")).body.current_user_url).toContain("/user");
  const withToken = await bus.as("maria")("GET", "/", undefined, { accept: "text/html" });
  expect(withToken.body.current_user_url).toContain("/user");
  const browser = visitorOf(bus.hub.url);
  for (const path of [
    "/user/repos",
    "/users/maria",
    "/orgs/acme",
    "/search/issues",
    "/apps/signalbox",
    "/repos/acme/demo",
  ])
    expect((await browser.get(path)).headers.get("content-type"), path).toContain("application/json");
});
