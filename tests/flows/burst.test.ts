/**
 * Tests ten thousand deliveries posted as fast as possible: all are accepted, and no repository waits for
 * another's.
 */
import { createHmac, randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { afterEach, expect, test } from "vitest";
import { webhookPath } from "../../src/server/ingress/ingress.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { openTask } from "../support/freeing.ts";
import type { Received } from "../support/hub.ts";
import { hurry } from "../support/hurry.ts";
import { twoRepositories } from "../support/seeds.ts";

let bus: TestBus;
afterEach(() => bus.stop());

const burst = 10_000;
const tasks = 20;
const atOnce = 32;
/** GitHub waits ten seconds for a delivery's answer, and the burst is that of one minute. */
const [slowestMs, wholeMs] = [10_000, 60_000];

/** Posts over few connections, as GitHub does. */
function poster(): {
  readonly post: (delivery: Received, raw: string) => Promise<number>;
  close: () => void;
} {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  const url = new URL(webhookPath, bus.server().url);
  const { webhookSecret } = bus.hub.app;
  return {
    close: () => agent.destroy(),
    post: ({ event, headers }, raw) => {
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      const target = "x-github-hook-installation-target-id";
      const sent = request(url, {
        agent,
        method: "POST",
        headers: {
          "content-type": "application/json",
          "content-length": Buffer.byteLength(raw),
          "x-github-event": event,
          "x-github-delivery": randomUUID(),
          "x-hub-signature-256": `sha256=${createHmac("sha256", webhookSecret).update(raw).digest("hex")}`,
          [target]: String(headers[target]),
        },
      });
      sent.on("response", (response) => {
        response.resume().on("end", () => resolve(response.statusCode ?? 0));
      });
      sent.on("error", reject).end(raw);
      return promise;
    },
  };
}

test("B18 10,000 deliveries within a minute are each acknowledged, and another repository's work is done meanwhile", {
  timeout: 120_000,
}, async () => {
  bus = await startBus({ seed: twoRepositories, keepsDeliveries: true });
  const loud = bus.as("alice");
  for (let n = 0; n < tasks; n++) await openTask(loud, { title: `Task ${n}` });
  await bus.hub.idle();
  const { received } = bus.testHub;
  const edits = received.filter(({ event, payload }) => event === "issues" && payload.action === "opened");
  expect(edits).toHaveLength(tasks);
  const quiet = bus.as("alice", "acme/api");
  const task = await openTask(quiet);
  await bus.hub.idle();
  const theirs = received.filter(({ payload }) => payload.repository?.full_name === "acme/api");

  const { post, close } = poster();
  const start = performance.now();
  let slowest = 0;
  let next = 0;
  let readyAt = 0;
  const statuses = new Map<number, number>();
  const send = async (delivery: Received, raw: string): Promise<void> => {
    const from = performance.now();
    const status = await post(delivery, raw);
    slowest = Math.max(slowest, performance.now() - from);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  const sendMany = async (): Promise<void> => {
    for (let n = next++; n < burst; n = next++) {
      const delivery = edits[n % tasks];
      if (delivery === undefined) throw new Error("Nothing was opened.");
      // Each body must be different, or all but the first would be recognised as replays.
      await send(delivery, JSON.stringify({ ...delivery.payload, n }));
      // The other repository's deliveries come in the middle.
      if (n === burst / 4) for (const one of theirs) await send(one, one.raw);
    }
  };
  const watch = async (): Promise<void> => {
    while (readyAt === 0) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      if ((await quiet.see(task)).labels.includes("status:ready")) readyAt = next;
    }
  };
  await Promise.all([watch(), ...Array.from({ length: atOnce }, sendMany)]);
  const took = performance.now() - start;
  close();
  expect(Object.fromEntries(statuses)).toEqual({ 202: burst + theirs.length });
  expect(slowest).toBeLessThan(slowestMs);
  expect(took).toBeLessThan(wholeMs);
  await hurry(bus);
  expect(await bus.server().health()).toMatchObject({
    deliveries: { pending: 0, dead: 0 },
    effects: { pending: 0 },
  });
  expect(readyAt).toBeGreaterThan(burst / 4);
  expect(readyAt).toBeLessThan(burst);
  for (let n = 1; n <= tasks; n++) expect((await loud.see(n)).labels).toEqual(["kind:task", "status:ready"]);
});
