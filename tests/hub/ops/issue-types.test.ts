/** Tests issue types, which an organisation defines for its repositories' issues. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoSeed } from "../../../src/hub/seed.ts";
import { startTestHub, type TestHub } from "../../support/hub.ts";

let world: TestHub;
beforeAll(async () => {
  world = await startTestHub({ seed: { ...demoSeed, issueTypes: { acme: ["Task", "Bug"] } } });
});
afterAll(() => world.close());

const issues = "/repos/acme/demo/issues";
const typed = (number: number, who: string, type: string | null) =>
  world.as(who)("PATCH", `${issues}/${number}`, { type });

test("a type is set by name when opening and when updating, sends webhooks, and is removed", async () => {
  const opened = await world.as("alice")("POST", issues, { title: "One", type: "task" });
  expect(opened.body).toMatchObject({ number: 1, type: { name: "Task", is_enabled: true } });
  expect((await typed(1, "alice", "Bug")).body.type.name).toBe("Bug");
  expect((await typed(1, "alice", "Bug")).status).toBe(200);
  expect((await typed(1, "alice", null)).body.type).toBeNull();
  await world.hub.idle();
  const told = world.received.flatMap(({ payload: { action, type } }) =>
    /typed$/.test(action) ? `${action} ${type.name}` : [],
  );
  expect(told.toSorted()).toEqual(["typed Bug", "typed Task", "untyped Bug", "untyped Task"]);
});

test("an undefined type is refused, and a user without the triage role cannot change one", async () => {
  expect((await typed(1, "alice", "Epic")).status).toBe(422);
  const strange = await world.as("mallory")("POST", issues, { title: "Two", type: "Bug" });
  expect(strange.body.type).toBeNull();
  expect((await typed(2, "mallory", "Bug")).body.type).toBeNull();
});

test("types are listed and set by their ids over GraphQL", async () => {
  const ask = async (query: string) => (await world.as("alice")("POST", "/graphql", { query })).body;
  const { data } = await ask(
    `{ repository(owner: "acme", name: "demo") { issue(number: 1) { id } issueTypes(first: 9) { nodes { id name isEnabled } } } }`,
  );
  const [task] = data.repository.issueTypes.nodes;
  expect(data.repository.issueTypes.nodes).toMatchObject([
    { name: "Task", isEnabled: true },
    { name: "Bug" },
  ]);
  const set = (type: string) =>
    ask(
      `mutation { updateIssueIssueType(input: { issueId: "${data.repository.issue.id}", issueTypeId: "${type}" }) { issue { issueType { name } } } }`,
    );
  expect((await set(task.id)).data.updateIssueIssueType.issue.issueType.name).toBe("Task");
  expect((await set(data.repository.issue.id)).errors).toHaveLength(1);
});
