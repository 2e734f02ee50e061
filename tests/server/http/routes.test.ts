import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { createRoutes } from "../../../src/server/http/routes.ts";

test("/health answers although the store does not, and says what fails", async () => {
  const failing = [
    { part: "index", error: "PostgreSQL unavailable: it does not respond", since: "2026-11-23T12:00:00Z" },
  ];
  const routes = createRoutes({
    ingress: { receive: async () => {}, counts: () => ({}) },
    control: { routes: new Map(), token: "t" },
    health: () => new Promise(() => {}),
    failing: () => failing,
    probes: new Map(),
    site: (_, response) => void response.end(),
    metrics: undefined,
  });
  const server = createServer(routes).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await new Promise((listening) => server.once("listening", listening));
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(10_000) });
  expect([answer.status, await answer.json()]).toEqual([503, { status: "store unavailable", failing }]);
}, 20_000);
