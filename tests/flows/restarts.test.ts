/**
 * Tests stops and restarts in the middle of many users' work: a stop loses nothing, whatever was in progress,
 * and what came meanwhile is found.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { systemClock } from "../../src/base/clock.ts";
import { UserError } from "../../src/base/errors.ts";
import { silentLogger } from "../../src/base/logger.ts";
import { webhookPath } from "../../src/server/ingress/ingress.ts";
import { startServer } from "../../src/server/main.ts";
import { activityOf, type BusSettings, startBus, type TestBus } from "../support/bus.ts";
import { diskOfDeliveries } from "../support/full-disk.ts";
import { takePicture } from "../support/picture.ts";
import { databaseVariables } from "../support/store-of-flows.ts";
import { type Cast, numberOf, playStory, shortStory } from "../support/story.ts";

let bus: TestBus;
afterEach(() => bus.stop());

async function open(settings?: BusSettings): Promise<void> {
  bus = await startBus(settings);
}

async function expectFreed(cast: Cast): Promise<void> {
  const { picture, wakes } = await takePicture(bus.as("maria"), cast);
  expect(wakes).toEqual({ twins: [], asleep: [], count: 1 });
  expect(picture.issues.login?.labels).toEqual(["kind:task", "status:ready"]);
  expect(picture.issues.login?.status).toEqual([]);
  expect(picture.issues.token).toMatchObject({
    state: "closed as completed",
    status: [expect.stringContaining("> Opaque tokens in a table.")],
  });
}

describe("a restart", () => {
  test("S1.20 a restart keeps all state and writes nothing", async () => {
    await open();
    const cast = await playStory(shortStory, bus.as, bus.settled);
    const cards = () =>
      Promise.all(
        [...cast.keys()].map((name) => bus.server().board.card("acme", "demo", numberOf(cast, name))),
      );
    const before = { cards: await cards(), ledger: bus.ledger() };
    let delivered = 0;
    bus.hub.observe(({ kind }) => {
      if (kind === "delivery") delivered += 1;
    });
    await bus.stopServer();
    await bus.startServer();
    expect({ cards: await cards(), ledger: bus.ledger() }).toEqual(before);
    expect(delivered).toBe(0);
  });

  test("B05 a restart finds what people did while no server ran", async () => {
    await open();
    await bus.stopServer();
    const cast = await playStory(shortStory, bus.as);
    await bus.hub.idle();
    await bus.startServer();
    await expectFreed(cast);
  });
});

describe("a restart after four days", () => {
  test("B06 a restart after four days reads everything where GitHub's log does not reach back, and notes the gap", async () => {
    await open();
    await playStory(shortStory.slice(0, 1), bus.as, bus.settled);
    await bus.stopServer();
    bus.hub.faults.add({ on: "request", match: { path: "^/app/hook/deliveries" }, effect: { kind: "fail" } });
    const cast = await playStory(shortStory, bus.as);
    await bus.hub.idle();
    bus.clock.advance(96 * 3_600_000);
    await bus.startServer();
    bus.hub.faults.clear();
    await expectFreed(cast);
    const gap = expect.objectContaining({ kind: "gap", because: expect.stringContaining("4 days") });
    expect(bus.ledger()).toContainEqual(gap);
  });
});

describe("a second server", () => {
  test("a second server on the same data directory is refused, and the first continues", async () => {
    await open();
    const outside = { clock: systemClock, random: Math.random, logger: silentLogger, onStep: () => {} };
    const second = startServer(bus.serverOptions(), outside);
    await expect(second).rejects.toThrow(UserError);
    await expect(second).rejects.toThrow(new RegExp(`in use by .*process ${process.pid}`));
    await expectFreed(await playStory(shortStory, bus.as, bus.settled));
  });
});

describe("while nothing can be written", () => {
  test("A17 A18 deliveries that cannot be stored are refused without a reason, and a sweep fetches them from GitHub's log", async () => {
    await open({ expectsErrors: true });
    const answers: unknown[] = [];
    await bus.stopServer();
    await bus.startServer();
    const disk = diskOfDeliveries(bus.home);
    disk.fill();
    const refused = activityOf(bus.hub);
    const cast = await playStory(shortStory, bus.as);
    await bus.hub.idle();
    expect(refused()).toBeGreaterThan(0);
    const { body: log } = await bus.testHub.asApp()("GET", "/app/hook/deliveries?status=failure");
    for (const { id } of log)
      answers.push((await bus.testHub.asApp()("GET", `/app/hook/deliveries/${id}`)).body.response.payload);
    expect(answers.length).toBeGreaterThan(2);
    for (const answer of answers)
      expect(answer).not.toMatch(/ENOTDIR|journal|segment|disk|file|Error|\n {4}at /);
    disk.empty();
    await bus.sweep();
    await expectFreed(cast);
  });
});

const command = join(import.meta.dirname, "../../src/cli/signalbox.mjs");

/** The command line's own server, as a process, on the bus's data directory; resolves when it is ready. */
async function startProcess(): Promise<{ readonly end: () => Promise<number | null> }> {
  const { app, url } = bus.hub;
  const child = spawn(process.execPath, [command, "start"], {
    stdio: ["ignore", "pipe", "ignore"],
    env: {
      PATH: process.env.PATH,
      APP_ID: String(app.id),
      PRIVATE_KEY: app.privateKey,
      WEBHOOK_SECRET: app.webhookSecret,
      GHE_HOST: new URL(url).host,
      GHE_PROTOCOL: "http",
      PORT: "0",
      SIGNALBOX_HOME: bus.home,
      LOG_LEVEL: "silent",
      ...databaseVariables(bus.home),
    },
  });
  let printed = "";
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    printed += String(chunk);
    if (printed.includes("Press Ctrl-C to stop")) break;
  }
  const address = /up at (http:\S+)/.exec(printed)?.[1];
  if (address === undefined) throw new Error(`The server did not start: ${printed}`);
  bus.hub.setWebhookUrl(`${address}${webhookPath}`);
  child.stdout.resume();
  return {
    end: async () => {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
      return child.exitCode;
    },
  };
}

describe("SIGTERM", () => {
  const crowd = 12;
  /** As long as GitHub may hide a comment that was being created. */
  const visibilityMs = 10_000;

  test("B16 SIGTERM in the middle of many users' work loses and duplicates nothing", {
    timeout: 60_000,
  }, async () => {
    await open({ startsServer: false });
    const running = await startProcess();
    const activity = activityOf(bus.hub);
    const stories = Array.from({ length: crowd }, () => playStory(shortStory, bus.as));
    await expect.poll(activity, { interval: 1, timeout: 20_000 }).toBeGreaterThan(crowd * 6);
    expect(await running.end()).toBe(0);
    const casts = await Promise.all(stories);
    await bus.hub.idle();
    bus.clock.advance(visibilityMs);
    await bus.startServer();
    for (const cast of casts) await expectFreed(cast);
  });
});
