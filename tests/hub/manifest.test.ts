/** Making an App from a manifest, as a setup walks through it. */
import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestHub, type TestHub } from "../support/hub.ts";

let world: TestHub;
beforeAll(async () => {
  world = await startTestHub();
});
afterAll(() => world.close());

const manifest = {
  name: "My Box",
  url: "https://example.com",
  redirect_url: "http://127.0.0.1:9/done?keep=1",
  hook_attributes: { url: "http://127.0.0.1:9/hooks" },
  default_permissions: { issues: "write" },
  default_events: ["issues"],
};

function post(path: string, content: object): Promise<Response> {
  const body = new URLSearchParams({ manifest: JSON.stringify(content) });
  return fetch(world.hub.url + path, { method: "POST", body, redirect: "manual" });
}

test("the browser is sent back with a code that is good for one conversion", async () => {
  const sent = await post("/organizations/acme/settings/apps/new?state=abc", manifest);
  expect(sent.status).toBe(302);
  const back = new URL(sent.headers.get("location") ?? "");
  expect(back.searchParams.get("state")).toBe("abc");
  expect(back.searchParams.get("keep")).toBe("1");
  const path = `/app-manifests/${back.searchParams.get("code")}/conversions`;
  const converted = await world.withAuthorization(undefined)("POST", path);
  expect(converted.status).toBe(201);
  expect(converted.body).toMatchObject({
    slug: "my-box",
    owner: { login: "acme" },
    permissions: { issues: "write" },
    events: ["issues"],
    pem: expect.stringContaining("BEGIN RSA PRIVATE KEY"),
  });
  expect(converted.body.webhook_secret).toMatch(/^[0-9a-f]{96}$/);
  expect((await world.withAuthorization(undefined)("POST", path)).status).toBe(404);
});

test("an App is told when it is installed", async () => {
  const names: string[] = [];
  const receiver = createServer((request, response) => {
    names.push(String(request.headers["x-github-event"]));
    response.end();
  }).listen(0, "127.0.0.1");
  await once(receiver, "listening");
  const address = receiver.address();
  const port = typeof address === "object" ? address?.port : 0;
  const hook = { url: `http://127.0.0.1:${port}/` };
  await post("/organizations/acme/settings/apps/new", { ...manifest, name: "Told", hook_attributes: hook });
  const done = await fetch(`${world.hub.url}/apps/told/installations/new`, {
    method: "POST",
    redirect: "manual",
  });
  expect(done.status).toBe(302);
  await world.hub.idle();
  expect(names).toEqual(["installation"]);
  receiver.close();
  receiver.closeAllConnections();
});

test.each([
  ["a name that is taken", { ...manifest, name: "signalbox" }],
  ["no name", { ...manifest, name: "" }],
  ["a permission of an unknown level", { ...manifest, name: "Odd", default_permissions: { issues: "all" } }],
])("%s makes no App", async (_what, content) => {
  expect((await post("/settings/apps/new", content)).status).toBe(422);
});
