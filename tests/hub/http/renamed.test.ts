/** Tests renamed repositories and new ones: the former name redirects until it is in use again. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cloneFrom, type Git } from "../../support/git.ts";
import { startTestHub, type TestHub } from "../../support/hub.ts";

let world: TestHub;
let clone: Git;
beforeAll(async () => {
  world = await startTestHub();
  const token = world.hub.tokenOf("alice");
  clone = await cloneFrom(world.hub, { login: "alice", token, repository: "acme/demo" });
  await world.as("alice")("POST", "/repos/acme/demo/issues", { title: "First" });
  await world.as("maria")("PATCH", "/repos/acme/demo", { name: "renamed" });
});
afterAll(async () => {
  clone.close();
  await world.close();
});

describe("a repository under its former name", () => {
  test("N32 a former name redirects reads by 301 and writes by 307, to an address with its number that serves both", async () => {
    const alice = world.as("alice");
    const { id } = (await alice("GET", "/repos/acme/renamed")).body;
    const read = await alice("GET", "/repos/acme/demo/issues?state=all");
    expect(read.status).toBe(301);
    const location = read.headers.get("location") ?? "";
    expect(location).toBe(`${world.hub.url}/repositories/${id}/issues?state=all`);
    expect(read.body).toMatchObject({ message: "Moved Permanently", url: location });
    expect((await alice("GET", location)).body).toMatchObject([{ title: "First" }]);
    const write = await alice("POST", "/repos/acme/demo/issues", { title: "Second" });
    expect(write.status).toBe(307);
    const made = await alice("POST", write.headers.get("location") ?? "", { title: "Second" });
    expect(made).toMatchObject({ status: 201, body: { number: 2 } });
    expect(made.body.url).toBe(`${world.hub.url}/repos/acme/renamed/issues/2`);
    expect((await alice("GET", "/repos/acme/never")).status).toBe(404);
  });

  test("N32 a former name is found by GraphQL, unless the query follows no renames", async () => {
    const ask = async (more: string) => {
      const query = `{ repository(owner: "acme", name: "demo"${more}) { nameWithOwner } }`;
      return (await world.as("alice")("POST", "/graphql", { query })).body;
    };
    expect(await ask("")).toEqual({ data: { repository: { nameWithOwner: "acme/renamed" } } });
    expect((await ask(", followRenames: false")).errors).toMatchObject([{ type: "NOT_FOUND" }]);
  });

  test("N32 a clone that uses the former name can still fetch and push", async () => {
    await clone.run("fetch", "--quiet", "origin");
    const sha = await clone.commit("After the rename", { "after.txt": "x\n" });
    await clone.run("push", "--quiet", "origin", "main");
    const { body } = await world.as("bob")("GET", "/repos/acme/renamed/git/ref/heads/main");
    expect(body.object.sha).toBe(sha);
  });

  test("N32 a former name no longer redirects once a new repository has it", async () => {
    await world.as("maria")("POST", "/orgs/acme/repos", { name: "Demo" });
    const { status, body } = await world.as("alice")("GET", "/repos/acme/demo");
    expect([status, body.name]).toEqual([200, "Demo"]);
  });
});

describe("a new repository", () => {
  test("N33 a new repository sends the App a webhook, has labels and is administered by its creator; a user without a role cannot create one", async () => {
    const made = await world.as("maria")("POST", "/orgs/acme/repos", {
      name: "second",
      private: true,
      auto_init: true,
    });
    expect(made).toMatchObject({
      status: 201,
      body: { full_name: "acme/second", permissions: { admin: true } },
    });
    const told = (await world.inOrder()).find(
      ({ event, payload }) => event === "repository" && payload.repository.name === "second",
    );
    expect(told?.payload).toMatchObject({ action: "created", sender: { login: "maria" } });
    expect((await world.as("maria")("GET", "/repos/acme/second/labels")).body).toHaveLength(9);
    expect((await world.as("maria")("GET", "/repos/acme/second/readme")).status).toBe(200);
    expect((await world.as("alice")("GET", "/repos/acme/second")).status).toBe(404);
    expect((await world.as("mallory")("POST", "/orgs/acme/repos", { name: "mine" })).status).toBe(403);
    expect((await world.as("mallory")("POST", "/user/repos", { name: "mine" })).status).toBe(201);
    expect((await world.as("maria")("POST", "/orgs/acme/repos", { name: "second" })).status).toBe(422);
    const bot = await world.asInstallation();
    const issue = await bot("POST", "/repos/acme/second/issues", { title: "By the App" });
    expect(issue.status).toBe(201);
  });
});
