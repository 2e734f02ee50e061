/**
 * Makes GitHub fail while the App starts: the App keeps retrying, creates each label once, and then finds
 * what people did meanwhile.
 */
import { afterEach, beforeEach, expect, test } from "vitest";
import { silentLogger } from "../../src/base/logger.ts";
import type { FaultRule } from "../../src/hub/faults/rule.ts";
import { defaultLabels } from "../../src/protocol/label.ts";
import { startServer } from "../../src/server/main.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { blockedPair, botLogin, openQuestion, openTask } from "../support/freeing.ts";
import { hurried } from "../support/hurry.ts";

let bus: TestBus;
beforeEach(async () => {
  bus = await startBus({ hasLabels: false, startsServer: false });
});
afterEach(() => bus.stop());

const labels = { method: "POST", path: "/labels$" };
const installations = { path: "^/app(?:/installations)?$" };

test.each([
  ["C05 an outage of all reads", { method: "GET" }, { kind: "fail", status: 503 }],
  ["C01 a spent quota", { login: botLogin }, { kind: "limit", limit: "primary", waitSeconds: 60 }],
  ["C03 a limit without a header", labels, { kind: "limit", headers: false }],
  ["C06 a 502 after each label was made", labels, { kind: "fail", when: "after" }],
  ["C07 a 502 before each label was made", labels, { kind: "fail", when: "before" }],
  ["C08 a connection cut after each label was made", labels, { kind: "cut", when: "after" }],
  ["C20 HTML instead of who we are", installations, { kind: "garble", as: "html" }],
] as const satisfies readonly (readonly [
  string,
  Extract<FaultRule, { on: "request" }>["match"],
  Extract<FaultRule, { on: "request" }>["effect"],
])[])("%s delays the start, and nothing is lost", async (_, match, effect) => {
  const alice = bus.as("alice");
  const task = await openTask(alice);
  await openQuestion(alice, task);
  const times = effect.kind === "limit" ? 1 : 3;
  bus.hub.faults.add({ on: "request", match, effect, times });
  await hurried(bus, bus.startServer());
  expect(bus.hub.faults.list()[0]?.struck).toBe(times);
  expect(await bus.server().health()).toMatchObject({ status: "ready", missing: [] });
  const found = await alice.octokit.paginate(alice.octokit.rest.issues.listLabelsForRepo, alice.repository);
  const names = found.map(({ name }) => name);
  for (const { name } of defaultLabels) expect(names.filter((other) => other === name)).toEqual([name]);
  expect((await alice.see(task)).labels).toEqual(["kind:task", "status:blocked"]);
});

test("B05 a start is ready before its first round, and until that is done nothing is unblocked", async () => {
  await bus.startServer();
  const alice = bus.as("alice");
  const { task, question } = await blockedPair(bus);
  await bus.stopServer();
  await bus.as("bob").comment(question, "/answer Opaque tokens.");
  const mend = bus.hub.faults.add({
    on: "request",
    match: { login: botLogin, path: "/graphql$" },
    effect: { kind: "fail", status: 503, when: "before" },
  });
  const outside = { clock: bus.clock, random: Math.random, logger: silentLogger, onStep: () => {} };
  const server = await startServer(bus.serverOptions(), outside);
  await server.whenReady;
  expect(await server.health()).toMatchObject({ status: "ready", missing: [] });
  expect((await alice.see(task)).labels).toEqual(["kind:task", "status:blocked"]);
  mend();
  const isReady = async (): Promise<boolean> => (await alice.see(task)).labels.includes("status:ready");
  await hurried(
    bus,
    (async () => {
      while (!(await isReady())) await server.idle();
    })(),
  );
  expect((await alice.see(task)).labels).toEqual(["kind:task", "status:ready"]);
  await server.close();
});
