/** Tests labels, reactions and search over REST. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestHub, type TestHub } from "../../support/hub.ts";

const labels = "/repos/acme/demo/labels";
const issues = "/repos/acme/demo/issues";
let world: TestHub;
beforeAll(async () => {
  world = await startTestHub();
  await world.as("alice")("POST", issues, {
    title: "First light",
    body: "The *answer* is blue",
    labels: ["bug"],
  });
  await world.as("bob")("POST", issues, { title: "Second", labels: ["help wanted"] });
  await world.as("alice")("PATCH", `${issues}/2`, { state: "closed" });
});
afterAll(() => world.close());

test.each([
  ["a name of 51 characters", { name: "x".repeat(51) }],
  ["a name that differs in case only", { name: "BUG" }],
  ["a colour that is none", { name: "ok", color: "#ff0000" }],
  ["no name", {}],
])("%s is refused", async (_what, label) => {
  expect((await world.as("alice")("POST", labels, label)).status).toBe(422);
});

test("a label of 50 characters, including emoji and a slash, can be read and renamed by name", async () => {
  const name = `a/b 🚦 ${"x".repeat(44)}`;
  expect((await world.as("alice")("POST", labels, { name, color: "A1B2C3" })).body.color).toBe("a1b2c3");
  const one = `${labels}/${encodeURIComponent(name)}`;
  expect((await world.as("bob")("GET", one)).body.name).toBe(name);
  expect((await world.as("bob")("PATCH", one, { new_name: "short" })).body.name).toBe("short");
  expect((await world.as("mallory")("DELETE", `${labels}/short`)).status).toBe(403);
  expect((await world.as("bob")("DELETE", `${labels}/short`)).status).toBe(204);
});

test("labels of an issue are set, added and cleared", async () => {
  const one = `${issues}/1/labels`;
  const names = (answer: { body: { name: string }[] }) => answer.body.map(({ name }) => name);
  expect(names(await world.as("alice")("POST", one, { labels: ["wontfix"] }))).toEqual(["bug", "wontfix"]);
  expect(names(await world.as("alice")("PUT", one, { labels: ["question"] }))).toEqual(["question"]);
  expect((await world.as("alice")("DELETE", `${one}/bug`)).body.message).toBe("Label does not exist");
  expect((await world.as("alice")("DELETE", one)).status).toBe(204);
  expect((await world.as("alice")("GET", one)).body).toEqual([]);
});

test("a reaction exists once per person, and counts", async () => {
  const one = `${issues}/1/reactions`;
  const made = await world.as("bob")("POST", one, { content: "eyes" });
  expect(made.status).toBe(201);
  expect((await world.as("bob")("POST", one, { content: "eyes" })).status).toBe(200);
  expect((await world.as("bob")("GET", `${issues}/1`)).body.reactions).toMatchObject({
    total_count: 1,
    eyes: 1,
  });
  expect((await world.as("mallory")("DELETE", `${one}/${made.body.id}`)).status).toBe(403);
  expect((await world.as("bob")("DELETE", `${one}/${made.body.id}`)).status).toBe(204);
  expect((await world.as("bob")("GET", one)).body).toEqual([]);
});

test.each([
  ["repo:acme/demo is:issue", [2, 1]],
  ["repo:acme/demo state:open type:issue", [1]],
  ['repo:acme/demo label:"help wanted"', [2]],
  ["repo:acme/demo -label:bug author:alice", [1]],
  ["repo:acme/demo ANSWER blue", [1]],
  ["repo:acme/demo author:nobody", []],
  ["repo:acme/nothing", []],
  ["repo:acme/demo is:pr", []],
])("search %j finds %j", async (query, expected) => {
  const { body } = await world.as("alice")("GET", `/search/issues?q=${encodeURIComponent(query)}`);
  expect(body.items.map(({ number }: { number: number }) => number)).toEqual(expected);
  expect(body.total_count).toBe(expected.length);
});
