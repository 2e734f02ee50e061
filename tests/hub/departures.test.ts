/** Issues that leave: deleted ones are gone for good, transferred ones lead to their new place. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { systemClock } from "../../src/base/clock.ts";
import { silentLogger } from "../../src/base/logger.ts";
import { githubLimits, type HubCore } from "../../src/hub/core.ts";
import { transferIssue } from "../../src/hub/ops/transfer-issue.ts";
import { demoSeed, type HubSeed } from "../../src/hub/seed.ts";
import { State } from "../../src/hub/state/state.ts";
import { userByLogin } from "../../src/hub/state/users.ts";
import { nameOf, startTestHub, type TestHub } from "../support/hub.ts";

const seed: HubSeed = {
  ...demoSeed,
  repositories: [...demoSeed.repositories, { fullName: "acme/api", roles: { alice: "write" } }],
};
const issues = "/repos/acme/demo/issues";
let world: TestHub;
beforeEach(async () => {
  world = await startTestHub({ seed });
});
afterEach(() => world.close());

const mutate = (login: string, query: string, variables: object) =>
  world.as(login)("POST", "/graphql", { query, variables });

test("a deleted issue is 410, takes its edges along, and its number is never used again", async () => {
  const { body: task } = await world.as("alice")("POST", issues, { title: "Task" });
  const { body: question } = await world.as("alice")("POST", issues, { title: "Question" });
  await world.as("alice")("POST", `${issues}/${task.number}/dependencies/blocked_by`, {
    issue_id: question.id,
  });
  await world.hub.idle();
  world.received.length = 0;
  const query = "mutation($id: ID!) { deleteIssue(input: { issueId: $id }) { repository { name } } }";
  expect((await mutate("alice", query, { id: question.node_id })).body.errors).toHaveLength(1);
  expect((await mutate("maria", query, { id: question.node_id })).body.errors).toBeUndefined();
  await world.hub.idle();
  expect(world.received.map(nameOf)).toEqual(["issues.deleted"]);
  expect((await world.as("alice")("GET", `${issues}/2`)).status).toBe(410);
  expect((await world.as("alice")("GET", `${issues}/1/dependencies/blocked_by`)).body).toEqual([]);
  expect((await world.as("alice")("POST", issues, { title: "Next" })).body.number).toBe(3);
});

test("a transferred issue keeps its id and leads from its old number to the new place", async () => {
  const home = mkdtempSync(join(tmpdir(), "hub-transfer-"));
  const before = await startTestHub({ seed, home });
  const { body: issue } = await before.as("alice")("POST", issues, { title: "Moving", labels: ["bug"] });
  const { body: target } = await before.as("alice")("GET", "/repos/acme/api");
  await before.hub.idle();
  await before.close();
  const state = State.open(join(home, "hub.sqlite"));
  const user = userByLogin(state, "alice");
  if (user === undefined) throw new Error("Alice is missing.");
  const site = { api: "http://hub", web: "http://hub" };
  const parts = { clock: systemClock, log: silentLogger, limits: githubLimits, wake: () => {} };
  const core: HubCore = { state, site, webhookSite: site, ...parts };
  const input = { issueId: issue.id, repositoryId: target.id };
  expect(transferIssue(core, { kind: "user", user }, input)).toMatchObject({ kind: "ok" });
  state.close();
  const after = await startTestHub({ seed, home });
  const old = await after.as("alice")("GET", `${issues}/1`);
  expect(old.status).toBe(301);
  const { body: found } = await after.as("alice")("GET", old.headers.get("location") ?? "");
  expect(found).toMatchObject({ id: issue.id, number: 1, labels: [{ name: "bug" }] });
  expect((await after.as("alice")("GET", "/repos/acme/demo")).body.open_issues_count).toBe(0);
  expect((await after.as("alice")("GET", "/repos/acme/api")).body.open_issues_count).toBe(1);
  await after.hub.idle();
  const { body: log } = await after.asApp()("GET", "/app/hook/deliveries?per_page=2");
  expect(log).toMatchObject([{ action: "opened" }, { action: "transferred" }]);
  await after.close();
  rmSync(home, { recursive: true });
});
