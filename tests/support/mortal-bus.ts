/**
 * A hub that survives and a server that can be killed at any durable step and restarted on the same data
 * directory. The server is a process of its own, because after a crash only what is on disk is left.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { z } from "zod";
import type { Clock } from "../../src/base/clock.ts";
import type { DurableStep } from "../../src/dispatcher/ports/durable-step.ts";
import type { Hub } from "../../src/hub/hub.ts";
import type { HubSeed } from "../../src/hub/seed.ts";
import { webhookPath } from "../../src/server/ingress/ingress.ts";
import { type Actor, actorOf } from "./actor.ts";
import { activityOf, githubSettings } from "./bus.ts";
import { startTestHub, type TestHub } from "./hub.ts";
import { jumpingClock } from "./jumping-clock.ts";
import { type LedgerRow, readLedger } from "./ledger.ts";
import { type Life, type Order, type Report, report } from "./mortal-words.ts";
import { databaseOfFlows, rememberDatabase } from "./store-of-flows.ts";

export interface MortalBus {
  readonly hub: Hub;
  /** Direct access to the hub: raw requests, and requests as the App. */
  readonly testHub: TestHub;
  /** The hub's clock; the server has one that is as far ahead. */
  readonly clock: Clock;
  /** The current server process's address. */
  readonly serverUrl: () => string;
  /** @param repository `owner/name`; `acme/demo` if omitted */
  readonly as: (login: string, repository?: string) => Actor;
  readonly ledger: () => readonly LedgerRow[];
  /** Resolves when the server is certain to die at the `occurrence`-th time that it reaches `step`. */
  readonly doom: (step: DurableStep, occurrence: number) => Promise<void>;
  /** Cancels a planned kill that has not happened, so that it does not hit the next story. */
  readonly spare: () => Promise<void>;
  /** Advances time for hub and server. */
  readonly pass: (ms: number) => Promise<void>;
  /** Resolves when everything is done, to true, or when the server is dead, to false. */
  readonly settled: () => Promise<boolean>;
  /** The server's last report of whether it is idle. */
  readonly longestTurnMs: () => number;
  /**
   * How much is pending when nothing is due now, including for a later time; undefined if the server is dead.
   */
  readonly waiting: () => Promise<number | undefined>;
  /** Bytes on the server's heap after a collection; undefined if it is dead. */
  readonly heapBytes: () => Promise<number | undefined>;
  /** Asks GitHub to redeliver failed deliveries. Resolves to their number. */
  readonly redeliverFailed: () => Promise<number>;
  /** The server's data directory. */
  readonly home: string;
  /** The server's options, for a second one on the same directory. */
  readonly options: () => Life["options"];
  /** Suspends, resumes or kills the server's process. */
  readonly signal: (name: "SIGSTOP" | "SIGCONT" | "SIGKILL") => Promise<void>;
  readonly pid: () => number;
  /** Restarts the server once everything sent before its death is certain to be visible. */
  readonly raise: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const entry = new URL("./mortal-server.ts", import.meta.url);
/** As long as GitHub may hide a created comment; a server restarted later need not wait. */
const visibilityMs = 10_000;
/** The interval of asking for pending work: asking without a pause would take the server's time. */
const lookEveryMs = 5;

/** @param before what happens at the hub before the server starts for the first time */
export async function startMortalBus(
  before: (hub: Hub) => Promise<void> = async () => {},
  seed?: HubSeed,
): Promise<MortalBus> {
  const clock = jumpingClock();
  const home = mkdtempSync(join(tmpdir(), "signalbox-mortal-"));
  const testHub = await startTestHub({ clock, ...(seed === undefined ? {} : { seed }) });
  const { hub, close, asApp } = testHub;
  const database = await databaseOfFlows();
  rememberDatabase(home, database);
  const activity = activityOf(hub);
  await before(hub);
  let serverUrl = "";
  let longestTurnMs = 0;
  let child = await birth();

  function options(): Life["options"] {
    const { appId, privateKey, webhookSecrets, baseUrl = "" } = githubSettings(hub);
    const github = { appId, privateKey, webhookSecrets: [...webhookSecrets], baseUrl };
    return { github, home, port: 0, ...(database && { databaseUrl: database.url }) };
  }

  async function birth(): Promise<ChildProcess> {
    const told: Life = { options: options(), aheadMs: clock.aheadMs() };
    const born = fork(entry, [JSON.stringify(told)], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), "signalbox-compiled") },
    });
    const ready = await heard(born, "ready");
    if (ready === undefined) throw new Error("The server died before it was ready.");
    serverUrl = ready.url;
    hub.setWebhookUrl(`${serverUrl}${webhookPath}`);
    return born;
  }

  const order = async <T extends Report["type"]>(told: Order, expected: T) => {
    if (isDead(child)) return undefined;
    child.send(told, () => {});
    return heard(child, expected);
  };

  return {
    hub,
    testHub,
    clock,
    serverUrl: () => serverUrl,
    longestTurnMs: () => longestTurnMs,
    as: (login, repository = "acme/demo") => actorOf(hub.url, hub.tokenOf(login), login, repository),
    ledger: () => readLedger(home),
    doom: async (step, occurrence) => {
      const armed = await order({ type: "die", step, occurrence }, "armed");
      if (armed === undefined) throw new Error("The server is dead already.");
    },
    spare: async () => {
      await order({ type: "live" }, "spared");
    },
    pass: async (ms) => {
      clock.advance(ms);
      await order({ type: "pass", ms }, "passed");
    },
    settled: async () => {
      for (let before = -1; ; before = activity()) {
        await hub.idle();
        const calm = await order({ type: "idle" }, "idle");
        if (calm === undefined) return false;
        longestTurnMs = calm.longestTurnMs;
        if (activity() !== before) continue;
        if (calm.waiting === 0) return true;
        await setTimeout(lookEveryMs);
      }
    },
    waiting: async () => {
      await hub.idle();
      return (await order({ type: "idle" }, "idle"))?.waiting;
    },
    heapBytes: async () => (await order({ type: "measure" }, "measured"))?.heapBytes,
    redeliverFailed: async () => {
      const { body } = await asApp()("GET", "/app/hook/deliveries?per_page=100");
      const log = deliveryLog.parse(body);
      const arrived = new Set(log.filter(isDelivered).map(({ guid }) => guid));
      const failed = log.filter(({ guid }) => !arrived.has(guid));
      for (const { id } of failed) await asApp()("POST", `/app/hook/deliveries/${id}/attempts`);
      return failed.length;
    },
    home,
    options,
    pid: () => child.pid ?? 0,
    signal: async (name) => {
      child.kill(name);
      if (name === "SIGKILL" && !isDead(child)) await once(child, "exit");
    },
    raise: async () => {
      clock.advance(visibilityMs);
      child = await birth();
    },
    stop: async () => {
      if (child.connected) child.disconnect();
      if (!isDead(child)) await once(child, "exit");
      await close();
      await database?.drop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

const deliveryLog = z.array(z.object({ id: z.number(), guid: z.string(), status_code: z.number() }));

function isDelivered({ status_code }: z.infer<typeof deliveryLog>[number]): boolean {
  return status_code >= 200 && status_code < 300;
}

function isDead({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

type Heard<T extends Report["type"]> = Extract<Report, { type: T }>;

/** The next report of a type; undefined if the process ended instead. */
function heard<T extends Report["type"]>(child: ChildProcess, type: T): Promise<Heard<T> | undefined> {
  return new Promise((resolve) => {
    const listen = (message: unknown): void => {
      const told = report.parse(message);
      if (isOf(told, type)) settle(told);
    };
    const settle = (told: Heard<T> | undefined): void => {
      child.off("message", listen);
      child.off("exit", gone);
      resolve(told);
    };
    const gone = (): void => settle(undefined);
    child.on("message", listen);
    child.on("exit", gone);
  });
}

function isOf<T extends Report["type"]>(told: Report, type: T): told is Heard<T> {
  return told.type === type;
}
