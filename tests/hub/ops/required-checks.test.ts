/** Tests rules on a branch: which checks and reviews count, from whom, and who can bypass them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoSeed } from "../../../src/hub/seed.ts";
import { type Ask, nameOf, startTestHub, type TestHub } from "../../support/hub.ts";

const repo = "/repos/acme/demo";
let world: TestHub;
let alice: Ask;
let bot: Ask;
let sha: string;
let pull: string;

beforeAll(async () => {
  const { app } = demoSeed;
  const permissions = { ...app.permissions, statuses: "write" } as const;
  world = await startTestHub({ seed: { ...demoSeed, app: { ...app, permissions } } });
  alice = world.as("alice");
  bot = await world.asInstallation();
  const main = (await alice("GET", `${repo}/git/ref/heads/main`)).body.object.sha;
  await alice("POST", `${repo}/git/refs`, { ref: "refs/heads/work", sha: main });
  const content = Buffer.from("x").toString("base64");
  const change = { message: "Work", branch: "work", content };
  sha = (await alice("PUT", `${repo}/contents/x.txt`, change)).body.commit.sha;
  const { body } = await alice("POST", `${repo}/pulls`, { title: "Work", head: "work", base: "main" });
  pull = `${repo}/pulls/${body.number}`;
  const required = [{ context: "verify", integration_id: world.hub.app.id }];
  const ruleset = {
    name: "Guard",
    enforcement: "active",
    conditions: { ref_name: { include: ["~DEFAULT_BRANCH"], exclude: [] } },
    rules: [
      {
        type: "required_status_checks",
        parameters: { required_status_checks: required, strict_required_status_checks_policy: false },
      },
      { type: "pull_request", parameters: {} },
    ],
  };
  expect((await world.as("maria")("POST", `${repo}/rulesets`, ruleset)).status).toBe(201);
});
afterAll(() => world.close());

/** Asked twice, because the first answer starts the computation. */
async function mergeableState(): Promise<string> {
  await alice("GET", pull);
  return (await alice("GET", pull)).body.mergeable_state;
}

const merge = () => alice("PUT", `${pull}/merge`, { sha });

test("without the required check a merge and a direct push are refused", async () => {
  expect(await mergeableState()).toBe("blocked");
  expect(await merge()).toMatchObject({
    status: 405,
    body: { message: 'Required status check "verify" is expected.' },
  });
  const content = Buffer.from("y").toString("base64");
  expect((await alice("PUT", `${repo}/contents/y.txt`, { message: "Directly", content })).status).toBe(409);
  expect((await alice("PATCH", `${repo}/git/refs/heads/main`, { sha })).status).toBe(422);
});

test("a status of the same name by a user with push access does not satisfy a required check", async () => {
  const forged = { state: "success", context: "verify" };
  expect((await alice("POST", `${repo}/statuses/${sha}`, forged)).status).toBe(201);
  expect((await merge()).status).toBe(405);
  expect((await alice("POST", `${repo}/check-runs`, { name: "verify", head_sha: sha })).status).toBe(403);
});

test("a failing run blocks the merge, its button can be pressed, and success unblocks it", async () => {
  const actions = [{ label: "Accept", description: "In spite of it", identifier: "accept" }];
  const run = { name: "verify", head_sha: sha, status: "completed", conclusion: "failure", actions };
  const { body } = await bot("POST", `${repo}/check-runs`, run);
  expect((await merge()).body.message).toBe('Required status check "verify" is failing.');
  const press = { identifier: "accept" };
  const pressed = await world.as("maria")("POST", `/_hub${repo}/check-runs/${body.id}/actions`, press);
  expect(pressed.status).toBe(204);
  await world.hub.idle();
  const told = world.received.find((one) => nameOf(one) === "check_run.requested_action");
  expect(told?.payload).toMatchObject({
    requested_action: { identifier: "accept" },
    check_run: { id: body.id, head_sha: sha },
    sender: { login: "maria" },
  });
  await bot("PATCH", `${repo}/check-runs/${body.id}`, { conclusion: "success" });
  expect(await mergeableState()).toBe("clean");
  expect((await merge()).status).toBe(200);
});
