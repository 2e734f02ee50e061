/** The figures of the machine, as Prometheus reads them from a server at work. */
import { afterEach, expect, test } from "vitest";
import { silentLogger } from "../../src/base/logger.ts";
import { webhookPath } from "../../src/server/ingress/ingress.ts";
import { startServer } from "../../src/server/main.ts";
import type { RunningServer } from "../../src/server/serving/running-server.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { readExposition } from "../support/exposition.ts";
import { form } from "../support/form.ts";

let bus: TestBus;
let server: RunningServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
  await bus.stop();
});

const token = "a token of some length";

async function start(metricsToken: string | undefined): Promise<string> {
  bus = await startBus({ startsServer: false });
  server = await startServer(
    { ...bus.serverOptions(), metricsToken },
    { clock: bus.clock, random: Math.random, logger: silentLogger, onStep: () => {} },
  );
  bus.hub.setWebhookUrl(`${server.url}${webhookPath}`);
  await server.whenReady;
  return server.url;
}

async function get(url: string, given?: string, method = "GET"): Promise<Response> {
  const headers = given === undefined ? {} : { authorization: given };
  return fetch(`${url}/metrics`, { method, headers });
}

async function settled(): Promise<void> {
  for (let calm = 0; calm < 3; calm += 1) {
    await bus.hub.idle();
    await server?.idle();
  }
}

test("IF34 without a token in the settings there is no such page", async () => {
  const url = await start(undefined);
  for (const given of [undefined, `Bearer ${token}`, "Bearer "]) {
    const answer = await get(url, given);
    expect([answer.status, await answer.text()]).toEqual([404, "not found\n"]);
  }
});

test("IF34 with a token, only those who have it see the figures, in Prometheus' format", async () => {
  const url = await start(token);
  for (const given of [
    undefined,
    "",
    "Bearer",
    "Bearer x",
    token,
    `bearer ${token}`,
    `Bearer ${token} `.repeat(2),
  ]) {
    const answer = await get(url, given);
    expect([answer.status, await answer.text()], given).toEqual([401, "token missing or wrong\n"]);
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
  }
  expect((await get(url, `Bearer ${token}`, "POST")).status).toBe(405);

  const alice = bus.as("alice");
  const task = await alice.open("Hidden title", form({ Goal: "It works." }), ["kind:task"]);
  const ask = {
    "Blocking task": `#${task}`,
    Category: "implementation",
    Urgency: "important",
    Context: "Two.",
  };
  await alice.open("Q: Which one?", form(ask), ["kind:question"]);
  await settled();
  const answer = await get(url, `Bearer ${token}`);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([
    200,
    "text/plain; version=0.0.4; charset=utf-8",
  ]);
  expect(answer.headers.get("cache-control")).toBe("no-store");
  const text = await answer.text();
  const families = new Map(readExposition(text).map((family) => [family.name, family]));
  const values = (name: string) =>
    families
      .get(`signalbox_${name}`)
      ?.samples.map(({ labels, value }) => [Object.values(labels).join(" "), value]);
  expect(values("tasks")).toEqual([["acme/demo blocked", 1]]);
  expect(values("questions_open")).toEqual([["important", 1]]);
  expect(values("deliveries_pending")).toEqual([["", 0]]);
  const total = (name: string) => values(name)?.reduce((sum, [, value]) => sum + Number(value), 0) ?? 0;
  // A delivery for each of the two, at least, a pass for them, labels and a dependency, and what it took to read them.
  expect(total("deliveries_total")).toBeGreaterThanOrEqual(2);
  expect(total("effects_total")).toBeGreaterThanOrEqual(2);
  expect(total("github_requests_total")).toBeGreaterThanOrEqual(3);
  const counts = (name: string) =>
    families.get(`signalbox_${name}`)?.samples.find((each) => each.name.endsWith("_count"))?.value ?? 0;
  expect(counts("ingest_seconds")).toBe(total("deliveries_total"));
  expect(counts("cycle_seconds")).toBeGreaterThanOrEqual(1);
  expect(families.has("process_cpu_seconds_total")).toBe(true);
  expect(text).not.toMatch(/Hidden|alice|#\d/);
  const head = await get(url, `Bearer ${token}`, "HEAD");
  expect([head.status, await head.text()]).toEqual([200, ""]);
});
