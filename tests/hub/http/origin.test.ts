/** Tests that the hub listens on loopback and ignores web pages open in a browser on the same machine. */
import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestHub, type TestHub } from "../../support/hub.ts";

const rule = JSON.stringify({ on: "request", effect: { kind: "cut" }, match: { path: "^/never$" } });
let world: TestHub;
beforeAll(async () => {
  world = await startTestHub();
});
afterAll(() => world.close());

/** `fetch` does not allow these headers to be set. @returns the status */
function send(method: string, path: string, headers: Readonly<Record<string, string>>): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port: world.hub.port, method, path, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on("error", reject);
    sent.end(method === "POST" ? rule : undefined);
  });
}

test.each([
  ["a page of another site", { origin: "https://evil.example" }, 403],
  ["a page that hides where it comes from", { origin: "null", "sec-fetch-site": "cross-site" }, 403],
  ["a page whose own name points here", { host: "evil.example" }, 403],
  ["a page that dresses its name up", { host: "127.0.0.1@evil.example" }, 403],
  ["a page of this machine", { origin: "http://127.0.0.1:4000", "sec-fetch-site": "same-site" }, 201],
  ["a form of this machine that hides its page", { origin: "null", "sec-fetch-site": "same-site" }, 201],
  ["a program", {}, 201],
])("%s sets a fault: %j is answered with %i", async (_title, headers, status) => {
  world.hub.faults.clear();
  const authorization = `token ${world.hub.tokenOf("maria")}`;
  expect(await send("POST", "/_hub/faults", { authorization, ...headers })).toBe(status);
  expect(world.hub.faults.list()).toHaveLength(status === 201 ? 1 : 0);
});

test.each([
  ["GET", "/_hub/faults"],
  ["POST", "/_hub/faults"],
  ["DELETE", "/_hub/faults"],
  ["DELETE", "/_hub/faults/1"],
  ["PUT", "/_hub/limits"],
  ["PUT", "/_hub/deliveries"],
  ["GET", "/_hub/idle"],
  ["POST", "/_hub/repos/acme/demo/check-runs/1/actions"],
  ["POST", "/_hub/repos/acme/demo/issues/1/mail"],
])("N09 %s %s requires a person's token", async (method, path) => {
  world.hub.faults.clear();
  expect(await send(method, path, {})).toBe(401);
  expect(await send(method, path, { authorization: "token guess" })).toBe(401);
  const installation = `token ${await world.installationToken()}`;
  expect(await send(method, path, { authorization: installation })).toBe(401);
  expect(world.hub.faults.list()).toEqual([]);
});

test("N09 faults and limits can be set by the hub's first person only", async () => {
  world.hub.faults.clear();
  const authorization = `token ${world.hub.tokenOf("alice")}`;
  expect(await send("POST", "/_hub/faults", { authorization })).toBe(403);
  expect(await send("PUT", "/_hub/limits", { authorization })).toBe(403);
  expect(world.hub.faults.list()).toEqual([]);
});

test("a page of another site cannot create or remove an App", async () => {
  const headers = { origin: "https://evil.example", "content-type": "application/x-www-form-urlencoded" };
  expect(await send("POST", "/settings/apps/new", headers)).toBe(403);
  expect(await send("DELETE", "/_hub/faults", headers)).toBe(403);
});

test("a name that resolves to the hub cannot be used to read from it", async () => {
  expect(await send("GET", "/repos/acme/demo", { host: "evil.example:4001" })).toBe(403);
  expect(await send("GET", "http://evil.example/repos/acme/demo", {})).toBe(403);
  expect(await send("GET", "/repos/acme/demo", { host: "api.github.localhost" })).toBe(200);
});
