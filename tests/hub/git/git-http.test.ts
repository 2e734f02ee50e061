/** Tests the real git against the hub: clone, push, fetch, and what is refused. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneFrom, type Git } from "../../support/git.ts";
import { nameOf, startTestHub, type TestHub } from "../../support/hub.ts";

const repo = "/repos/acme/demo";
let world: TestHub;
let alice: Git;
const clones: Git[] = [];

async function cloneAs(login: string, repository = "acme/demo"): Promise<Git> {
  const clone = await cloneFrom(world.hub, { login, token: world.hub.tokenOf(login), repository });
  clones.push(clone);
  return clone;
}

beforeAll(async () => {
  world = await startTestHub();
  alice = await cloneAs("alice");
});
afterAll(async () => {
  for (const clone of clones) clone.close();
  await world.close();
});

test("a clone has the files that the API shows, on the default branch", async () => {
  expect(await alice.run("show", "HEAD:README.md")).toContain("# demo");
  expect(await alice.run("branch", "--show-current")).toBe("main");
});

test("a push is readable over the API, sends one push webhook, and can be fetched", async () => {
  world.received.length = 0;
  await alice.run("checkout", "--quiet", "-b", "work");
  await alice.commit("One", { "src/a.ts": "one\n", "src/b.ts": "two\n" });
  const sha = await alice.commit("Two", { "src/a.ts": "three\n" });
  await alice.run("push", "--quiet", "origin", "work");
  const { body } = await world.as("bob")("GET", `${repo}/commits/${sha}`);
  expect(body).toMatchObject({ commit: { message: "Two\n" }, files: [{ filename: "src/a.ts" }] });
  await world.hub.idle();
  const pushes = world.received.filter((one) => nameOf(one) === "push");
  expect(pushes).toHaveLength(1);
  expect(pushes[0]?.payload).toMatchObject({
    ref: "refs/heads/work",
    created: true,
    after: sha,
    pusher: { name: "alice" },
    commits: [{ added: ["src/a.ts", "src/b.ts"] }, { modified: ["src/a.ts"] }],
  });
  const bob = await cloneAs("bob");
  expect(await bob.run("rev-parse", "origin/work")).toBe(sha);
  const content = Buffer.from("four\n").toString("base64");
  const made = await world.as("bob")("PUT", `${repo}/contents/c.txt`, {
    message: "C",
    content,
    branch: "work",
  });
  await alice.run("pull", "--quiet", "origin", "work");
  expect(await alice.run("rev-parse", "HEAD")).toBe(made.body.commit.sha);
});

test("a push to a pull request's branch synchronises it, including a forced one", async () => {
  await alice.run("checkout", "--quiet", "-b", "proposed", "origin/main");
  const before = await alice.commit("Draft", { "p.txt": "one\n" });
  await alice.run("push", "--quiet", "origin", "proposed");
  const opened = await world.as("alice")("POST", `${repo}/pulls`, {
    title: "P",
    head: "proposed",
    base: "main",
  });
  await alice.run("commit", "--quiet", "--amend", "--message", "Final");
  const after = await alice.run("rev-parse", "HEAD");
  await expect(alice.run("push", "--quiet", "origin", "proposed")).rejects.toThrow("rejected");
  world.received.length = 0;
  await alice.run("push", "--quiet", "--force", "origin", "proposed");
  await world.hub.idle();
  const told = world.received.find((one) => nameOf(one) === "pull_request.synchronize");
  expect(told?.payload).toMatchObject({ before, after, number: opened.body.number });
  expect(world.received.find((one) => nameOf(one) === "push")?.payload.forced).toBe(true);
  await alice.run("fetch", "--quiet", "origin", `refs/pull/${opened.body.number}/head`);
  expect(await alice.run("rev-parse", "FETCH_HEAD")).toBe(after);
});

test("a user without write access cannot push, and one without a role cannot see a private repository", async () => {
  const mallory = await cloneAs("mallory");
  await mallory.commit("Mine", { "m.txt": "m\n" });
  await expect(mallory.run("push", "origin", "main")).rejects.toThrow("403");
  await world.as("maria")("PATCH", repo, { private: true });
  await expect(mallory.run("fetch", "origin")).rejects.toThrow("not found");
  await world.as("maria")("PATCH", repo, { private: false });
  const unknown = { login: "alice", token: "ghp_wrong", repository: "acme/demo" };
  await expect(cloneFrom(world.hub, unknown)).rejects.toThrow(/Authentication|could not read/);
});

test("git prints the branch rule that refuses a push, and nothing has moved", async () => {
  const ruleset = {
    name: "Guard",
    enforcement: "active",
    conditions: { ref_name: { include: ["~DEFAULT_BRANCH"] } },
    rules: [{ type: "pull_request", parameters: {} }],
  };
  const { body } = await world.as("maria")("POST", `${repo}/rulesets`, ruleset);
  await alice.run("checkout", "--quiet", "main");
  await alice.commit("Directly", { "d.txt": "d\n" });
  await expect(alice.run("push", "origin", "main", "HEAD:refs/heads/beside")).rejects.toThrow(
    "Changes must be made through a pull request.",
  );
  expect((await world.as("bob")("GET", `${repo}/contents/d.txt`)).status).toBe(404);
  expect((await world.as("bob")("GET", `${repo}/git/ref/heads/beside`)).status).toBe(200);
  await world.as("maria")("DELETE", `${repo}/rulesets/${body.id}`);
});

test("only its owner can push to a fork, and its commits can be proposed upstream", async () => {
  await world.as("mallory")("POST", `${repo}/forks`);
  const fork = await cloneAs("mallory", "mallory/demo");
  const sha = await fork.commit("Offer", { "offer.txt": "o\n" });
  await fork.run("push", "--quiet", "origin", "main");
  const offer = { title: "Offer", head: "mallory:main", base: "main" };
  const { body } = await world.as("mallory")("POST", `${repo}/pulls`, offer);
  expect(body).toMatchObject({ head: { sha }, changed_files: 1 });
  await alice.run("fetch", "--quiet", "origin", `refs/pull/${body.number}/head`);
  expect(await alice.run("rev-parse", "FETCH_HEAD")).toBe(sha);
});

test("a malformed push is refused, and so is a ref that the user may not move", async () => {
  const path = "/acme/demo.git/git-receive-pack";
  const push = (body: string) => world.as("alice")("POST", path, body);
  expect((await push("zzzz")).status).toBe(400);
  expect((await push("0000")).status).toBe(200);
  const line = `${"0".repeat(40)} ${"1".repeat(40)} refs/pull/1/head`;
  const answer = await push(`${(line.length + 4).toString(16).padStart(4, "0")}${line}0000`);
  expect(answer.body).toContain("ng refs/pull/1/head deny updating a hidden ref");
});
