/**
 * The whole bus for a story: a hub and the real server on free ports, and people who act on it. A story runs
 * against exactly what `signalbox start` composes, without its pacing.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { type Logger, silentLogger } from "../../src/base/logger.ts";
import type { ConfiguredAnswerer } from "../../src/coordinator/answers/answerer.ts";
import type { OnStep } from "../../src/dispatcher/ports/durable-step.ts";
import type { IdFormat } from "../../src/hub/core.ts";
import type { Hub } from "../../src/hub/hub.ts";
import type { Release } from "../../src/hub/release.ts";
import { demoSeed, type HubSeed } from "../../src/hub/seed.ts";
import type { UnknownBehaviour } from "../../src/hub/unknown-behaviour.ts";
import { labelsToMake } from "../../src/protocol/label.ts";
import type { GitHubSettings } from "../../src/server/composition/environment.ts";
import { webhookPath } from "../../src/server/ingress/ingress.ts";
import { type ServerOptions, startServer } from "../../src/server/main.ts";
import type { RunningServer } from "../../src/server/serving/running-server.ts";
import { type Actor, actorOf } from "./actor.ts";
import { startTestHub, type TestHub } from "./hub.ts";
import { type JumpingClock, jumpingClock } from "./jumping-clock.ts";
import { type LedgerRow, readLedger } from "./ledger.ts";
import { databaseOfFlows, rememberDatabase } from "./store-of-flows.ts";

export interface BusSettings {
  /** Keeps the index in PostgreSQL, whatever store flows run on. */
  readonly database?: "postgres";
  readonly seed?: HubSeed;
  /** Which release of GitHub the hub imitates. */
  readonly release?: Release;
  /** The format of the hub's node ids; GitHub's present one if omitted. */
  readonly idFormat?: IdFormat;
  /** What the hub does where GitHub's behaviour is not known. */
  readonly unknown?: Partial<UnknownBehaviour>;
  /** Polls instead of listening: the hub then has no webhook address. */
  readonly pollMs?: number;
  /** Deliveries go to `testHub.received` instead of the server, and the story hands them on as needed. */
  readonly keepsDeliveries?: boolean;
  readonly pacing?: "github" | "off";
  readonly onStep?: OnStep;
  /** Reads for the coordinator; no coordinator if omitted. */
  readonly answerer?: ConfiguredAnswerer | undefined;
  /** Lets the server log errors; otherwise one fails the story in `stop`. */
  readonly expectsErrors?: boolean;
  /** False lets the App make its labels, which takes longer than all the rest of a start. */
  readonly hasLabels?: boolean;
  /** False leaves starting the server to the story. */
  readonly startsServer?: boolean;
}

export interface TestBus {
  readonly hub: Hub;
  /** Direct access to the hub: raw requests, and requests as the App. */
  readonly testHub: TestHub;
  /** The clock of hub and server; `advance` lets time pass for both. */
  readonly clock: JumpingClock;
  /** The server's data directory. */
  readonly home: string;
  /** The address of the database that has the index; undefined for the data directory. */
  readonly databaseUrl: string | undefined;
  /** What the server logged as errors: bugs of ours and dead letters. */
  readonly errors: readonly string[];
  /** The current server. */
  readonly server: () => RunningServer;
  /** The options of `startServer`, for a second server beside the first. */
  readonly serverOptions: () => ServerOptions;
  /** @param repository `owner/name`; `acme/demo` if omitted */
  readonly as: (login: string, repository?: string) => Actor;
  /** The rows of the ledger, oldest first. */
  readonly ledger: () => readonly LedgerRow[];
  /** Resolves when hub and server are idle and nothing is pending, not even for a later time. */
  readonly settled: () => Promise<void>;
  /**
   * Advances five minutes, or longer if nothing has happened for an hour, so that the server sweeps; resolves
   * when everything is processed again.
   */
  readonly sweep: () => Promise<void>;
  readonly stopServer: () => Promise<void>;
  /** Starts the server on the same data directory; resolves when it is ready and everything is processed. */
  readonly startServer: () => Promise<void>;
  /**
   * Stops everything. Rejects if the server logged an unexpected error, or if an answer or a delivery of the
   * hub does not match GitHub's description.
   */
  readonly stop: () => Promise<void>;
}

const sweepEveryMs = 5 * 60_000;
const sweepTickMs = 30_000;
/** After the time of this many sweeps an idle installation has had its own. */
const maxSweeps = 80;
/** The interval of polling for pending work, the only condition that a test cannot await otherwise. */
const lookEveryMs = 5;
/** Pending work without any progress for this long fails the story, with a list of what was left. */
const stuckAfterMs = 20_000;

export async function startBus(settings: BusSettings = {}): Promise<TestBus> {
  const clock = jumpingClock();
  const home = mkdtempSync(join(tmpdir(), "signalbox-bus-"));
  const testHub = await startTestHub({
    clock,
    seed: settings.hasLabels === false ? (settings.seed ?? demoSeed) : withLabels(settings.seed ?? demoSeed),
    options: {
      ...(settings.release === undefined ? {} : { release: settings.release }),
      ...(settings.idFormat === undefined ? {} : { idFormat: settings.idFormat }),
      ...(settings.unknown === undefined ? {} : { unknown: settings.unknown }),
    },
  });
  const { hub } = testHub;
  const activity = activityOf(hub);
  const surveys = surveysOf(hub);
  const database = await databaseOfFlows(settings.database);
  rememberDatabase(home, database);
  const serverOptions = (): ServerOptions => ({
    github: githubSettings(hub),
    home,
    databaseUrl: database?.url,
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

  /** The last pass is one in which nothing happened at the hub and nothing was left pending. */
  async function settled(): Promise<void> {
    let movedAt = performance.now();
    for (let before = -1; ; ) {
      if (performance.now() - movedAt > stuckAfterMs) throw new Error(await unsettled(running, errors));
      await hub.idle();
      await running?.idle();
      const isCalm = activity() === before;
      if (!isCalm) movedAt = performance.now();
      if (isCalm && (running === undefined || !(await hasWaiting(running)))) return;
      if (isCalm) await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
      before = activity();
    }
  }

  async function start(): Promise<void> {
    running = await startServer(serverOptions(), outside);
    hub.setCallbackUrls(running.callbackUrls);
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
    databaseUrl: database?.url,
    errors,
    server,
    serverOptions,
    settled,
    stopServer,
    startServer: start,
    ledger: () => readLedger(home),
    as: (login, repository = "acme/demo") => actorOf(hub.url, hub.tokenOf(login), login, repository),
    sweep: async () => {
      const before = surveys();
      for (let n = 0; n < maxSweeps && surveys() === before; n++) {
        clock.advance(sweepEveryMs);
        while (!clock.isSleptFor(sweepTickMs))
          await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
      }
      await settled();
    },
    stop: async () => {
      await stopServer();
      await testHub.close();
      await database?.drop();
      rmSync(home, { recursive: true, force: true });
      if (errors.length > 0 && settings.expectsErrors !== true)
        throw new Error(`The server logged errors:\n${errors.join("\n")}`);
    },
  };
}

function withLabels(seed: HubSeed): HubSeed {
  const labels = labelsToMake();
  return { ...seed, repositories: seed.repositories.map((repository) => ({ ...repository, labels })) };
}

/** How the hub's own App is configured. */
export function githubSettings({ app, url }: Hub): GitHubSettings {
  const { id, privateKey, webhookSecret, clientId, clientSecret } = app;
  const client = { id: clientId, secret: clientSecret };
  return { appId: id, privateKey, webhookSecrets: [webhookSecret], baseUrl: `${url}/api/v3`, client };
}

const survey = z.object({ data: z.object({ nodes: z.array(z.looseObject({ open: z.object({}) })) }) });

/** Counts the answers that may be those to a survey. */
function surveysOf(hub: Hub): () => number {
  let count = 0;
  hub.observe((seen) => {
    if (seen.kind !== "response" || seen.template !== "/graphql") return;
    if (seen.status !== 200 || survey.safeParse(seen.body).success) count += 1;
  });
  return () => count;
}

/** Counts the hub's answers and deliveries. */
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

async function unsettled(server: RunningServer | undefined, errors: readonly string[]): Promise<string> {
  const left = JSON.stringify(await server?.health());
  return [`Nothing happened for ${stuckAfterMs} ms, and work is left: ${left}`, ...errors].join("\n");
}

async function hasWaiting(server: RunningServer): Promise<boolean> {
  const { deliveries, effects } = await server.health();
  return deliveries.pending > 0 || effects.pending > 0;
}
