/** Tests that an App merges no change of a workflow file without the permission for it, while people do. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoSeed } from "../../../src/hub/seed.ts";
import { startTestHub, type TestHub } from "../../support/hub.ts";

const repo = "/repos/acme/demo";
const permissions = { ...demoSeed.app.permissions, contents: "write", pull_requests: "write" } as const;
let world: TestHub;
let sha: string;
beforeAll(async () => {
  world = await startTestHub({ seed: { ...demoSeed, app: { ...demoSeed.app, permissions } } });
  const alice = world.as("alice");
  const main = (await alice("GET", `${repo}/git/ref/heads/main`)).body.object.sha;
  for (const branch of ["work", "behind"])
    await alice("POST", `${repo}/git/refs`, { ref: `refs/heads/${branch}`, sha: main });
  sha = await put("work", ".github/workflows/ci.yml");
  await put("behind", "src/a.ts");
  for (const head of ["work", "behind"])
    await alice("POST", `${repo}/pulls`, { title: head, head, base: "main" });
});
afterAll(() => world.close());

async function put(branch: string, path: string): Promise<string> {
  const change = { message: "Work", branch, content: Buffer.from("x").toString("base64") };
  return (await world.as("alice")("PUT", `${repo}/contents/${path}`, change)).body.commit.sha;
}

const words =
  "refusing to allow a GitHub App to create or update workflow `.github/workflows/ci.yml` without `workflows` permission";

test("an App without the permission merges no such change, a person does", async () => {
  const bot = await world.asInstallation();
  const refused = await bot("PUT", `${repo}/pulls/1/merge`, { sha });
  expect(refused).toMatchObject({ status: 403, body: { message: words } });
  expect((await world.as("maria")("PUT", `${repo}/pulls/1/merge`, { sha })).status).toBe(200);
});

test("an App without the permission brings no such change into a branch either", async () => {
  const bot = await world.asInstallation();
  const refused = await bot("PUT", `${repo}/pulls/2/update-branch`, {});
  expect(refused).toMatchObject({ status: 403, body: { message: words } });
});
