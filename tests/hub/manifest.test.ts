/** Tests creating an App from a manifest, as a setup does it. */
import { once } from "node:events";
import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
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

/** The header that a browser sends after its sign-in dialogue. */
const signedIn = (login: string) => ({
  authorization: `Basic ${btoa(`anything:${world.hub.tokenOf(login)}`)}`,
});

function post(path: string, content: object, headers: Record<string, string> = signedIn("maria")) {
  const body = new URLSearchParams({ manifest: JSON.stringify(content) });
  return fetch(world.hub.url + path, { method: "POST", headers, body, redirect: "manual" });
}

test("the browser is redirected with a code that can be exchanged once", async () => {
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

test("an App gets a webhook when it is installed", async () => {
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
    headers: signedIn("maria"),
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
])("%s does not create an App", async (_what, content) => {
  expect((await post("/settings/apps/new", content)).status).toBe(422);
});

describe("a manifest that GitHub refuses", () => {
  const words = async (permissions: object, events: readonly string[]): Promise<string> => {
    const asked = { ...manifest, name: "Refused", default_permissions: permissions, default_events: events };
    const answer = await post("/settings/apps/new", asked);
    expect(answer.status).toBe(422);
    expect((await fetch(`${world.hub.url}/apps/refused/installations/new`)).status).toBe(404);
    return await answer.text();
  };

  test("has an event whose permission is not asked for", async () => {
    expect(await words({ issues: "write", metadata: "read" }, ["issues", "member"])).toContain(
      "Default events are not supported by permissions: member<",
    );
    expect(await words({ issues: "write" }, ["push", "check_run", "issues", "label"])).toContain(
      "Default events are not supported by permissions: push, check_run, and label<",
    );
  });

  test("has events that every App gets unasked, or that nobody knows", async () => {
    const page = await words({ issues: "write" }, ["installation", "installation_repositories", "issues"]);
    expect(page).toContain("The configuration does not appear to be a valid GitHub App manifest.");
    expect(page).toContain("Default events unsupported: installation and installation_repositories<");
    expect(page).toContain(
      "Default events are not supported by permissions: installation and installation_repositories<",
    );
    expect(await words({}, ["<b>nonsense"])).toContain("Default events unsupported: &lt;b>nonsense<");
  });

  test("has a permission that nobody knows, or one by the name that only the API uses", async () => {
    const unknown = "Default permission records resource is not included in the list";
    expect(await words({ issues: "write", nonsense: "read" }, [])).toContain(unknown);
    expect(await words({ email_addresses: "read" }, [])).toContain(unknown);
  });
});

const orgPage = "/organizations/acme/settings/apps/new";

test("N09 creating and installing an App requires a token, and a browser is asked for one", async () => {
  const asked = await post(orgPage, { ...manifest, name: "Theirs" }, {});
  expect(asked.status).toBe(401);
  expect(asked.headers.get("www-authenticate")).toContain("Basic realm=");
  expect((await post("/settings/apps/new", { ...manifest, name: "Theirs" }, {})).status).toBe(401);
  expect((await post("/apps/signalbox/installations/new", {}, {})).status).toBe(401);
  const wrong = { authorization: `Basic ${btoa("maria:guess")}` };
  expect((await post(orgPage, { ...manifest, name: "Theirs" }, wrong)).status).toBe(401);
});

test("N09 an App of an organisation requires one of its owners, and a person's own App belongs to that person", async () => {
  const name = "Alices box";
  expect((await post(orgPage, { ...manifest, name }, signedIn("alice"))).status).toBe(404);
  const made = await post("/settings/apps/new", { ...manifest, name }, signedIn("alice"));
  const code = new URL(made.headers.get("location") ?? "").searchParams.get("code");
  const { body } = await world.withAuthorization(undefined)("POST", `/app-manifests/${code}/conversions`);
  expect(body.owner.login).toBe("alice");
  expect((await post("/apps/alices-box/installations/new", {}, signedIn("bob"))).status).toBe(404);
});
