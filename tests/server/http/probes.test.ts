import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createProbes } from "../../../src/server/http/probes.ts";

async function serving(
  failing: readonly string[],
): Promise<(path: string, method?: string) => Promise<Response>> {
  const probes = createProbes(() => failing);
  const server = createServer((request, response) => probes.get(request.url ?? "")?.(request, response));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return (path, method = "GET") => fetch(`http://127.0.0.1:${port}${path}`, { method });
}

test("a process that can store deliveries is live and ready", async () => {
  const ask = await serving([]);
  const live = await ask("/livez");
  const ready = await ask("/readyz");
  expect([live.status, await live.json()]).toEqual([200, { live: true }]);
  expect([ready.status, await ready.json()]).toEqual([200, { ready: true, failing: [] }]);
});

test("one that cannot is live, is not ready, and says which part fails", async () => {
  const ask = await serving(["index"]);
  expect((await ask("/livez")).status).toBe(200);
  const ready = await ask("/readyz", "GET");
  expect([ready.status, await ready.json()]).toEqual([503, { ready: false, failing: ["index"] }]);
  expect((await ask("/readyz", "HEAD")).status).toBe(503);
});

test("a probe is read, never written to", async () => {
  const ask = await serving([]);
  expect((await ask("/livez", "POST")).status).toBe(405);
});
