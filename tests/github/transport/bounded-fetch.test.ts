/**
 * A server that accepts and never answers. The limit of 15 seconds is requested, and shortened for the test.
 */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { installationId, world } from "../world.ts";

/** Gives tokens at once, and to everything else no answer, or a head whose body never ends. */
const server: Server = createServer((request, response) => {
  response.writeHead(request.url?.endsWith("/access_tokens") ? 201 : 200, {
    "content-type": "application/json",
  });
  if (request.url?.endsWith("/access_tokens"))
    response.end('{"token":"t","expires_at":"2036-01-01T00:00:00Z"}');
  else if (request.url?.endsWith("/graphql")) response.write('{"data":');
});
let root = "";

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  root = `http://127.0.0.1:${typeof address === "object" ? address?.port : address}/api/v3`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test("C09 a request whose answer never comes, or never ends, times out after 15 seconds", async () => {
  const { client } = world("off", root);
  const { timeout } = AbortSignal;
  const asked: number[] = [];
  const sooner = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    asked.push(ms);
    return timeout.call(AbortSignal, asked.length === 1 ? ms : 50);
  });
  const outcomes = await Promise.allSettled([
    client.mutate(installationId, "mutation { a }", {}),
    client.post(installationId, "/labels", {}),
  ]).finally(() => sooner.mockRestore());
  expect(outcomes).toMatchObject([
    { status: "rejected", reason: { failure: { type: "unknown" } } },
    { status: "rejected", reason: { failure: { type: "unknown" } } },
  ]);
  expect(new Set(asked)).toEqual(new Set([15_000]));
});
