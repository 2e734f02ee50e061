/** Tests two Apps with signalbox on one repository: the second finds the first's notices, and only reads. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { silentLogger } from "../../src/base/logger.ts";
import { startServer } from "../../src/server/main.ts";
import type { RunningServer } from "../../src/server/serving/running-server.ts";
import { signalbox } from "../cli/terminal.ts";
import { startBus, type TestBus } from "../support/bus.ts";
import { openTask } from "../support/freeing.ts";
import { readLedger } from "../support/ledger.ts";
import type { TestIndex } from "../support/postgres.ts";
import { secondApp } from "../support/second-app.ts";
import { databaseOfFlows, rememberDatabase } from "../support/store-of-flows.ts";

let bus: TestBus;
const home = mkdtempSync(join(tmpdir(), "signalbox-second-"));
let database: TestIndex | undefined;
afterEach(async () => {
  await bus.stop();
  await database?.drop();
  rmSync(home, { recursive: true, force: true });
});

test("H03 the second installation stays passive and says so, until the settings name it; then the first does", async () => {
  bus = await startBus();
  const alice = bus.as("alice");
  const first = await openTask(alice);
  for (let n = 0; n < 3; n++) await openTask(alice, { blockedBy: `#${first}` });
  await bus.settled();
  await alice.close(first);
  await bus.settled();

  const github = await secondApp(bus, { issues: "write", metadata: "read", contents: "read" });
  database = await databaseOfFlows();
  rememberDatabase(home, database);
  const options = { ...bus.serverOptions(), github, home, databaseUrl: database?.url };
  const outside = { clock: bus.clock, random: Math.random, logger: silentLogger, onStep: () => {} };
  const startSecond = async (): Promise<RunningServer> => {
    const started = await startServer(options, outside);
    await started.whenReady;
    await started.idle();
    return started;
  };
  const authors = async (): Promise<readonly string[]> => {
    const all = await Promise.all([1, 2, 3, 4].map((issue) => alice.comments(issue)));
    const written = new Set(all.flat().map(({ author }) => author));
    return [...written].filter((author) => author.endsWith("[bot]")).sort();
  };
  const second = await startSecond();
  expect(await second.health()).toMatchObject({
    status: "ready",
    passive: 1,
    paused: 0,
    effects: { pending: 0 },
  });
  expect(readLedger(home).filter(({ kind }) => kind === "passive")).toHaveLength(1);
  const { out } = await signalbox(["doctor", "--home", home], {
    APP_ID: String(github.appId),
    PRIVATE_KEY: github.privateKey,
    WEBHOOK_SECRET: github.webhookSecrets[0] ?? "",
    GHE_HOST: new URL(bus.hub.url).host,
    GHE_PROTOCOL: "http",
  });
  expect(out).toMatch(/acme\/demo: another installation is the leader, the bot signalbox\[bot\] \(/);
  await second.close();
  expect(readLedger(home).map(({ kind }) => kind)).not.toContain("done");
  expect(await authors()).toEqual(["signalbox[bot]"]);
  expect((await bus.server().health()).passive).toBe(0);

  const maria = bus.as("maria");
  const bot = await maria.octokit.rest.users.getByUsername({ username: "second-box[bot]" });
  await maria.octokit.rest.repos.createOrUpdateFileContents({
    ...maria.repository,
    path: ".github/signalbox.yml",
    message: "The second leads",
    content: Buffer.from(`leader: ${bot.data.node_id}\n`).toString("base64"),
  });
  await bus.settled();
  expect((await bus.server().health()).passive).toBe(1);
  const leading = await startSecond();
  expect((await leading.health()).passive).toBe(0);
  await leading.close();
  expect(await authors()).toEqual(["second-box[bot]", "signalbox[bot]"]);
});
