/** Tests files and refs: reading, changing only the expected version, and git's own ids. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { nameOf, startTestHub, type TestHub } from "../../support/hub.ts";

const repo = "/repos/acme/demo";
const file = `${repo}/contents/docs/a%20b.md`;
const base64 = (text: string): string => Buffer.from(text).toString("base64");
let world: TestHub;
beforeAll(async () => {
  world = await startTestHub();
});
afterAll(() => world.close());

test("the readme is served as JSON and raw", async () => {
  const { body } = await world.as("bob")("GET", `${repo}/readme`);
  expect(Buffer.from(body.content, "base64").toString()).toMatch(/^# demo/);
  const raw = await world.as("bob")("GET", `${repo}/readme`, undefined, {
    accept: "application/vnd.github.raw+json",
  });
  expect(raw.headers.get("content-type")).toContain("raw");
});

test("a file is created, replaced only with its current id, and deleted", async () => {
  const alice = world.as("alice");
  const made = await alice("PUT", file, { message: "Make", content: base64("one\n") });
  expect(made.status).toBe(201);
  const sha = createHash("sha1").update("blob 4\0one\n").digest("hex");
  expect(made.body.content.sha).toBe(sha);
  const change = { message: "Change", content: base64("two\n") };
  expect((await alice("PUT", file, change)).status).toBe(422);
  expect((await alice("PUT", file, { ...change, sha: "0".repeat(40) })).status).toBe(409);
  const changed = await alice("PUT", file, { ...change, sha });
  expect(changed).toMatchObject({
    status: 200,
    body: { commit: { parents: [{ sha: made.body.commit.sha }] } },
  });
  const { body: old } = await alice("GET", `${file}?ref=${made.body.commit.sha}`);
  expect(Buffer.from(old.content, "base64").toString()).toBe("one\n");
  const removal = { message: "Remove", sha: changed.body.content.sha };
  expect((await alice("DELETE", file, removal)).status).toBe(200);
  expect((await alice("GET", file)).status).toBe(404);
  expect((await alice("GET", `${repo}/contents/docs`)).status).toBe(404);
  await world.hub.idle();
  const pushes = world.received.filter((one) => nameOf(one) === "push");
  expect(pushes.map(({ payload }) => payload.head_commit.message)).toEqual(["Make", "Change", "Remove"]);
});

test("a branch only moves forward unless forced", async () => {
  const alice = world.as("alice");
  const { body: main } = await alice("GET", `${repo}/git/ref/heads/main`);
  const first = main.object.sha;
  const made = await alice("POST", `${repo}/git/refs`, { ref: "refs/heads/work/one", sha: first });
  expect(made.status).toBe(201);
  expect((await alice("POST", `${repo}/git/refs`, { ref: "refs/heads/work/one", sha: first })).status).toBe(
    422,
  );
  const content = { message: "On the branch", content: base64("x"), branch: "work/one" };
  const { body: put } = await alice("PUT", `${repo}/contents/x`, content);
  const branch = `${repo}/git/refs/heads/work/one`;
  expect((await alice("PATCH", branch, { sha: first })).status).toBe(422);
  expect((await alice("PATCH", branch, { sha: first, force: true })).status).toBe(200);
  expect((await alice("PATCH", branch, { sha: put.commit.sha })).body.object.sha).toBe(put.commit.sha);
  expect((await alice("GET", `${repo}/contents/x`)).status).toBe(404);
  expect((await world.as("mallory")("PATCH", branch, { sha: first, force: true })).status).toBe(403);
});

test.each(["../etc/passwd", "%2e%2e/x", ".git/config"])("the path %s is not found", async (path) => {
  const answer = await world.as("alice")("PUT", `${repo}/contents/${path}`, {
    message: "m",
    content: "eA==",
  });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
});
