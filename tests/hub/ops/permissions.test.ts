/** Tests who may do what: roles of people, permissions of the App, and what outsiders may see. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { demoSeed, type HubSeed } from "../../../src/hub/seed.ts";
import { startTestHub, type TestHub } from "../../support/hub.ts";

const demo = demoSeed.repositories[0];
const seed: HubSeed = {
  ...demoSeed,
  people: { ...demoSeed.people, tom: "Tom", rita: "Rita", max: "Max" },
  repositories: [
    ...(demo === undefined
      ? []
      : [{ ...demo, roles: { ...demo.roles, tom: "triage", rita: "read", max: "maintain" } as const }]),
    { fullName: "acme/api", private: true, roles: { alice: "write" } },
    { fullName: "umbrella/open", roles: { bob: "admin" } },
  ],
};

let world: TestHub;
const issues = "/repos/acme/demo/issues";
beforeAll(async () => {
  world = await startTestHub({ seed });
});
afterAll(() => world.close());

describe("opening issues", () => {
  test("an outsider can open an issue in a public repository, but labels and assignees are dropped", async () => {
    const made = await world.as("mallory")("POST", issues, {
      title: "Hi",
      labels: ["bug"],
      assignees: ["alice"],
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ labels: [], assignees: [], author_association: "NONE" });
  });

  test("a user with the triage role labels and assigns, and an unknown label is created", async () => {
    const made = await world.as("tom")("POST", issues, {
      title: "Hi",
      labels: ["bug", "brand-new"],
      assignees: ["alice"],
    });
    expect(made.body.labels.map((label: { name: string }) => label.name)).toEqual(["bug", "brand-new"]);
    expect(made.body.assignees).toMatchObject([{ login: "alice" }]);
  });

  test("opening an issue requires an account", async () => {
    expect((await world.withAuthorization(undefined)("POST", issues, { title: "Hi" })).status).toBe(401);
  });

  test.each([
    ["an empty title", { title: "  " }],
    ["no title", {}],
    ["a title of another type", { title: { a: 1 } }],
    ["an assignee who is not there", { title: "Hi", assignees: ["mallory"] }],
    ["a body above 262,144 bytes", { title: "Hi", body: "ä".repeat(131_073) }],
  ])("%s is refused with 422 and changes nothing", async (_what, body) => {
    const before = (await world.as("alice")("GET", `${issues}?state=all&per_page=100`)).body.length;
    expect((await world.as("alice")("POST", issues, body)).status).toBe(422);
    expect((await world.as("alice")("GET", `${issues}?state=all&per_page=100`)).body).toHaveLength(before);
  });

  test("a body of exactly 262,144 bytes is accepted", async () => {
    const made = await world.as("alice")("POST", issues, { title: "Long", body: "ä".repeat(131_072) });
    expect(made.status).toBe(201);
  });
});

describe("changing what others wrote", () => {
  test("write access allows editing another's issue and comment, and a lower role does not", async () => {
    const { body: issue } = await world.as("mallory")("POST", issues, { title: "Mine" });
    const { body: comment } = await world.as("mallory")("POST", `${issues}/${issue.number}/comments`, {
      body: "Mine",
    });
    const edit = `${issues}/comments/${comment.id}`;
    expect((await world.as("rita")("PATCH", edit, { body: "Yours" })).status).toBe(403);
    expect((await world.as("tom")("PATCH", edit, { body: "Yours" })).status).toBe(403);
    expect((await world.as("alice")("PATCH", edit, { body: "Yours" })).body.body).toBe("Yours");
    expect((await world.as("tom")("PATCH", `${issues}/${issue.number}`, { title: "T" })).status).toBe(403);
    expect((await world.as("alice")("PATCH", `${issues}/${issue.number}`, { title: "T" })).status).toBe(200);
  });

  test("authors close their own issues, and reopen them only if no one else closed them", async () => {
    const { body: issue } = await world.as("mallory")("POST", issues, { title: "Mine" });
    const one = `${issues}/${issue.number}`;
    const closed = await world.as("mallory")("PATCH", one, { state: "closed", state_reason: "not_planned" });
    expect(closed.body).toMatchObject({ state: "closed", state_reason: "not_planned" });
    expect((await world.as("mallory")("PATCH", one, { state: "open" })).body.state_reason).toBe("reopened");
    await world.as("tom")("PATCH", one, { state: "closed" });
    expect((await world.as("mallory")("PATCH", one, { state: "open" })).status).toBe(403);
  });

  test("a locked issue accepts comments from users with write access only", async () => {
    const { body: issue } = await world.as("alice")("POST", issues, { title: "Locked" });
    const one = `${issues}/${issue.number}`;
    expect((await world.as("mallory")("PUT", `${one}/lock`, {})).status).toBe(403);
    expect((await world.as("bob")("PUT", `${one}/lock`, { lock_reason: "spam" })).status).toBe(204);
    expect((await world.as("mallory")("POST", `${one}/comments`, { body: "Hi" })).status).toBe(403);
    expect((await world.as("alice")("POST", `${one}/comments`, { body: "Hi" })).status).toBe(201);
    expect((await world.as("bob")("DELETE", `${one}/lock`)).status).toBe(204);
    expect((await world.as("mallory")("POST", `${one}/comments`, { body: "Hi" })).status).toBe(201);
  });

  test.each(["rita", "mallory"])("%s cannot label another user's issue", async (login) => {
    const { body: issue } = await world.as("alice")("POST", issues, { title: "Labels" });
    const refused = await world.as(login)("POST", `${issues}/${issue.number}/labels`, { labels: ["bug"] });
    expect(refused.status).toBe(403);
  });
});

describe("private repositories", () => {
  test("private repositories do not exist for users without a role", async () => {
    expect((await world.as("alice")("GET", "/repos/acme/api")).status).toBe(200);
    for (const path of [
      "/repos/acme/api",
      "/repos/acme/api/issues",
      "/repos/acme/api/collaborators/alice/permission",
    ])
      expect((await world.as("bob")("GET", path)).status).toBe(404);
    expect((await world.withAuthorization(undefined)("GET", "/repos/acme/api")).status).toBe(404);
  });
});

describe("the permission of a collaborator", () => {
  test.each([
    ["maria", "admin", "admin"],
    ["max", "write", "maintain"],
    ["alice", "write", "write"],
    ["tom", "read", "triage"],
    ["rita", "read", "read"],
    ["mallory", "read", "read"],
  ])("%s has the permission %s and the role %s", async (login, permission, role) => {
    const path = `/repos/acme/demo/collaborators/${login}/permission`;
    const { body } = await world.as("alice")("GET", path);
    expect(body).toMatchObject({ permission, role_name: role, user: { login } });
  });

  test("a bot has no role, and a bot's login without its suffix is nobody's", async () => {
    const of = (login: string) =>
      world.as("alice")("GET", `/repos/acme/demo/collaborators/${encodeURIComponent(login)}/permission`);
    expect((await of("signalbox[bot]")).body).toMatchObject({ permission: "none", role_name: "" });
    expect(await of("signalbox")).toMatchObject({
      status: 404,
      body: { message: "signalbox is not a user" },
    });
  });
  test("an unknown user answers 404, and an outsider has no permission in a private repository", async () => {
    expect((await world.as("alice")("GET", "/repos/acme/demo/collaborators/nobody/permission")).status).toBe(
      404,
    );
    const { body } = await world.as("alice")("GET", "/repos/acme/api/collaborators/mallory/permission");
    expect(body.permission).toBe("none");
  });

  test("a permission changes at once when an admin grants or revokes a role", async () => {
    const one = "/repos/acme/demo/collaborators/rita";
    expect((await world.as("alice")("PUT", one, { permission: "admin" })).status).toBe(403);
    expect((await world.as("maria")("PUT", one, { permission: "push" })).status).toBe(204);
    expect((await world.as("alice")("GET", `${one}/permission`)).body.role_name).toBe("write");
    expect((await world.as("maria")("DELETE", one)).status).toBe(204);
    expect((await world.as("alice")("GET", one)).status).toBe(404);
  });
});

describe("the App", () => {
  test("the App acts as a bot through its installation and labels without being a collaborator", async () => {
    const bot = await world.asInstallation();
    const made = await bot("POST", issues, { title: "From the App", labels: ["bug"] });
    expect(made.body).toMatchObject({
      user: { login: "signalbox[bot]", type: "Bot" },
      performed_via_github_app: { slug: "signalbox" },
      labels: [{ name: "bug" }],
    });
  });

  test("the App sees private repositories of its installation, and writes nowhere else", async () => {
    const bot = await world.asInstallation();
    expect((await bot("GET", "/repos/acme/api")).status).toBe(200);
    const refused = await bot("POST", "/repos/umbrella/open/issues", { title: "Hi" });
    expect(refused).toMatchObject({
      status: 403,
      body: { message: "Resource not accessible by integration" },
    });
    expect((await bot("GET", "/user")).status).toBe(403);
    expect((await bot("PUT", "/repos/acme/demo/contents/x", { message: "m", content: "eA==" })).status).toBe(
      403,
    );
  });

  test("a token limited to one repository and to reading can do no more", async () => {
    const path = `/app/installations/${world.hub.app.installationId}/access_tokens`;
    const { body } = await world.asApp()("POST", path, {
      repositories: ["demo"],
      permissions: { issues: "read" },
    });
    const narrow = world.withAuthorization(`token ${body.token}`);
    expect((await narrow("GET", issues)).status).toBe(200);
    expect((await narrow("POST", issues, { title: "Hi" })).status).toBe(403);
    expect((await narrow("GET", "/repos/acme/api")).status).toBe(404);
    const listed = await narrow("GET", "/installation/repositories");
    expect(listed.body).toMatchObject({ total_count: 1, repositories: [{ full_name: "acme/demo" }] });
    const more = await world.asApp()("POST", path, { permissions: { administration: "write" } });
    expect(more.status).toBe(422);
  });
});
