/**
 * The whole bus for a story: a hub and the real server on free ports, and people who act on it. A newcomer would start
 * the dispatcher's parts by hand; a story runs against exactly what `signalbox start` composes, without its pacing.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Logger, silentLogger } from "../../src/base/logger.ts";
import type { Answerer } from "../../src/coordinator/answerer.ts";
import type { OnStep } from "../../src/dispatcher/ports/durable-step.ts";
import type { Release } from "../../src/hub/core.ts";
import type { Hub } from "../../src/hub/hub.ts";
import type { HubSeed } from "../../src/hub/seed.ts";
import type { GitHubSettings } from "../../src/server/environment.ts";
import { webhookPath } from "../../src/server/ingress.ts";
import { type RunningServer, type ServerOptions, startServer } from "../../src/server/main.ts";
import { type Actor, actorOf } from "./actor.ts";
import { startTestHub, type TestHub } from "./hub.ts";
import { type JumpingClock, jumpingClock } from "./jumping-clock.ts";
import { type LedgerRow, readLedger } from "./ledger.ts";

export interface BusSettings {
  readonly seed?: HubSeed;
  /** How old a GitHub the hub is. */
  readonly release?: Release;
  /** Asks instead of listening: the hub then has nowhere to deliver to. */
  readonly pollMs?: number;
  /** Deliveries go to `testHub.received` instead of the server, for the story to hand on as it likes. */
  readonly keepsDeliveries?: boolean;
  readonly pacing?: "github" | "off";
  readonly onStep?: OnStep;
  /** Whoever reads for the coordinator; nobody where left out. */
  readonly answerer?: Answerer | undefined;
  /** Lets the server log errors; otherwise one fails the story in `stop`. */
  readonly expectsErrors?: boolean;
  /** False leaves the server to the story. */
  readonly startsServer?: boolean;
}

export interface TestBus {
  readonly hub: Hub;
  /** The hub's other sides: raw requests, and as the App. */
  readonly testHub: TestHub;
  /** Hub and server go by it; `advance` lets time pass for both. */
  readonly clock: JumpingClock;
  /** The server's data folder. */
  readonly home: string;
  /** What the server logged as errors: our own defects and dead letters. */
  readonly errors: readonly string[];
  /** The server that runs now. */
  readonly server: () => RunningServer;
  /** What `startServer` was given, for a second server beside the first. */
  readonly serverOptions: () => ServerOptions;
  /** @param repository `owner/name`; `acme/demo` where left out */
  readonly as: (login: string, repository?: string) => Actor;
  /** What the ledger holds, oldest first. */
  readonly ledger: () => readonly LedgerRow[];
  /** Resolves when hub and server are idle and nothing waits, not even for a later time. */
  readonly settled: () => Promise<void>;
  /** Five minutes pass, so that the server sweeps; resolves when everything is settled again. */
  readonly sweep: () => Promise<void>;
  readonly stopServer: () => Promise<void>;
  /** Starts the server on the same data folder; resolves when it is ready and everything is settled. */
  readonly startServer: () => Promise<void>;
  /**
   * Ends everything. Rejects if the server logged an error that was not expected, or if an answer or a delivery of the
   * hub was not as GitHub describes it.
   */
  readonly stop: () => Promise<void>;
}

const sweepEveryMs = 5 * 60_000;
/** Between two looks at whether something still waits: the only thing a test may wait for without being told. */
const lookEveryMs = 5;
/** Longest that work may stay without anything happening, before the story fails and says what was left. */
const stuckAfterMs = 20_000;

export async function startBus(settings: BusSettings = {}): Promise<TestBus> {
  const clock = jumpingClock();
  const home = mkdtempSync(join(tmpdir(), "signalbox-bus-"));
  const testHub = await startTestHub({
    clock,
    ...(settings.seed === undefined ? {} : { seed: settings.seed }),
    ...(settings.release === undefined ? {} : { options: { release: settings.release } }),
  });
  const { hub } = testHub;
  const activity = activityOf(hub);
  const serverOptions = (): ServerOptions => ({
    github: githubSettings(hub),
    home,
    pollMs: settings.pollMs,
    pacing: settings.pacing ?? "off",
    answerer: settings.answerer,
    host: "127.0.0.1",
    port: 0,
  });
  const errors: string[] = [];
  const outside = {
    clock,
    random: Math.random,
    logger: errorLogger(errors),
    onStep: settings.onStep ?? (() => {}),
  };
  let running: RunningServer | undefined;
  const server = (): RunningServer => {
    if (running === undefined) throw new Error("No server runs.");
    return running;
  };

  /** A pass in which nothing happened at the hub and nothing was left waiting is the last. */
  async function settled(): Promise<void> {
    let movedAt = performance.now();
    for (let before = -1; ; ) {
      if (performance.now() - movedAt > stuckAfterMs) throw new Error(unsettled(running, errors));
      await hub.idle();
      await running?.idle();
      const isCalm = activity() === before;
      if (!isCalm) movedAt = performance.now();
      if (isCalm && (running === undefined || !hasWaiting(running))) return;
      if (isCalm) await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
      before = activity();
    }
  }

  async function start(): Promise<void> {
    running = await startServer(serverOptions(), outside);
    if (settings.pollMs === undefined && settings.keepsDeliveries !== true)
      hub.setWebhookUrl(`${running.url}${webhookPath}`);
    await running.whenReady;
    await settled();
  }

  async function stopServer(): Promise<void> {
    await running?.close();
    running = undefined;
  }

  if (settings.startsServer !== false) await start();
  return {
    hub,
    testHub,
    clock,
    home,
    errors,
    server,
    serverOptions,
    settled,
    stopServer,
    startServer: start,
    ledger: () => readLedger(home),
    as: (login, repository = "acme/demo") => actorOf(hub.url, hub.tokenOf(login), login, repository),
    sweep: async () => {
      clock.advance(sweepEveryMs);
      while (!clock.isSleptFor(sweepEveryMs))
        await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
      await settled();
    },
    stop: async () => {
      await stopServer();
      await testHub.close();
      rmSync(home, { recursive: true, force: true });
      if (errors.length > 0 && settings.expectsErrors !== true)
        throw new Error(`The server logged errors:\n${errors.join("\n")}`);
    },
  };
}

/** How the hub's own App is configured. */
export function githubSettings({ app, url }: Hub): GitHubSettings {
  const { id, privateKey, webhookSecret } = app;
  return { appId: id, privateKey, webhookSecrets: [webhookSecret], baseUrl: `${url}/api/v3` };
}

/** Counts what the hub answers and delivers. */
export function activityOf(hub: Hub): () => number {
  let count = 0;
  hub.observe(() => {
    count += 1;
  });
  return () => count;
}

function errorLogger(errors: string[]): Logger {
  return {
    ...silentLogger,
    error: (fields, message, cause) =>
      void errors.push(`${message} ${JSON.stringify(fields)} ${cause instanceof Error ? cause.stack : ""}`),
  };
}

function unsettled(server: RunningServer | undefined, errors: readonly string[]): string {
  const left = JSON.stringify(server?.health());
  return [`Nothing happened for ${stuckAfterMs} ms, and work is left: ${left}`, ...errors].join("\n");
}

function hasWaiting(server: RunningServer): boolean {
  const { deliveries, effects } = server.health();
  return deliveries.pending > 0 || effects.pending > 0;
}
