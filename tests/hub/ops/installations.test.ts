/** Tests an installation's life: suspended, resumed, repositories added and removed, uninstalled. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { demoSeed, type HubSeed } from "../../../src/hub/seed.ts";
import { nameOf, startTestHub, type TestHub } from "../../support/hub.ts";

const seed: HubSeed = {
  ...demoSeed,
  repositories: [...demoSeed.repositories, { fullName: "acme/api", private: true, roles: {} }],
  app: { ...demoSeed.app, repositories: ["acme/demo"] },
};
let world: TestHub;
beforeEach(async () => {
  world = await startTestHub({ seed });
});
afterEach(() => world.close());

test("a suspended installation can do nothing and receives nothing until it is resumed", async () => {
  const bot = await world.asInstallation();
  const path = `/app/installations/${world.hub.app.installationId}/suspended`;
  expect((await world.asApp()("PUT", path)).status).toBe(204);
  expect((await bot("GET", "/repos/acme/demo/issues")).status).toBe(403);
  await world.as("alice")("POST", "/repos/acme/demo/issues", { title: "Unheard" });
  await world.asApp()("DELETE", path);
  expect((await bot("GET", "/repos/acme/demo/issues")).body).toHaveLength(1);
  await world.inOrder();
  expect(world.received.map(nameOf)).toEqual(["installation.suspend", "installation.unsuspend"]);
});

test("a repository is accessible only while it is selected", async () => {
  const bot = await world.asInstallation();
  const { body: repository } = await world.as("maria")("GET", "/repos/acme/api");
  const path = `/user/installations/${world.hub.app.installationId}/repositories/${repository.id}`;
  expect((await bot("GET", "/repos/acme/api")).status).toBe(404);
  expect((await world.as("alice")("PUT", path)).status).toBe(403);
  expect((await world.as("maria")("PUT", path)).status).toBe(204);
  expect((await bot("GET", "/repos/acme/api")).status).toBe(200);
  expect((await world.as("maria")("DELETE", path)).status).toBe(204);
  expect((await bot("GET", "/repos/acme/api")).status).toBe(404);
  await world.inOrder();
  expect(world.received.map(nameOf)).toEqual([
    "installation_repositories.added",
    "installation_repositories.removed",
  ]);
});

test("an uninstalled App gets a webhook, and its tokens end", async () => {
  const bot = await world.asInstallation();
  const path = `/app/installations/${world.hub.app.installationId}`;
  expect((await world.asApp()("DELETE", path)).status).toBe(204);
  expect((await bot("GET", "/repos/acme/demo")).status).toBe(401);
  await world.inOrder();
  expect(world.received.map(nameOf)).toEqual(["installation.deleted"]);
});
