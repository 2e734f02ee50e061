/**
 * Tests the doctor against a hub: a working server, one that GitHub refuses, and what only GitHub can tell.
 */
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { systemClock } from "../../src/base/clock.ts";
import { silentLogger } from "../../src/base/logger.ts";
import { makeKeyPair } from "../../src/hub/auth/secrets.ts";
import { startServer } from "../../src/server/main.ts";
import { signalbox } from "../cli/terminal.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { openTask } from "../support/freeing.ts";

let bus: TestBus;
afterEach(() => bus.stop());

const findings = z.array(
  z.object({ check: z.string(), level: z.string(), found: z.string(), advice: z.string().optional() }),
);
const other = makeKeyPair().privateKey;

async function doctor(changes: Readonly<Record<string, string>> = {}) {
  const { app, url } = bus.hub;
  const env = {
    APP_ID: String(app.id),
    PRIVATE_KEY: app.privateKey,
    WEBHOOK_SECRET: app.webhookSecret,
    GHE_HOST: new URL(url).host,
    GHE_PROTOCOL: "http",
    ...changes,
  };
  const { code, out } = await signalbox(["doctor", "--json", "--home", bus.home], env);
  return { code, found: findings.parse(JSON.parse(out)) };
}

test("a working server has nothing to fix, and a problem on GitHub is found and ends with exit code 1", async () => {
  bus = await startBus();
  await openTask(bus.as("alice"));
  await bus.settled();
  const well = await doctor();
  expect(well.found.filter(({ level }) => level === "failed")).toEqual([]);
  expect(well.code).toBe(0);
  const checks = new Set(well.found.map(({ check }) => check));
  for (const check of [
    "App",
    "clock",
    "permissions",
    "installations",
    "webhook",
    "labels",
    "server",
    "index",
  ])
    expect(checks).toContain(check);

  const maria = bus.as("maria");
  const { data: user } = await maria.octokit.rest.users.getAuthenticated();
  await maria.octokit.rest.repos.createOrUpdateFileContents({
    ...maria.repository,
    path: ".github/signalbox.yml",
    message: "Settings",
    content: Buffer.from(`trust: {agents: [${user.node_id}]}\n`).toString("base64"),
  });
  await bus.settled();
  await bus.stopServer();
  bus.hub.setWebhookUrl("http://127.0.0.1:9/gone");
  await maria.octokit.rest.issues.deleteLabel({ ...maria.repository, name: "answered" });
  await bus.hub.idle();
  bus.clock.advance(60 * 60_000);
  const { code, found } = await doctor();
  expect(code).toBe(1);
  expect(found).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ check: "logins", level: "warning", found: expect.stringContaining("maria") }),
      expect.objectContaining({ check: "webhook", level: "failed" }),
      expect.objectContaining({ check: "labels", found: "acme/demo lacks answered." }),
      expect.objectContaining({
        check: "clock",
        level: "failed",
        found: expect.stringMatching(/3[56]\d\d s behind/),
      }),
      expect.objectContaining({ check: "server", level: "warning" }),
    ]),
  );
});

describe("an App that GitHub refuses", () => {
  const cases = [
    ["a wrong App id", { APP_ID: "999999" }, "APP_ID must be"],
    ["a wrong key", { PRIVATE_KEY: other }, "The key does not match"],
  ] as const;

  test.each(cases)("I05 %s is reported by the doctor", async (_, changes, advice) => {
    bus = await startBus({ startsServer: false });
    const { code, found } = await doctor(changes);
    expect(code).toBe(1);
    expect(found.find(({ check }) => check === "App")).toMatchObject({
      level: "failed",
      advice: expect.stringContaining(advice),
    });
  });

  test.each(cases)("I05 %s is reported by the start, which ends", async (_, changes, advice) => {
    bus = await startBus({ startsServer: false });
    const options = bus.serverOptions();
    const github = {
      ...options.github,
      ...("APP_ID" in changes ? { appId: Number(changes.APP_ID) } : { privateKey: changes.PRIVATE_KEY }),
    };
    const outside = { clock: systemClock, random: Math.random, logger: silentLogger, onStep: () => {} };
    const server = await startServer({ ...options, github }, outside);
    await expect(server.whenReady).rejects.toThrow(advice);
    await server.close();
  });
});

test("I05 a clock that is an hour off does not keep the App from starting, as it signs by GitHub's clock", async () => {
  bus = await startBus({ startsServer: false });
  bus.clock.advance(60 * 60_000);
  await bus.startServer();
  expect((await bus.server().health()).status).toBe("ready");
});
