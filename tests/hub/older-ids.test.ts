/** Tests the two formats of node ids, and the header by which GitHub answers with the newer one. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { startTestHub, type TestHub } from "../support/hub.ts";

let world: TestHub;
beforeAll(async () => {
  world = await startTestHub({ options: { idFormat: "older" } });
});
afterAll(() => world.close());

async function idOf(of: string, header?: string): Promise<string> {
  const response = await fetch(`${world.hub.url}/graphql`, {
    method: "POST",
    headers: {
      authorization: `token ${world.hub.tokenOf("maria")}`,
      ...(header === undefined ? {} : { "X-Github-Next-Global-ID": header }),
    },
    body: JSON.stringify({ query: `{ node(id: ${JSON.stringify(of)}) { id } }` }),
  });
  const shape = z.object({ data: z.object({ node: z.object({ id: z.string() }) }) });
  return shape.parse(await response.json()).data.node.id;
}

test("ids of what is old have the older format everywhere, and the header turns GraphQL's into the newer one", async () => {
  const { body: repository } = await world.as("maria")("GET", "/repos/acme/demo");
  const older = Buffer.from(`010:Repository${repository.id}`).toString("base64");
  expect(repository.node_id).toBe(older);
  expect(await idOf(older)).toBe(older);
  expect(await idOf(older, "0")).toBe(older);
  const newer = await idOf(older, "1");
  expect(newer).toMatch(/^R_kgDO/);
  expect(await idOf(newer)).toBe(older);
  expect(await idOf(newer, "1")).toBe(newer);
});

test("an account is found by its id in either format, and by no other type's", async () => {
  const { body: maria } = await world.as("maria")("GET", "/users/maria");
  const older = Buffer.from(`04:User${maria.id}`).toString("base64");
  expect(maria.node_id).toBe(older);
  const newer = await idOf(older, "1");
  expect(newer).toMatch(/^U_kgDO/);
  expect(await idOf(newer)).toBe(older);
  await expect(idOf(Buffer.from(`03:Bot${maria.id}`).toString("base64"))).rejects.toThrow();
});

test("where the header is known for REST, too, it has the newer format there, and on an older host nowhere", async () => {
  const { body: older } = await world.as("maria")("GET", "/repos/acme/demo");
  const asking = { "X-Github-Next-Global-ID": "1" };
  expect((await world.as("maria")("GET", "/repos/acme/demo", undefined, asking)).body.node_id).toBe(
    older.node_id,
  );
  world.hub.setIdFormat("older only");
  expect(await idOf(older.node_id, "1")).toBe(older.node_id);
  world.hub.setIdFormat("older");
  const other = await startTestHub({
    options: { idFormat: "older", unknown: { newerIdHeader: "everywhere" } },
  });
  const { body: newer } = await other.as("maria")("GET", "/repos/acme/demo", undefined, asking);
  expect(newer.node_id).toMatch(/^R_kgDO/);
  await other.close();
});

test("deliveries name things by the older format", async () => {
  await world.as("alice")("POST", "/repos/acme/demo/issues", { title: "T" });
  const delivery = (await world.inOrder()).find(({ event }) => event === "issues");
  expect(Buffer.from(String(delivery?.payload.issue.node_id), "base64").toString()).toMatch(/^05:Issue\d+$/);
});

test("an installation's token is long and has dots", async () => {
  const path = `/app/installations/${world.hub.app.installationId}/access_tokens`;
  const { token } = (await world.asApp()("POST", path)).body;
  expect(token).toMatch(new RegExp(`^ghs_${world.hub.app.id}_eyJ[\\w-]+\\.[\\w-]+\\.[\\w-]+$`));
  expect(token.length).toBeGreaterThan(500);
  const seen = await world.withAuthorization(`Bearer ${token}`)("GET", "/installation/repositories");
  expect(seen.status).toBe(200);
});
