/** Tests issues that are closed as duplicates. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { demoSeed, type HubSeed } from "../../../src/hub/seed.ts";
import { startTestHub, type TestHub } from "../../support/hub.ts";

const seed: HubSeed = {
  ...demoSeed,
  repositories: [
    ...demoSeed.repositories,
    { fullName: "acme/api", private: true, roles: { alice: "write" } },
  ],
};
const issues = "/repos/acme/demo/issues";
let world: TestHub;
let made: { readonly id: number; readonly node_id: string }[];
beforeEach(async () => {
  world = await startTestHub({ seed });
  made = [];
  for (const path of [issues, issues, "/repos/acme/api/issues"])
    made.push((await world.as("alice")("POST", path, { title: "Slow" })).body);
});
afterEach(() => world.close());

const at = (index: number) => made[index] ?? { id: 0, node_id: "" };
const asDuplicate = (duplicateOf: number) =>
  world.as("alice")("PATCH", `${issues}/2`, {
    state: "closed",
    state_reason: "duplicate",
    duplicate_issue_id: duplicateOf,
  });

async function ask(login: string, query: string) {
  const { body } = await world.as(login)("POST", "/graphql", { query });
  return body;
}

async function originalSeenBy(login: string): Promise<unknown> {
  const query = `{ node(id: "${at(1).node_id}") { ... on Issue { stateReason(enableDuplicate: true) duplicateOf { number } } } }`;
  return (await ask(login, query)).data.node;
}

test("an issue closed as a duplicate names its original until it is reopened", async () => {
  expect(await asDuplicate(at(0).id)).toMatchObject({ status: 200, body: { state_reason: "duplicate" } });
  expect(await originalSeenBy("alice")).toEqual({ stateReason: "DUPLICATE", duplicateOf: { number: 1 } });
  await world.as("alice")("PATCH", `${issues}/2`, { state: "open" });
  expect(await originalSeenBy("alice")).toEqual({ stateReason: "REOPENED", duplicateOf: null });
});

test("closing over GraphQL sets the original, and closing again replaces it", async () => {
  const close = (original: string) =>
    ask(
      "alice",
      `mutation { closeIssue(input: { issueId: "${at(1).node_id}", stateReason: DUPLICATE, duplicateIssueId: "${original}" }) { issue { duplicateOf { number repository { name } } } } }`,
    );
  const named = (number: number, name: string) => ({
    data: { closeIssue: { issue: { duplicateOf: { number, repository: { name } } } } },
  });
  expect(await close(at(0).node_id)).toMatchObject(named(1, "demo"));
  expect(await close(at(2).node_id)).toMatchObject(named(1, "api"));
  expect(await close(at(1).node_id)).toMatchObject({ errors: [{ type: "UNPROCESSABLE" }] });
});

test("an original that is deleted or hidden from the viewer is not named", async () => {
  await asDuplicate(at(2).id);
  expect(await originalSeenBy("alice")).toMatchObject({ duplicateOf: { number: 1 } });
  expect(await originalSeenBy("bob")).toMatchObject({ stateReason: "DUPLICATE", duplicateOf: null });
  await asDuplicate(at(0).id);
  await ask("maria", `mutation { deleteIssue(input: { issueId: "${at(0).node_id}" }) { clientMutationId } }`);
  expect(await originalSeenBy("alice")).toMatchObject({ duplicateOf: null });
});

test("an original that was transferred is named by its new location", async () => {
  await asDuplicate(at(0).id);
  const to = (await world.as("maria")("GET", "/repos/acme/api")).body.node_id;
  const input = `{ issueId: "${at(0).node_id}", repositoryId: "${to}" }`;
  await ask("maria", `mutation { transferIssue(input: ${input}) { clientMutationId } }`);
  expect(await originalSeenBy("alice")).toMatchObject({ duplicateOf: { number: 2 } });
});

test.each([
  ["itself", () => at(1).id, 422],
  ["an issue that is not there", () => 4711, 404],
])("a duplicate of %s is refused", async (_what, id, status) => {
  expect((await asDuplicate(id())).status).toBe(status);
  expect((await world.as("alice")("GET", `${issues}/2`)).body.state).toBe("open");
});

test("the original is ignored for any other reason", async () => {
  const closing = { state: "closed", state_reason: "not_planned", duplicate_issue_id: at(0).id };
  expect((await world.as("alice")("PATCH", `${issues}/2`, closing)).status).toBe(200);
  expect(await originalSeenBy("alice")).toEqual({ stateReason: "NOT_PLANNED", duplicateOf: null });
});
