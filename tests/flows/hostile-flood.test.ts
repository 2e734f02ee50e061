/**
 * Tests many issues that are made to be slow, opened at once: the server keeps answering, and their
 * repository is still served.
 */
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MortalBus, startMortalBus } from "../support/mortal-bus.ts";

const folder = new URL("../fixtures/hostile/seeds/", import.meta.url);
const seeds = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), "utf8"));
/** GitHub does not accept longer bodies. */
const bodyLength = 65_536;
/** In the thread's own time; before the fix, one such issue blocked the server for forty seconds. */
const longestTurnMs = 200;
/** On a busy machine; on an idle one it is the longest turn of the event loop. */
const longestAnswerMs = 5_000;

let bus: MortalBus;
beforeAll(async () => {
  bus = await startMortalBus();
});
afterAll(() => bus.stop());

const hostile = (seed: string): string =>
  `- ${seed.repeat(Math.floor(bodyLength / Buffer.byteLength(seed)) - 10)}`;

test("N02 while many hostile issues are opened at once, /health keeps answering and other work continues", async () => {
  const alice = bus.as("alice");
  const mallory = bus.as("mallory");
  const probe = new Worker(new URL("../support/health-probe.ts", import.meta.url), {
    workerData: bus.serverUrl(),
  });
  const opened = seeds.map((seed, at) => {
    const [kind, section] = at % 2 === 0 ? ["handover", "Changes"] : ["question", "Blocking task"];
    const body = `### ${section}\n\n${hostile(seed)}`.slice(0, bodyLength);
    return (at % 3 === 0 ? mallory : alice).open(`Hostile ${at}`, body, [`kind:${kind}`]);
  });
  await Promise.all(opened);
  await bus.settled();
  const task = await alice.open("Task", "### Goal\n\nBuild.", ["kind:task"]);
  await bus.settled();
  probe.postMessage("end");
  const [{ maxMs, answers }] = await once(probe, "message");
  await probe.terminate();
  expect((await alice.see(task)).labels).toEqual(["kind:task", "status:ready"]);
  expect(answers).toBeGreaterThan(10);
  expect(maxMs).toBeLessThan(longestAnswerMs);
  expect(bus.longestTurnMs()).toBeLessThan(longestTurnMs);
});
